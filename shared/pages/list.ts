import type { Block, Teaser } from './content.ts';

/** A link to another part of a list, such as a month. */
export interface PlaceLink {
  label: string;
  href: string;
  isCurrent: boolean;
}

/**
 * An archive page of blogs or promotions. The archive contains either all items or the items of one month, and can have
 * several pages.
 */
export interface ListPage {
  kind: 'list';
  group: 'blogs' | 'promotions';
  title: string;
  intro: Block | null;
  items: Teaser[];
  /** The month, the page number or both, such as "November 2026, page 2". Null on the first page of all items. */
  place: string | null;
  /** Position of the page in the list, for example "Page 2 of 3". Null if the list has only one page. */
  position: string | null;
  /** Links to the months with items. Empty if the platform does not list the months. */
  months: PlaceLink[];
  newerHref: string | null;
  olderHref: string | null;
  /**
   * The newest items, for the links below an older page of the archive. Empty on the first page, which already lists
   * them.
   */
  recent: Teaser[];
}
