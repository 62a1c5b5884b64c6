import { createRoot } from 'react-dom/client';
import type { Translate } from '../../shared/translate.ts';
import { languagePrefix } from '../i18n/language-prefix.ts';
import { loadTexts } from '../i18n/texts.ts';
import { isPlayerPresent } from '../stores/presence.ts';
import { isLeavingPage } from './leave-page.ts';
import { PopupHost } from './PopupHost.tsx';
import type { PopupContext, PopupEntry } from './popup.ts';
import { followHistory } from './popup-history.ts';
import {
  addLoading,
  addPopup,
  closeAllPopups,
  hasPopup,
  popupStore,
  removeLoading,
  removePopup,
} from './popup-store.ts';
import { isLinkable, isPopupCode, type PopupCode, type PopupProps, popups } from './registry.ts';

/** Spec §9: delay before a popup replaces another one, so that the player sees the old popup close. */
const popupDelayMs = 300;

interface Options {
  opener?: HTMLElement | null;
  delayMs?: number;
}

let lastId = 0;
let isHostMounted = false;

/**
 * Opens a popup by its code (spec §2). A popup that is open or loading is not opened twice.
 * @throws if the popup's script, texts or data cannot be loaded
 */
export async function openPopup<Code extends PopupCode>(
  code: Code,
  props: PopupProps[Code],
  { opener = null, delayMs = 0 }: Options = {},
): Promise<void> {
  const entry: PopupEntry<PopupProps[Code]> = popups[code];
  if (entry.who === 'player' && !isPlayerPresent()) return openPopup(1, {}, { opener, delayMs });
  const key = `${code} ${JSON.stringify(props)}`;
  if (hasPopup(key)) return;
  addLoading(key);
  try {
    const [prepare, t] = await Promise.all([
      entry.load(),
      loadTexts(entry.texts),
      // Load the data for `prepare` in parallel with the popup's script. Otherwise `prepare` would request the data
      // only after the script has arrived.
      entry.prefetch?.(),
      delay(delayMs),
    ]);
    const id = ++lastId;
    const content = await prepare(contextOf(id, t, opener), props);
    mountHost();
    addPopup({ id, key, content });
    // Prefetch the message popup now. It also reports calls that fail while the browser is offline, and could not be
    // loaded then.
    prefetchPopup('5').catch(() => undefined);
  } finally {
    removeLoading(key);
  }
}

function isNoPopupOpen(): boolean {
  const { open, loading } = popupStore.getState();
  return open.length === 0 && loading.length === 0;
}

/**
 * Waits until no popup is open or loading. It then waits for the delay of spec §9 between two popups.
 * @returns false if the closed popup has opened another page
 */
export async function whenNoPopupIsOpen(): Promise<boolean> {
  if (!isNoPopupOpen())
    await new Promise<void>((resolve) => {
      const stop = popupStore.subscribe(() =>
        // Check later: if one popup replaces another, the old one closes just before the new one starts to open.
        setTimeout(() => {
          if (!isNoPopupOpen()) return;
          stop();
          resolve();
        }),
      );
    });
  await delay(popupDelayMs);
  return !isLeavingPage();
}

function contextOf(id: number, t: Translate, opener: HTMLElement | null): PopupContext {
  const close = () => removePopup(id);
  return {
    t,
    langPrefix: languagePrefix(),
    opener,
    close,
    closeWith(message) {
      close();
      return openPopup(5, message, { delayMs: popupDelayMs });
    },
    open: (code, props) => openPopup(code, props, { delayMs: popupDelayMs }),
    show: (message) => openPopup(5, message),
  };
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function mountHost(): void {
  if (isHostMounted) return;
  isHostMounted = true;
  followHistory();
  createRoot(document.body.appendChild(document.createElement('div'))).render(<PopupHost />);
}

/** Opens the popup that `data-popup` names, with the props in `data-popup-props`. Code 0 closes all popups. */
export async function openFrom(opener: HTMLElement): Promise<void> {
  const { popup = '', popupProps = '{}' } = opener.dataset;
  const code = codeOf(popup);
  if (code === 0) return closeAllPopups();
  if (!isPopupCode(code)) throw new Error(`There is no popup "${popup}"`);
  // A link in a popup replaces this popup. For example, the signup link in the login popup opens the signup instead.
  const isInPopup = opener.closest('dialog') !== null;
  if (isInPopup) closeAllPopups();
  const delayMs = isInPopup ? popupDelayMs : 0;
  await openPopup(code, JSON.parse(popupProps), isInPopup ? { delayMs } : { opener, delayMs });
}

/**
 * Opens the popup that a link with `?popup=` names, if the registry allows it.
 * @param name value of the parameter
 */
export async function openLinked(name: string): Promise<void> {
  const code = codeOf(name);
  if (!isPopupCode(code) || !isLinkable(code)) return;
  if (popups[code].who === 'visitor' && isPlayerPresent()) return;
  await openPopup(code, {});
}

/**
 * Loads the script and texts of a popup before it opens.
 * @param name value of `data-popup`
 */
export async function prefetchPopup(name: string): Promise<void> {
  const code = codeOf(name);
  if (!isPopupCode(code)) return;
  const entry: PopupEntry<never> = popups[code];
  await Promise.all([entry.load(), loadTexts(entry.texts), entry.prefetch?.()]);
}

function codeOf(name: string): string | number {
  return /^\d+$/.test(name) ? Number(name) : name;
}
