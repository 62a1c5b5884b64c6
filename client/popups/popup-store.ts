import type { ReactNode } from 'react';
import { createStore } from 'zustand/vanilla';

export interface OpenPopup {
  id: number;
  /** Contains the popup's code and props, so that the same popup is not opened twice with the same props. */
  key: string;
  content: ReactNode;
}

/** The open popups. The last one is topmost, for example a message over a form. */
export const popupStore = createStore<{ open: readonly OpenPopup[] }>(() => ({ open: [] }));

export function addPopup(popup: OpenPopup): void {
  popupStore.setState(({ open }) => ({ open: [...open, popup] }));
}

export function removePopup(id: number): void {
  popupStore.setState(({ open }) => ({ open: open.filter((popup) => popup.id !== id) }));
}

/** Implements popup code 0 of spec §2. */
export function closeAllPopups(): void {
  popupStore.setState({ open: [] });
}
