import type { ReactNode } from 'react';
import { createStore } from 'zustand/vanilla';

export interface OpenPopup {
  id: number;
  /** Contains the popup's code and props, so that the same popup is not opened twice with the same props. */
  key: string;
  content: ReactNode;
}

interface PopupState {
  /** The open popups. The last one is topmost, for example a message over a form. */
  open: readonly OpenPopup[];
  /** The keys of the popups that are loading and not yet open. */
  loading: readonly string[];
}

export const popupStore = createStore<PopupState>(() => ({ open: [], loading: [] }));

/** Returns whether a popup with this key is open or loading. */
export function hasPopup(key: string): boolean {
  const { open, loading } = popupStore.getState();
  return loading.includes(key) || open.some((popup) => popup.key === key);
}

export function addLoading(key: string): void {
  popupStore.setState(({ loading }) => ({ loading: [...loading, key] }));
}

/** Call this also if the popup could not be loaded. */
export function removeLoading(key: string): void {
  popupStore.setState(({ loading }) => ({ loading: loading.filter((other) => other !== key) }));
}

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
