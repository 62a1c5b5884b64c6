import { loadTexts } from '../i18n/texts.ts';

/**
 * Shares the page with the browser's share dialog. If the browser cannot show this dialog, the function copies the
 * page's URL. The element after the button then shows whether the URL was copied.
 */
export async function sharePage(button: HTMLElement): Promise<void> {
  const page = { title: document.title, text: descriptionOfPage(), url: addressOfPage() };
  const status = button.nextElementSibling;
  // Screen readers announce a text only when it changes, so remove the text of an earlier press first.
  status?.replaceChildren();
  if ('share' in navigator && (await isShared(page))) return;
  // Copy before the texts are loaded, because browsers allow copying only shortly after the press.
  const isCopied = await copied(page.url);
  const t = await loadTexts(['site']);
  status?.append(isCopied ? t('layout.share.copied') : t('layout.share.not_copied', { link: page.url }));
}

const descriptionOfPage = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=description]')?.content ?? '';

/** Returns the page's address. If the site's public address is known, the result omits parameters of campaigns. */
const addressOfPage = (): string =>
  document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href;

/** @returns whether the browser showed its share dialog, even if the visitor closed the dialog without sharing */
async function isShared(page: ShareData): Promise<boolean> {
  try {
    await navigator.share(page);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The browser forbids the clipboard, for example on a page without https.
    return false;
  }
}
