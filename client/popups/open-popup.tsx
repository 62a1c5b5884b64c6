import { createRoot } from 'react-dom/client';
import { loadTexts } from '../i18n/texts.ts';
import { PopupHost } from './PopupHost.tsx';
import type { PopupContext, PopupEntry } from './popup.ts';
import { addPopup, closeAllPopups, popupStore, removePopup } from './popup-store.ts';
import { isPopupCode, type PopupCode, type PopupProps, popups } from './registry.ts';

/** Spec §9: the delay of a popup that follows another one, so that the first is seen to close. */
const popupDelayMs = 300;

interface Options {
  opener?: HTMLElement | null;
  delayMs?: number;
}

let lastId = 0;
let isHostMounted = false;
const opening = new Set<PopupCode>();

/**
 * Opens a popup by its code; 0 closes all (spec §2). A popup that is open or on its way is not opened twice.
 * @throws where its script, texts or data cannot be loaded
 */
export async function openPopup(code: 0): Promise<void>;
export async function openPopup<Code extends PopupCode>(
  code: Code,
  props: PopupProps[Code],
  options?: Options,
): Promise<void>;
export async function openPopup(
  code: 0 | PopupCode,
  props: object = {},
  { opener = null, delayMs = 0 }: Options = {},
): Promise<void> {
  if (code === 0) return closeAllPopups();
  if (opening.has(code) || popupStore.getState().open.some((popup) => popup.code === String(code))) return;
  opening.add(code);
  try {
    const id = ++lastId;
    const [content] = await Promise.all([prepare(code, props, id, opener), delay(delayMs)]);
    mountHost();
    addPopup({ id, code: String(code), content });
  } finally {
    opening.delete(code);
  }
}

async function prepare(code: PopupCode, props: object, id: number, opener: HTMLElement | null) {
  const entry: PopupEntry<never> = popups[code];
  const [prepareContent, t] = await Promise.all([entry.load(), loadTexts(entry.texts)]);
  const close = () => removePopup(id);
  const context: PopupContext = {
    t,
    langPrefix: languagePrefix(),
    opener,
    close,
    closeWith(message) {
      close();
      return openPopup(5, message, { delayMs: popupDelayMs });
    },
  };
  return prepareContent(context, props as never);
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function mountHost(): void {
  if (isHostMounted) return;
  isHostMounted = true;
  createRoot(document.body.appendChild(document.createElement('div'))).render(<PopupHost />);
}

/** '' for the default language, which has no prefix in the path. */
function languagePrefix(): string {
  const { lang } = document.documentElement;
  return location.pathname.split('/')[1] === lang ? `/${lang}` : '';
}

/** Opens the popup that a link or button names in `data-popup`, with the props of `data-popup-props`. */
export async function openFrom(opener: HTMLElement): Promise<void> {
  const code = codeOf(opener.dataset['popup'] ?? '');
  if (code === null) throw new Error(`There is no popup "${opener.dataset['popup']}"`);
  await openPopup(code, JSON.parse(opener.dataset['popupProps'] ?? '{}'), { opener });
}

/** Loads a popup's script and texts before it is opened. @param name value of `data-popup` */
export async function prefetchPopup(name: string): Promise<void> {
  const code = codeOf(name);
  if (code !== null) await Promise.all([popups[code].load(), loadTexts(popups[code].texts)]);
}

function codeOf(name: string): PopupCode | null {
  if (!isPopupCode(name)) return null;
  return name === 'winners' ? name : (Number(name) as PopupCode);
}
