/** Spec §2: the loader appears if a page takes longer than this. */
const loaderAfterMs = 200;
/** After this time the page will probably not arrive, so the loader is hidden. */
const loaderUntilMs = 30_000;

let timer: ReturnType<typeof setTimeout> | undefined;

export function hideLoader(): void {
  clearTimeout(timer);
  document.documentElement.classList.remove('is-loading');
}

/** Shows the loader after 200 ms, unless the player leaves the page or `hideLoader` is called earlier. */
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

/** Returns whether the link replaces this page with another page of this site. */
function replacesPage(link: HTMLAnchorElement): boolean {
  if (link.origin !== location.origin || link.hasAttribute('download')) return false;
  if (link.target && link.target !== '_self') return false;
  const samePage = link.pathname === location.pathname && link.search === location.search;
  return !(samePage && link.hash);
}
