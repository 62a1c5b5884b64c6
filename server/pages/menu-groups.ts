import type { MenuItem, SiteConfig } from '../config/site-config.ts';
import { matchPath } from './match-path.ts';

/** A group of the footer menu with a page of its own, which lists the children of the group. */
export interface MenuGroup {
  /** Path of the group's page, without the language. */
  path: string;
  item: MenuItem;
}

const isGroupPath = (url: string, { boot }: SiteConfig): boolean =>
  matchPath(url.split('/').filter(Boolean))?.name === 'static' &&
  !boot.staticPages.some(({ name }) => url === `/${name}`);

/** Caches the groups of a configuration, because the footer of each page needs them. */
const known = new WeakMap<SiteConfig, readonly MenuGroup[]>();

/** Returns the groups with a page of their own. The URL of another group is a page that exists without the menu. */
export function menuGroups(config: SiteConfig): readonly MenuGroup[] {
  let groups = known.get(config);
  if (!groups) {
    groups = config.setup.menus.footer
      .filter(({ url }) => /^\/[^/?#]+$/.test(url) && isGroupPath(url, config))
      .map((item) => ({ path: item.url, item }));
    known.set(config, groups);
  }
  return groups;
}

/** Returns the id of the HTML element of a menu item on the page of its group. */
export const childId = ({ url }: MenuItem): string => url.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '');

/**
 * Returns the path of a group's page. If the current page belongs to the group, a fragment with the id of its menu item
 * follows. The group's page then highlights the item from which the visitor came.
 * @param path path of the current page, without the language
 */
export function groupPath(group: MenuGroup, path: string): string {
  const child = group.item.children?.find(({ url }) => url === path);
  return child ? `${group.path}#${childId(child)}` : group.path;
}
