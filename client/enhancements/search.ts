import { hideLoader, showLoaderSoon } from './loader.ts';

/** Spec §2: the search begins this long after the last change of the text. */
const debounceMs = 500;
/**
 * Elements that a search replaces: the hits, and the links to other languages, because their URLs contain the search
 * text.
 */
const replaced = ['#search-found', '.site-footer__languages'];

/**
 * Searches while the visitor types. The script requests the page of the new search, and copies the hits from the
 * response into the current page. It replaces the address of the current history entry, because a new entry for each
 * pause in typing would make the Back button useless. A submit of the form still loads the page.
 */
export function enhanceSearch(form: HTMLElement): void {
  if (!(form instanceof HTMLFormElement)) return;
  const input = form.querySelector('input');
  const summary = document.getElementById('search-summary');
  if (!input || !summary) return;
  let shown = input.defaultValue.trim();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let search = new AbortController();

  const stop = () => {
    clearTimeout(timer);
    search.abort();
  };

  const find = async (keyword: string): Promise<void> => {
    search = new AbortController();
    const { signal } = search;
    const url = new URL(form.action);
    if (keyword !== '') url.searchParams.set(input.name, keyword);
    showLoaderSoon();
    try {
      const answer = await fetch(url, { signal, headers: { accept: 'text/html' } });
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const isSearchPage = page.getElementById(summary.id) !== null;
      if (signal.aborted) return;
      if (!isSearchPage) throw new Error(`the search was answered with status ${answer.status}`);
      shown = keyword;
      show(page, summary);
      history.replaceState(history.state, '', url);
    } catch {
      if (!signal.aborted) summary.textContent = form.dataset['failed'] ?? '';
    } finally {
      if (!signal.aborted) hideLoader();
    }
  };

  const searchSoon = () => {
    const keyword = input.value.trim();
    stop();
    hideLoader();
    if (keyword !== shown) timer = setTimeout(() => void find(keyword), debounceMs);
  };

  // Do not search during the composition of a letter, for example in Hindi, because the text is incomplete.
  input.addEventListener('input', (event) => {
    if (!(event instanceof InputEvent && event.isComposing)) searchSoon();
  });
  input.addEventListener('compositionend', searchSoon);
  form.addEventListener('submit', stop);
  // The visitor may have typed before this script was loaded.
  searchSoon();
}

/** Copies title, hits, language links and summary of a page into this document, and removes the error message. */
function show(page: Document, summary: HTMLElement): void {
  document.title = page.title;
  for (const selector of replaced) {
    const fresh = page.querySelector(selector);
    if (fresh) document.querySelector(selector)?.replaceChildren(...fresh.childNodes);
  }
  const field = document.querySelector('#search-keyword');
  document.querySelector('#search-error')?.remove();
  field?.removeAttribute('aria-invalid');
  field?.removeAttribute('aria-describedby');
  // Screen readers announce a status whenever its text is set, so an equal text is not set again.
  const text = page.getElementById(summary.id)?.textContent ?? '';
  if (summary.textContent !== text) summary.textContent = text;
}
