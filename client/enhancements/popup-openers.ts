import { chunk } from '../chunk.ts';
import { whenIdle } from '../when-idle.ts';
import { hideLoader, showLoaderSoon } from './loader.ts';

/**
 * Selector of the elements that open a popup. `data-popup` contains the popup's code (client/popups/registry.ts). In
 * browsers without script, each of these elements is a link to a page with the same function.
 */
const openers = '[data-popup]';
/**
 * Selector of the forms and of the account area, which show the message popup when the connection fails. The popup is
 * prefetched, because it cannot be loaded without a connection.
 */
const callers = 'form[method="post"], [data-enhance="account"]';
const messagePopup = '5';

export const loadPopups = chunk(
  () => import('../popups/open-popup.tsx'),
  (module) => module,
);

/** Prefetches a popup when the user hovers, touches or focuses the link that opens it. */
export function prefetchPopupOf({ target }: Event): void {
  if (!(target instanceof Element)) return;
  const opener = target.closest<HTMLElement>(openers);
  if (opener) prefetch(opener.dataset['popup'] ?? '');
  // The message popup opens only after a failure, so the browser loads it when idle.
  else if (target.closest(callers)) whenIdle(() => prefetch(messagePopup));
}

function prefetch(code: string): void {
  loadPopups()
    .then(({ prefetchPopup }) => prefetchPopup(code))
    // Ignore a failed prefetch, because a click on the link loads the popup again or follows the link.
    .catch(() => undefined);
}

/** Opens the popup, or follows the link if the popup's scripts or data cannot be loaded. */
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

/**
 * Opens one of the message popups of spec §4. If the popup cannot be loaded, nothing opens, because there is no link to
 * follow instead.
 */
export function openMessage(type: 'network' | 'session' | 'technical' | 'kyc-pending'): void {
  loadPopups()
    .then(({ openPopup }) => openPopup(5, { type }))
    // Ignore a popup that cannot be loaded. A form whose call failed then shows the message itself.
    .catch(() => undefined);
}
