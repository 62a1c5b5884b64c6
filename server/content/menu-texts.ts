import type { MenuItem, SiteConfig } from '../config/site-config.ts';
import { matchPath } from '../pages/match-path.ts';

/** Tracks which texts are missing in the CMS, so that no menu links to a page without a text (spec §2). */
export interface MenuTexts {
  /** Records whether the CMS has a text. Called whenever the site reads a text. */
  note(lang: string, name: string, exists: boolean): void;
  /** Reads all texts to which menus link, so that the first pages have no dead links. Never rejects. */
  readAll(): Promise<void>;
  /**
   * Returns the configuration without menu links to texts that were missing at their last read. Also reads the missing
   * texts again in the background. Otherwise, hardly any request would read them, because no page links to them.
   */
  shown(): SiteConfig;
}

/** @param read reads a text through the cache */
export function createMenuTexts(
  config: SiteConfig,
  read: (lang: string, name: string) => Promise<unknown>,
): MenuTexts {
  // A page exists if its text exists in the default language.
  const { defaultLanguage } = config.boot;
  const inMenus = new Set(textsOf(config));
  const missing = new Set<string>();
  let shown = config;
  const readEach = async (names: Iterable<string>): Promise<void> => {
    // If a text cannot be read now, its link stays in the menus.
    await Promise.allSettled(Array.from(names, (name) => read(defaultLanguage, name)));
  };
  return {
    note(lang, name, exists) {
      // Most calls change nothing and return here. The cached headers and footers of pages remain valid as long as
      // `shown()` returns the same object.
      if (lang !== defaultLanguage || !inMenus.has(name) || missing.has(name) !== exists) return;
      if (exists) missing.delete(name);
      else missing.add(name);
      shown = missing.size === 0 ? config : withoutTexts(config, missing);
    },
    readAll: () => readEach(inMenus),
    shown() {
      if (missing.size > 0) void readEach(missing);
      return shown;
    },
  };
}

const pathOf = ({ url }: MenuItem): string => url.split('#', 1)[0] ?? '';

/** Returns the names of all texts to which menus link. */
function textsOf({ boot, setup }: SiteConfig): string[] {
  const inside = (items: readonly MenuItem[]): string[] =>
    items.flatMap((item) => [pathOf(item), ...inside(item.children ?? [])]);
  const paths = new Set(Object.values(setup.menus).flatMap(inside));
  return boot.staticPages.flatMap(({ name, static: isText }) =>
    isText && paths.has(`/${name}`) && matchPath([name])?.name === 'static' ? [name] : [],
  );
}

function withoutTexts(config: SiteConfig, missing: ReadonlySet<string>): SiteConfig {
  const missingPaths = Array.from(missing, (name) => `/${name}`);
  const kept = (items: readonly MenuItem[]): MenuItem[] =>
    items.flatMap((item) => {
      const isMissing = missingPaths.includes(pathOf(item));
      if (!item.children) return isMissing ? [] : [item];
      const children = kept(item.children);
      if (children.length === 0 && item.children.length > 0) return [];
      // If the page of a menu item with a submenu is missing, the item only opens the submenu.
      return [{ ...item, ...(isMissing ? { url: '#' } : {}), children }];
    });
  const { main, postLogin, siteConfig, footer } = config.setup.menus;
  const menus = {
    main: kept(main),
    postLogin: kept(postLogin),
    siteConfig: kept(siteConfig),
    footer: kept(footer),
  };
  return { ...config, setup: { ...config.setup, menus }, missingPaths };
}
