/**
 * Menus made of `<details>`. They open and close without script. With it, one menu is open at a time; Escape, a press
 * elsewhere and a Tab that leaves it close it; arrow keys, Home and End move inside (spec §2). The pattern is
 * disclosure navigation of the ARIA authoring practices: links stay links.
 * @param root a menu, or an element with several menus
 */
export function enhanceSiteMenu(root: HTMLElement): void {
  const menus = [
    ...(root instanceof HTMLDetailsElement ? [root] : []),
    ...root.querySelectorAll<HTMLDetailsElement>('details'),
  ];
  const isOwn = (node: EventTarget | null): node is Element => node instanceof Element && root.contains(node);
  const closeMenusWithout = (node: Node | null) => {
    for (const menu of menus) if (!menu.contains(node)) menu.open = false;
  };

  for (const menu of menus)
    menu.addEventListener('toggle', () => {
      // The event is asynchronous: a menu inside this one may be open by now, and stays open.
      for (const other of menus.filter(menu.open ? isRivalOf(menu) : isInside(menu))) other.open = false;
    });
  document.addEventListener('click', ({ target }) => {
    if (!isOwn(target)) closeMenusWithout(null);
  });
  root.addEventListener('focusout', ({ relatedTarget }) => {
    // Without a next focused element the focus was lost to a click, which the click listener handles.
    if (relatedTarget instanceof Node) closeMenusWithout(relatedTarget);
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

/** Closes the deepest open menu. Focus that was inside returns to its summary. */
function closeInnermost(menus: HTMLDetailsElement[], focused: EventTarget | null): void {
  const menu = menus.findLast(({ open }) => open);
  if (!menu) return;
  const hadFocus = focused instanceof Element && menu.contains(focused);
  menu.open = false;
  if (hadFocus) summaryOf(menu)?.focus();
}

/** @returns whether the key moved the focus */
function moveFocus(focused: Element, key: string): boolean {
  const own = focused.closest('summary')?.parentElement;
  if (own instanceof HTMLDetailsElement && key === 'ArrowDown') {
    own.open = true;
    focusableOf(own)[0]?.focus();
    return true;
  }
  const menu = (own ?? focused).parentElement?.closest<HTMLDetailsElement>('details[open]');
  if (!menu) return false;
  const stops = focusableOf(menu);
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

/** Visible links of an open menu, and the summaries of menus inside it. */
function focusableOf(menu: HTMLDetailsElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('a[href], summary')].filter(
    (element) => element !== summaryOf(menu) && element.checkVisibility(),
  );
}
