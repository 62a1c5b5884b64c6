/**
 * Enhances menus made of `<details>`, which open and close even without script. Only one menu is open at a time.
 * Escape, a click outside the menu or a Tab out of the menu closes it. Arrow keys, Home and End move the focus within
 * the menu (spec §2). Tab does not leave a menu with `data-keeps-focus`, because this menu covers the page. The ARIA
 * authoring practices call this pattern disclosure navigation. In this pattern, links keep their role.
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
      // The toggle event is asynchronous. A submenu of this menu may therefore already be open, and must stay open.
      for (const other of menus.filter(menu.open ? isRivalOf(menu) : isInside(menu))) other.open = false;
    });
  document.addEventListener('click', ({ target }) => {
    if (!isOwn(target)) closeMenusWithout(null);
  });
  root.addEventListener('focusout', ({ relatedTarget }) => {
    // If no element receives the focus, the event comes from a click. The click listener then closes the menus.
    if (relatedTarget instanceof Node) closeMenusWithout(relatedTarget);
  });
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Tab' && 'keepsFocus' in root.dataset && keepFocus(root, event)) event.preventDefault();
    if (event.shiftKey) return;
    if (event.key === 'Escape') closeInnermost(menus, event.target);
    else if (isOwn(event.target) && moveFocus(event.target, event.key)) event.preventDefault();
  });
}

const isInside = (menu: HTMLElement) => (other: HTMLElement) => other !== menu && menu.contains(other);
const isRivalOf = (menu: HTMLElement) => (other: HTMLElement) =>
  !menu.contains(other) && !other.contains(menu);
const summaryOf = (menu: HTMLDetailsElement): HTMLElement | null => menu.querySelector('summary');

/** Closes the innermost open menu. If the menu contained the focus, the focus moves to the menu's summary. */
function closeInnermost(menus: HTMLDetailsElement[], focused: EventTarget | null): void {
  const menu = menus.findLast(({ open }) => open);
  if (!menu) return;
  const hadFocus = focused instanceof Element && menu.contains(focused);
  menu.open = false;
  if (hadFocus) summaryOf(menu)?.focus();
}

/**
 * Moves the focus from the last element of an open menu to its first one, or back with Shift+Tab.
 * @returns whether the focus moved
 */
function keepFocus(menu: HTMLElement, { target, shiftKey }: KeyboardEvent): boolean {
  if (!(menu instanceof HTMLDetailsElement && menu.open)) return false;
  const [first, last] = [summaryOf(menu), focusableOf(menu).at(-1)];
  if (target !== (shiftKey ? first : last)) return false;
  (shiftKey ? last : first)?.focus();
  return true;
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

/** Visible links of an open menu, and the summaries of its submenus. */
function focusableOf(menu: HTMLDetailsElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('a[href], summary')].filter(
    (element) => element !== summaryOf(menu) && element.checkVisibility(),
  );
}
