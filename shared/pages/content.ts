/** CMS HTML that the server has sanitised. Components may insert no other HTML. */
export interface SafeHtml {
  __html: string;
}

/** A CMS text that is shown as a part of a page. */
export interface Block {
  slug: string;
  title: string;
  html: SafeHtml;
}

/** An entry of a list: a blog, promotion, game or page. */
export interface Teaser {
  title: string;
  text: string;
  href: string;
  /** The path of a photo of the CMS, or the name of an illustration. */
  picture: string;
  /** The photo in several widths, as the value of `srcset`. Null if the CMS lists no widths. */
  pictureSet: string | null;
  /** Date of the entry as text, such as "20 November 2026", or null. */
  dateText: string | null;
  date: string | null;
  /** The offer of a promotion. Null for other entries, and if the CMS does not describe the promotion. */
  offer: { value: string | null; endsText: string } | null;
}
