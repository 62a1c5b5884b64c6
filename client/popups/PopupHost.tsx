import { Fragment } from 'react';
import { useStore } from 'zustand';
import { popupStore } from './popup-store.ts';

export function PopupHost() {
  const open = useStore(popupStore, (state) => state.open);
  return open.map(({ id, content }) => <Fragment key={id}>{content}</Fragment>);
}
