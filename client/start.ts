import {
  networkFailed,
  playerChanged,
  sessionExpired,
  sessionUpdated,
  technicalIssue,
} from './api/announcements.ts';
import { followForm, followLink, hideLoader } from './enhancements/loader.ts';
import { openMessage, openPopupOf, prefetchPopupOf } from './enhancements/popup-openers.ts';
import { followScroll, scrollToTop } from './enhancements/scroll.ts';
import { checkSession, followSession, joinTabs, leaveTabs, shareSession } from './enhancements/session.ts';
import { isPlainClick } from './plain-click.ts';
import { keepCampaign } from './stores/campaign.ts';
import { wakeIslands } from './wake.ts';
import { whenIdle } from './when-idle.ts';

/** Every page loads this script before React. The class `is-scripted` selects the styles for browsers with script. */
document.documentElement.classList.add('is-scripted');

/** Actions for a plain click, by the selector of the clicked control. Only the first matching row is used. */
const clicks: readonly [selector: string, act: (control: HTMLElement, event: Event) => void][] = [
  ['[data-popup]', openPopupOf],
  ['[data-hook]', followHook],
  ['[data-download], [data-copy], [data-share]', pressControl],
  ['[data-to-top]', scrollToTop],
  ['a[href]', followLink],
];

const listeners: readonly [target: EventTarget, type: string, listener: (event: Event) => void][] = [
  [document, 'click', act],
  [document, 'submit', followForm],
  [document, 'pointerover', prefetchPopupOf],
  [document, 'touchstart', prefetchPopupOf],
  [document, 'focusin', prefetchPopupOf],
  [document, 'visibilitychange', checkSession],
  [window, 'scroll', followScroll],
  [window, 'online', () => run(import('./enhancements/network-back.ts').then((m) => m.showNetworkBack()))],
  [window, 'load', () => whenIdle(registerWorker)],
  // `pageshow`, unlike `load`, also fires when the browser restores a page from the back-forward cache.
  [window, 'pageshow', hideLoader],
  [window, 'pageshow', joinTabs],
  [window, 'pageshow', checkSession],
  [window, 'pagehide', leaveTabs],
  [window, sessionUpdated, shareSession],
  [window, playerChanged, shareSession],
  [window, sessionExpired, () => openMessage('session')],
  [window, networkFailed, () => openMessage('network')],
  [window, technicalIssue, () => openMessage('technical')],
];

function act(event: Event): void {
  if (!(event instanceof MouseEvent) || event.defaultPrevented || !isPlainClick(event)) return;
  const { target } = event;
  if (!(target instanceof Element)) return;
  for (const [selector, action] of clicks) {
    const control = target.closest<HTMLElement>(selector);
    if (control) return action(control, event);
  }
}

const run = (work: Promise<void>): void => void work.catch((error: unknown) => reportError(error));

/**
 * Registers the service worker. If the browser refuses the worker, for example in private mode, the pages work without
 * it.
 */
function registerWorker(): void {
  navigator.serviceWorker?.register('/sw.js').catch(() => undefined);
}

function pressControl(control: HTMLElement): void {
  run(import('./enhancements/press-control.ts').then((module) => module.pressControl(control)));
}

function followHook({ dataset }: HTMLElement, event: Event): void {
  event.preventDefault();
  openHook(dataset['hook'] ?? '', dataset['target']);
}

function openHook(hook: string, target?: unknown): void {
  run(import('./enhancements/content-hooks.ts').then((module) => module.openHook(hook, target)));
}

/** Functions for scripts of the content host (spec §4). */
Object.assign(window, {
  goldenLotto: {
    deposit: () => openHook('deposit'),
    redirect: (path: unknown) => openHook('redirect', path),
  },
});

for (const [target, type, listener] of listeners)
  target.addEventListener(type, listener, { passive: type !== 'click' });
keepCampaign();
joinTabs();
followSession();
followScroll();
wakeIslands();
if (/[?&]popup=/.test(location.search))
  run(import('./enhancements/linked-popup.ts').then((module) => module.openLinkedPopup()));
