/** Money format of the page's language. It contains no currency code, because amounts can have different currencies. */
export interface MoneyFormat {
  /** BCP 47 tag. */
  locale: string;
  currency: { style: 'currency'; currencyDisplay: 'symbol' | 'narrowSymbol' | 'code' | 'name' };
}

/** A menu entry. Without `href`, the entry only opens its submenu. */
export interface MenuLink {
  label: string;
  href: string | null;
  /** True if the current page is the target of the link, or a page below the target. */
  current: boolean;
  children: MenuLink[];
}

/** An RSS feed, which feed readers find in the head of a page. */
export interface FeedLink {
  title: string;
  href: string;
}

/** The parts around the content of a page, such as the menus and the head of the document. */
export interface Frame {
  lang: string;
  dir: 'ltr' | 'rtl';
  /** BCP 47 tag of the page's language, such as 'en-IN'. */
  locale: string;
  /** BCP 47 tags of the site's other languages. */
  otherLocales: string[];
  /** '' for the default language, otherwise a prefix such as '/hi'. */
  langPrefix: string;
  /** Path of this page without the language prefix. */
  path: string;
  title: string;
  description: string;
  /** Absolute address of this page. Null if the site's URL is not configured. */
  canonical: string | null;
  alternates: { lang: string; href: string }[];
  feeds: readonly FeedLink[];
  /** Links to this page in each language of the site. Empty if the site has one language. */
  languages: { lang: string; name: string; href: string; current: boolean }[];
  /** Languages of the translation widget. Null if the site has no widget. */
  translator: readonly { code: string; name: string }[] | null;
  /** Addresses of the CMS's own styles and scripts. */
  cmsFiles: { styles: readonly string[]; scripts: readonly string[] };
  indexable: boolean;
  /** URL of the current page without streaming, for browsers without JavaScript. Null if the page is not streamed. */
  withoutScriptHref: string | null;
  ogType: 'website' | 'article';
  /** The picture for link previews, with its absolute address. Null if the site's public address is unknown. */
  picture: { href: string; alt: string; size: { width: number; height: number } | null } | null;
  /** Address of the header's schedule-demo button. Null if there is no button. */
  scheduleDemoHref: string | null;
  menus: {
    main: MenuLink[];
    /** Menu that the styles show only to logged-in players. */
    postLogin: MenuLink[];
    /** Links that only the menu of small screens contains (`menus.siteConfig`). */
    other: MenuLink[];
    /** `href` is the path of the group's page, or null if the group only has a heading. */
    footer: { title: string; href: string | null; links: MenuLink[] }[];
  };
  /** Paths, without the language, of pages that lack texts in the CMS. The site shows no links to these pages. */
  missingPaths: readonly string[];
  /** Address of the page from which players choose a game to play. Null if the site sells no tickets. */
  playHref: string | null;
  timeZone: string;
  moneyFormat: MoneyFormat;
  /** Year of the copyright line, in the site's time zone. */
  year: number;
}
