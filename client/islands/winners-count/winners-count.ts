const limitMs = 8000;

/**
 * Shows the winners of a draw in a dialog: its section of the draw's own page (spec §2, winners-count popup).
 * @throws where that page or its section cannot be had; the link then leads there
 */
export async function showWinners(link: HTMLAnchorElement): Promise<void> {
  const address = new URL(link.href);
  const response = await fetch(address.pathname + address.search, { signal: AbortSignal.timeout(limitMs) });
  if (!response.ok) throw new Error(`The draw's page answered ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const section = page.querySelector(address.hash || '#winners');
  const template = document.querySelector<HTMLTemplateElement>('template[data-dialog]');
  const dialog = template?.content.querySelector('dialog')?.cloneNode(true);
  if (!section || !(dialog instanceof HTMLDialogElement)) throw new Error('There is nothing to show');
  fill(dialog, page.querySelector('h1')?.textContent, section);
  document.body.append(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || (target instanceof Element && target.closest('[data-close]'))) dialog.close();
  });
  // Focus goes to the close control, and back to the link when it closes: the browser sees to both.
  dialog.showModal();
}

function fill(dialog: HTMLDialogElement, title: string | null | undefined, section: Element): void {
  const content = document.importNode(section, true);
  // What the section is called on its own page would stand here twice.
  for (const element of [content, ...content.querySelectorAll('[id]')]) element.removeAttribute('id');
  content.removeAttribute('aria-labelledby');
  const heading = dialog.querySelector('[data-title]');
  if (heading && title) heading.textContent = title;
  dialog.querySelector('[data-content]')?.append(...content.childNodes);
}
