import { popupStore } from './popup-store.ts';

/**
 * Lets the browser's back button close the topmost popup. Open popups have one history entry. When they close in
 * another way, the entry stays, because `history.back()` would race with a navigation that the popup starts. The next
 * popup uses it again, and going back skips it.
 */
export function followHistory(): void {
  let place: 'page' | 'open' | 'left' = isPopupEntry() ? 'left' : 'page';
  let pageHref = location.href;

  const enter = (): void => {
    if (!isPopupEntry()) {
      pageHref = location.href;
      history.pushState({ ...history.state, isPopup: true }, '');
    }
    place = 'open';
  };

  popupStore.subscribe(({ open }, before) => {
    if (open.length > 0 && before.open.length === 0) enter();
    else if (open.length === 0 && place === 'open') place = 'left';
  });

  addEventListener('popstate', () => {
    const from = place;
    place = isPopupEntry() ? 'left' : 'page';
    if (place === 'left') return;
    const dialogs = document.querySelectorAll<HTMLDialogElement>('dialog[open]');
    if (from === 'open' && dialogs.length > 0) {
      if (dialogs.length > 1) enter();
      // The same as Escape, so that the popup's own reaction to the close also runs.
      dialogs[dialogs.length - 1]?.close();
    } else if (from !== 'page' && location.href === pageHref) {
      // No popup is open, so skip the entry. A link to a fragment also fires this event, but changes the URL.
      history.back();
    }
  });
}

function isPopupEntry(): boolean {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'isPopup' in state;
}
