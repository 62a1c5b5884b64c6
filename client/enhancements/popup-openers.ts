import { hideLoader, showLoaderSoon } from './loader.ts';

/**
 * `data-popup` holds a popup's code (client/popups/registry.ts). The opener is a link to a page that does the same
 * without script; the popup's scripts load on the first sign of use.
 */
const openers = '[data-popup]';

function loadPopups() {
  return import('../popups/open-popup.tsx');
}

/** Loads the popup of a link that is pointed at, touched or focused. */
export function prefetchPopup({ target }: Event): void {
  const opener = target instanceof Element ? target.closest<HTMLElement>(openers) : null;
  if (!opener) return;
  loadPopups()
    .then(({ prefetchPopup: prefetch }) => prefetch(opener.dataset['popup'] ?? ''))
    // The click tries again, or follows the link.
    .catch(() => undefined);
}

/** Opens the popup, or follows the link where its scripts or its data cannot be loaded. */
export function openPopupOf(opener: HTMLElement, event: Event): void {
  event.preventDefault();
  showLoaderSoon();
  loadPopups()
    .then(({ openFrom }) => openFrom(opener))
    .then(hideLoader, (error: unknown) => {
      if (opener instanceof HTMLAnchorElement) return location.assign(opener.href);
      hideLoader();
      reportError(error);
    });
}

/** Opens the message popup of a kind (spec §4): nobody clicked, so there is no page to fall back to. */
export function openMessage(type: 'network' | 'session' | 'technical'): void {
  loadPopups()
    .then(({ openPopup }) => openPopup(5, { type }))
    // Its script may be out of reach too. A form also shows the message itself.
    .catch(() => undefined);
}
