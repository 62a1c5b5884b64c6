import type { MenuItem, SiteConfig } from '../config/site-config.ts';
import { once } from '../once.ts';
import { matchPath } from './match-path.ts';

/** A group of the footer menu that has its own page. The page lists the menu items of the group. */
export interface MenuGroup {
  /** Path of the group's page, without the language. */
  path: string;
  item: MenuItem;
}

const isGroupPath = (url: string, { boot }: SiteConfig): boolean =>
  matchPath(url.split('/').filter(Boolean))?.name === 'static' &&
  !boot.staticPages.some(({ name }) => url === `/${name}`);

/**
 * Returns the groups with a page of their own, computed once for each configuration. Any other group links to a page
 * that exists independently of the menu.
 */
export const menuGroups = once((config: SiteConfig): readonly MenuGroup[] =>
  config.setup.menus.footer
    .filter(({ url }) => /^\/[^/?#]+$/.test(url) && isGroupPath(url, config))
    .map((item) => ({ path: item.url, item })),
);

/** Returns the id of the HTML element that shows a menu item on the page of the item's group. */
export const childId = ({ url }: MenuItem): string => url.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '');

/**
 * Returns the path of a group's page. If the current page belongs to the group, a fragment with the id of the current
 * page's menu item is appended. The group's page then highlights the item from which the visitor came.
 * @param path path of the current page, without the language
 */
export function groupPath(group: MenuGroup, path: string): string {
  const child = group.item.children?.find(({ url }) => url === path);
  return child ? `${group.path}#${childId(child)}` : group.path;
}
