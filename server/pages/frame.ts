import { isoDayIn } from '../../shared/domain/site-time.ts';
import type { Frame, MenuLink } from '../../shared/pages/frame.ts';
import { pictureSize } from '../../shared/pages/picture.ts';
import { resources } from '../../shared/resources.ts';
import type { MenuItem, SiteConfig } from '../config/site-config.ts';
import { once } from '../once.ts';
import { cmsFilesOf } from '../render/foreign-sources.ts';
import type { Words } from '../words/words.ts';
import type { PageMeta } from './loader.ts';
import { groupPath, type MenuGroup, menuGroups } from './menu-groups.ts';

const demoPath = resources['schedule-demo'].path;
const noItems: readonly MenuItem[] = [];
const rightToLeft = new Set(['ar', 'fa', 'he', 'ur']);

/**
 * Returns head, menus and footer of a page.
 * @param path the path without the language
 */
export function frameOf(
  path: string,
  meta: PageMeta,
  words: Words,
  config: SiteConfig,
  siteUrl: string | null,
  now: Date,
): Frame {
  const { languages, defaultLanguage, timeZone, currencyFormat } = config.boot;
  const { menus } = config.setup;
  const pathIn = (code: string, ownPath = meta.canonicalPath) =>
    code === defaultLanguage ? ownPath : `/${code}${ownPath === '/' ? '' : ownPath}`;
  const queryIn = (code: string) =>
    meta.to ? `?${new URLSearchParams({ to: inLanguage(meta.to, code, config.boot) })}` : '';
  const groups = menuGroups(config);
  const shown = languages.length > 1 ? languages : [];
  return {
    lang: words.lang,
    dir: rightToLeft.has(words.lang) ? 'rtl' : 'ltr',
    locale: words.locale,
    otherLocales: shown.filter(({ code }) => code !== words.lang).map(({ locale }) => locale),
    langPrefix: words.langPrefix,
    path,
    title: meta.title,
    description: meta.description,
    canonical: siteUrl && `${siteUrl}${pathIn(words.lang)}`,
    alternates: siteUrl ? alternatesOf(shown, defaultLanguage, (code) => `${siteUrl}${pathIn(code)}`) : [],
    feeds: meta.feeds,
    languages: shown.map(({ code, name }) => ({
      lang: code,
      name,
      href: pathIn(code, meta.linkPath) + queryIn(code),
      current: code === words.lang,
    })),
    translator: config.setup.googleTranslator === 'true' ? config.boot.translatorLanguages : null,
    cmsFiles: cmsFilesOf(config),
    indexable: meta.indexable,
    withoutScriptHref: null,
    ogType: meta.ogType,
    picture: siteUrl === null ? null : pictureOf(meta, words, siteUrl),
    scheduleDemoHref:
      config.setup.scheduleDemo && path !== demoPath ? `${words.langPrefix}${demoPath}` : null,
    menus: {
      main: menuLinks(menus.main, path, words),
      postLogin: menuLinks(menus.postLogin, path, words),
      other: menuLinks(menus.siteConfig, path, words),
      footer: menus.footer.map((group) => ({
        title: labelOf(group, words),
        href: groupHref(group, path, words, groups),
        links: menuLinks(group.children ?? noItems, path, words),
      })),
    },
    missingPaths: config.missingPaths ?? [],
    playHref: config.setup.sales ? `${words.langPrefix}${resources.games.path}` : null,
    timeZone,
    moneyFormat: { locale: words.locale, currency: currencyFormat },
    year: Number(isoDayIn(timeZone, now).slice(0, 4)),
  };
}

/** Returns the picture of a page, or the picture of the site for a page without one. */
function pictureOf({ picture }: PageMeta, words: Words, siteUrl: string): Frame['picture'] {
  const { path, alt, size } = picture ?? {
    path: `${words.langPrefix}${resources.sitePicture.path}`,
    alt: `${words.t('site.name')}: ${words.t('site.description')}`,
    size: pictureSize,
  };
  return { href: new URL(path, siteUrl).href, alt, size };
}

