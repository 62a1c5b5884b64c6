/**
 * Menus made of `<details>`: without script they open and close; with it only one is open at a time, Escape, a
 * press elsewhere and Tab out of them close them, and the arrow keys, Home and End move within (spec §2, top
 * navigation and mobile menu). The pattern is disclosure navigation (ARIA authoring practices): links stay links.
 * @param root a menu itself, or what holds several
 */
export function enhanceSiteMenu(root: HTMLElement): void {
  const menus = [
    ...(root instanceof HTMLDetailsElement ? [root] : []),
    ...root.querySelectorAll<HTMLDetailsElement>('details'),
  ];
  const isOwn = (node: EventTarget | null): node is Element => node instanceof Element && root.contains(node);
  const closeAll = () => {
    for (const menu of menus) menu.open = false;
  };

  for (const menu of menus)
    menu.addEventListener('toggle', () => {
      // The event comes a while after the change: a menu inside may be open by then, and stays.
      for (const other of menus.filter(menu.open ? isRivalOf(menu) : isInside(menu))) other.open = false;
    });
  document.addEventListener('click', ({ target }) => {
    if (!isOwn(target)) closeAll();
  });
  root.addEventListener('focusout', ({ relatedTarget }) => {
    // Without a next place of focus it was a press, and that is the click's business.
    if (relatedTarget !== null && !isOwn(relatedTarget)) closeAll();
  });
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === 'Escape') closeInnermost(menus, event.target);
    else if (isOwn(event.target) && moveFocus(event.target, event.key)) event.preventDefault();
  });
}

const isInside = (menu: HTMLElement) => (other: HTMLElement) => other !== menu && menu.contains(other);
const isRivalOf = (menu: HTMLElement) => (other: HTMLElement) =>
  !menu.contains(other) && !other.contains(menu);
const summaryOf = (menu: HTMLDetailsElement): HTMLElement | null => menu.querySelector('summary');

/** Closes the deepest open menu, and gives the focus back to what had opened it where it was inside. */
function closeInnermost(menus: HTMLDetailsElement[], focused: EventTarget | null): void {
  const menu = menus.findLast(({ open }) => open);
  if (!menu) return;
  menu.open = false;
  if (focused instanceof Element && menu.contains(focused)) summaryOf(menu)?.focus();
}

/** @returns whether the key means something there */
function moveFocus(focused: Element, key: string): boolean {
  const own = focused.closest('summary')?.parentElement;
  if (own instanceof HTMLDetailsElement && key === 'ArrowDown') {
    own.open = true;
    stopsOf(own)[0]?.focus();
    return true;
  }
  const menu = (own ?? focused).parentElement?.closest<HTMLDetailsElement>('details[open]');
  if (!menu) return false;
  const stops = stopsOf(menu);
  const place = stops.findIndex((stop) => stop === focused);
  const moves: Record<string, number> = {
    ArrowDown: place + 1,
    ArrowUp: place - 1,
    Home: 0,
    End: stops.length - 1,
  };
  const next = moves[key];
  if (next === undefined) return false;
  (next < 0 ? summaryOf(menu) : stops[Math.min(next, stops.length - 1)])?.focus();
  return true;
}

/** Where focus can stop in an open menu: links, and the summaries of menus inside it, that are to be seen. */
function stopsOf(menu: HTMLDetailsElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('a[href], summary')].filter(
    (element) => element !== summaryOf(menu) && element.checkVisibility(),
  );
}
