import type { ReactNode } from 'react';
import { createStore } from 'zustand/vanilla';

export interface OpenPopup {
  id: number;
  /** Code and props, so that an open popup is not opened twice. */
  key: string;
  content: ReactNode;
}

/** Open popups, the topmost last: a message can lie on a form. */
export const popupStore = createStore<{ open: readonly OpenPopup[] }>(() => ({ open: [] }));

export function addPopup(popup: OpenPopup): void {
  popupStore.setState(({ open }) => ({ open: [...open, popup] }));
}

export function removePopup(id: number): void {
  popupStore.setState(({ open }) => ({ open: open.filter((popup) => popup.id !== id) }));
}

/** Code 0 of spec §2. */
export function closeAllPopups(): void {
  popupStore.setState({ open: [] });
}
