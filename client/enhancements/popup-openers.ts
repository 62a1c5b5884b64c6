import { hideLoader, showLoaderSoon } from './loader.ts';

/**
 * `data-popup` holds a popup's code (client/popups/registry.ts). The opener is a link to a page that does the same
 * without script; the popup's scripts load on the first sign of use.
 */
const openers = '[data-popup]';
/** Forms make calls, which open the message popup when there is no connection: too late to load it. */
const forms = 'form[method="post"]';
const messagePopup = '5';

function loadPopups() {
  return import('../popups/open-popup.tsx');
}

/** Loads the popup of a link that is pointed at, touched or focused, and the message popup for a form. */
export function prefetchPopupOf({ target }: Event): void {
  if (!(target instanceof Element)) return;
  const name = target.closest<HTMLElement>(openers)?.dataset['popup'];
  const code = name ?? (target.closest(forms) ? messagePopup : undefined);
  if (code === undefined) return;
  loadPopups()
    .then(({ prefetchPopup: prefetch }) => prefetch(code))
    // The click loads the popup again, or follows the link.
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

/** Opens the message popup of a kind (spec §4): no link was clicked, so there is no page to fall back to. */
export function openMessage(type: 'network' | 'session' | 'technical'): void {
  loadPopups()
    .then(({ openPopup }) => openPopup(5, { type }))
    // The popup's script may fail to load as well; a form then shows the message itself.
    .catch(() => undefined);
}
