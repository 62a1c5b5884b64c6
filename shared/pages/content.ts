/** CMS HTML that the server has sanitised: the only HTML a component may set. */
export interface SafeHtml {
  __html: string;
}

/** A piece of CMS content inside a page. */
export interface Block {
  slug: string;
  title: string;
  html: SafeHtml;
}

/** A blog, promotion, game or page in a list. */
export interface Teaser {
  title: string;
  text: string;
  href: string;
  /** Name of an illustration. */
  picture: string;
  /** "20 November 2026", or null. */
  dateText: string | null;
  date: string | null;
}
