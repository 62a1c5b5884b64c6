import type { Block, Teaser } from './content.ts';

/** A link to another part of the same list. */
export interface PlaceLink {
  label: string;
  href: string;
  isCurrent: boolean;
}

/** A list of blogs or promotions: all items, one month, or a further page of them. */
export interface ListPage {
  kind: 'list';
  group: 'blogs' | 'promotions';
  title: string;
  intro: Block | null;
  items: Teaser[];
  /** Name of a month or a further page, such as "November 2026, page 2". Null on the first page of all items. */
  place: string | null;
  /** For example "Page 2 of 3". Null if the list has one page. */
  position: string | null;
  /** Links to the months with items. Empty if the platform does not list them. */
  months: PlaceLink[];
  newerHref: string | null;
  olderHref: string | null;
  /** The newest items, on pages that do not show them anyway. */
  recent: Teaser[];
}
