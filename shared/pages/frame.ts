/** The money format of the page's language; the currency code is sent with each amount. */
export interface MoneyFormat {
  /** BCP 47. */
  locale: string;
  currency: { style: 'currency'; currencyDisplay: 'symbol' | 'narrowSymbol' | 'code' | 'name' };
}

/** A link of a menu. Without `href` it only opens its children. */
export interface MenuLink {
  label: string;
  href: string | null;
  /** The page being shown, or one of its children. */
  current: boolean;
  children: MenuLink[];
}

/** The parts of every page around its content. */
export interface Frame {
  lang: string;
  dir: 'ltr' | 'rtl';
  /** '' for the default language, else '/hi'. */
  langPrefix: string;
  /** Path of this page without the language prefix. */
  path: string;
  title: string;
  description: string;
  /** Absolute where the site's URL is configured, else null. */
  canonical: string | null;
  alternates: { lang: string; href: string }[];
  indexable: boolean;
  /**
   * Address of the same page without streaming, to which browsers without script are sent. Null: this page is
   * not streamed.
   */
  withoutScriptHref: string | null;
  ogType: 'website' | 'article';
  /** Of the header's schedule-demo button; null where there is none. */
  scheduleDemoHref: string | null;
  menus: {
    main: MenuLink[];
    /** The styles show it to players only. */
    postLogin: MenuLink[];
    /** Further pages, in the drawer of small screens (`menus.siteConfig`). */
    other: MenuLink[];
    footer: { title: string; links: MenuLink[] }[];
  };
  timeZone: string;
  moneyFormat: MoneyFormat;
  /** Year of the copyright line, that of the page's freshest data. */
  year: number;
}
