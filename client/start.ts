import { isPlainClick, wakeIslands } from './islands/wake.ts';
import { markScroll, scrollToTop } from './start/header.ts';
import { expectPage, forgetLoaderOnReturn, leadsToPage } from './start/loader.ts';

/** All that runs before React: it wakes what asks for it, and answers clicks on plain server-rendered parts. */
document.documentElement.classList.add('is-scripted');

document.addEventListener('click', (event) => {
  if (event.defaultPrevented || !isPlainClick(event) || !(event.target instanceof Element)) return;
  const control = event.target.closest<HTMLElement>('a[href], [data-download]');
  if (!control) return;
  if ('download' in control.dataset) {
    void import('./islands/download/download.ts')
      .then(({ downloadCard }) => downloadCard(control))
      .catch((error: unknown) => reportError(error));
    return;
  }
  if (!(control instanceof HTMLAnchorElement)) return;
  if ('toTop' in control.dataset) scrollToTop(event);
  else if (leadsToPage(control)) {
    const expected = expectPage();
    if (!('winners' in control.dataset)) return;
    event.preventDefault();
    void import('./islands/winners-count/winners-count.ts')
      .then(({ showWinners }) => showWinners(control))
      .then(expected.done, () => location.assign(control.href));
  }
});

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method === 'dialog') return;
  if (new URL(form.action).origin === location.origin) expectPage();
});

forgetLoaderOnReturn();
markScroll();
wakeIslands();
