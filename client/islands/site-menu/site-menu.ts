/**
 * Menus made of `<details>`: without script they open and close; with it only one is open at a time, Escape and
 * a press elsewhere close it, and the arrow keys, Home and End move within it (spec §2, top navigation).
 * The pattern is disclosure navigation (ARIA authoring practices): links stay links, Tab goes on through them.
 */
export function enhanceSiteMenu(nav: HTMLElement): void {
  const menus = () => [...nav.querySelectorAll<HTMLDetailsElement>('details')];
  if (nav instanceof HTMLDetailsElement) watch(nav);

  for (const menu of menus()) watch(menu);

  function watch(menu: HTMLDetailsElement): void {
    menu.addEventListener('toggle', () => {
      if (!menu.open) return;
      for (const other of menus()) if (!other.contains(menu) && other !== menu) other.open = false;
    });
  }

  const isOurs = (node: EventTarget | null): node is Element => node instanceof Element && nav.contains(node);

  document.addEventListener('click', ({ target }) => {
    if (!isOurs(target)) closeAll();
  });
  nav.addEventListener('focusout', ({ relatedTarget }) => {
    // Tab has left the menu; a press on something that takes no focus is the click's business.
    if (relatedTarget instanceof Element && !nav.contains(relatedTarget)) closeAll();
  });

  function closeAll(): void {
    for (const menu of menus()) menu.open = false;
    if (nav instanceof HTMLDetailsElement) nav.open = false;
  }

  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const inside = isOurs(event.target) ? event.target : null;
    if (event.key === 'Escape') {
      const open = openAround(inside) ?? nav.querySelector<HTMLDetailsElement>('details[open]');
      if (!open) {
        closeAll();
        return;
      }
      open.open = false;
      if (inside && open.contains(inside)) open.querySelector('summary')?.focus();
      return;
    }
    if (!inside) return;
    const summary = inside.closest('summary');
    if (summary && event.key === 'ArrowDown') {
      const menu = summary.parentElement;
      if (!(menu instanceof HTMLDetailsElement)) return;
      menu.open = true;
      event.preventDefault();
      stops(menu)[0]?.focus();
      return;
    }
    const menu = openAround(inside);
    if (!menu || summary) return;
    const all = stops(menu);
    const place = all.findIndex((stop) => stop === inside);
    const next = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: all.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    if (next < 0) menu.querySelector('summary')?.focus();
    else all[Math.min(next, all.length - 1)]?.focus();
  });
}

/** The innermost open menu around an element. */
const openAround = (element: Element | null): HTMLDetailsElement | null =>
  element?.closest<HTMLDetailsElement>('details[open]') ?? null;

/** What focus can stop at in a menu: its links, and the summaries of menus inside it, that are to be seen. */
function stops(menu: HTMLDetailsElement): HTMLElement[] {
  const own = menu.querySelector('summary');
  return [...menu.querySelectorAll<HTMLElement>('a[href], summary')].filter(
    (element) => element !== own && element.checkVisibility(),
  );
}
