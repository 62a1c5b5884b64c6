import { popupStore } from './popup-store.ts';

/**
 * Lets the browser's back button close the topmost popup. All open popups share one history entry. When a popup is
 * closed by other means, the entry remains, because `history.back()` would race with a navigation that the popup
 * starts. The next popup reuses the entry. If no popup is open, the back button skips the entry.
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
      // Close the dialog as the Escape key does, so that the popup's close handler runs.
      dialogs[dialogs.length - 1]?.close();
    } else if (from !== 'page' && location.href === pageHref) {
      // No popup is open, so skip the popups' history entry. The check of the URL is for links to a fragment: they also
      // fire `popstate`, but their history entries must not be skipped.
      history.back();
    }
  });
}

function isPopupEntry(): boolean {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'isPopup' in state;
}