/** Returns a path of this site in the language `code`. The given path may begin with any language. */
function inLanguage(path: string, code: string, { languages, defaultLanguage }: SiteConfig['boot']): string {
  const [, first = ''] = /^\/([^/?#]*)/.exec(path) ?? [];
  const own = languages.some((language) => language.code === first) ? path.slice(first.length + 1) : path;
  return (code === defaultLanguage ? '' : `/${code}`) + own || '/';
}

/** Returns the address of a page in each language. The entry `x-default` is for readers of other languages. */
function alternatesOf(
  languages: SiteConfig['boot']['languages'],
  defaultLanguage: string,
  address: (code: string) => string,
): Frame['alternates'] {
  const own = languages.map(({ code }) => ({ lang: code, href: address(code) }));
  return own.length > 0 ? [...own, { lang: 'x-default', href: address(defaultLanguage) }] : [];
}

export const labelOf = (item: MenuItem, words: Words): string =>
  item.labelKey ? words.tOr(item.labelKey, item.title) : item.title;

const opensOnly = ({ url }: MenuItem): boolean => url === 'Menu' || url === '#';

/** Returns the address of a menu item in the page's language. Returns null for an item that only opens a submenu. */
export function menuHref(item: MenuItem, words: Words): string | null {
  if (opensOnly(item)) return null;
  return item.url.startsWith('/') ? `${words.langPrefix}${item.url}` || '/' : item.url;
}

function groupHref(item: MenuItem, path: string, words: Words, groups: readonly MenuGroup[]): string | null {
  const group = groups.find((each) => each.item === item);
  return group ? words.langPrefix + groupPath(group, path) : menuHref(item, words);
}

interface MenuEntry {
  /** The unmarked link, as it is shown on pages that do not belong to the menu item. */
  link: MenuLink;
  /** The path of the item's page without the language; null for an item that only opens a submenu. */
  path: string | null;
  children: readonly MenuEntry[];
}

const menuEntry = (item: MenuItem, words: Words): MenuEntry => {
  const children = (item.children ?? []).map((child) => menuEntry(child, words));
  return {
    link: {
      label: labelOf(item, words),
      href: menuHref(item, words),
      current: false,
      children: children.map(({ link }) => link),
    },
    path: opensOnly(item) ? null : (item.url.split('#', 1)[0] ?? null),
    children,
  };
};

/** Creates the entries of a menu once for each language, because every page shows the menus. */
const menuEntries = once((words: Words) =>
  once((items: readonly MenuItem[]) => items.map((item) => menuEntry(item, words))),
);

/** Returns the links of a menu. A link is marked if the current page belongs to its menu item. */
function menuLinks(items: readonly MenuItem[], path: string, words: Words): MenuLink[] {
  return menuEntries(words)(items).map((entry) => linkOn(path, entry));
}

function linkOn(path: string, entry: MenuEntry): MenuLink {
  return isCurrent(entry, path)
    ? { ...entry.link, current: true, children: entry.children.map((child) => linkOn(path, child)) }
    : entry.link;
}

const isCurrent = ({ path: own, children }: MenuEntry, path: string): boolean =>
  (own !== null && (own === path || (own !== '/' && path.startsWith(`${own}/`)))) ||
  children.some((child) => isCurrent(child, path));

/** Paths of pages that no cache may store. */
const notKept = new Set<string>(Object.values(resources).flatMap(({ kept, path }) => (kept ? [] : [path])));

/**
 * Returns the paths of the home page and of each page to which the menu bar links directly. Pages in its submenus are
 * left out.
 */
export function menuBarPaths({ setup }: SiteConfig): string[] {
  return keptPaths(setup.menus.main);
}

/** Returns the paths of the home page and of each page of this site to which the menu bar or the footer links. */
export function menuPaths({ setup }: SiteConfig): string[] {
  const { main, footer } = setup.menus;
  return keptPaths([...withChildren(main), ...withChildren(footer)]);
}

const withChildren = (menu: readonly MenuItem[]): MenuItem[] =>
  menu.concat(menu.flatMap(({ children = [] }) => children));

/** Adds the home page. Leaves out links to other sites, and pages that no cache may store. */
function keptPaths(items: readonly MenuItem[]): string[] {
  const paths = items
    .map(({ url }) => url.split('#', 1)[0] ?? '')
    .filter((path) => path.startsWith('/') && !notKept.has(path));
  return [...new Set(['/', ...paths])];
}
