/** Spec §2: a loader where a page takes longer than this. */
const loaderAfterMs = 200;
/** A page that has not come by then will not be told apart from one that never will. */
const loaderUntilMs = 30_000;

let timer: ReturnType<typeof setTimeout> | undefined;

function hide(): void {
  clearTimeout(timer);
  document.documentElement.classList.remove('is-loading');
}

/** Shows the loader 200 ms from now, unless the page has gone or `done` has been called by then. */
export function expectPage(): { done: () => void } {
  clearTimeout(timer);
  timer = setTimeout(() => {
    document.documentElement.classList.add('is-loading');
    timer = setTimeout(hide, loaderUntilMs);
  }, loaderAfterMs);
  return { done: hide };
}

/** Whether following the link replaces this page by another of this site. */
export function leadsToPage(link: HTMLAnchorElement): boolean {
  if (link.origin !== location.origin || link.hasAttribute('download')) return false;
  if (link.target && link.target !== '_self') return false;
  const samePage = link.pathname === location.pathname && link.search === location.search;
  return !(samePage && link.hash);
}

/** A page that comes back out of the back-forward cache has arrived. */
export function forgetLoaderOnReturn(): void {
  addEventListener('pageshow', hide);
}
