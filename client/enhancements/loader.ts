/** Spec §2: a loader where a page takes longer than this. */
const loaderAfterMs = 200;
/** By then the page is not likely to arrive at all. */
const loaderUntilMs = 30_000;

let timer: ReturnType<typeof setTimeout> | undefined;

export function hideLoader(): void {
  clearTimeout(timer);
  document.documentElement.classList.remove('is-loading');
}

/** Shows the loader in 200 ms, unless the page was left or `hideLoader` was called by then. */
export function showLoaderSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    document.documentElement.classList.add('is-loading');
    timer = setTimeout(hideLoader, loaderUntilMs);
  }, loaderAfterMs);
}

export function followLink(link: HTMLElement): void {
  if (link instanceof HTMLAnchorElement && replacesPage(link)) showLoaderSoon();
}

export function followForm(event: Event): void {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method === 'dialog') return;
  if (new URL(form.action).origin === location.origin) showLoaderSoon();
}

/** Whether following the link replaces this page by another of this site. */
function replacesPage(link: HTMLAnchorElement): boolean {
  if (link.origin !== location.origin || link.hasAttribute('download')) return false;
  if (link.target && link.target !== '_self') return false;
  const samePage = link.pathname === location.pathname && link.search === location.search;
  return !(samePage && link.hash);
}
