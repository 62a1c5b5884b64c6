import type { GameMark } from './cards.ts';
import type { SafeHtml, Teaser } from './content.ts';

/** A story about a large prize, written from the published data of the draw alone. */
export interface Story extends GameMark {
  title: string;
  text: string;
  /** Path of the draw's page. */
  href: string;
  drawnAt: string;
  dateText: string;
}

/** One blog, promotion or static page of the CMS. */
export interface ArticlePage {
  kind: 'article';
  group: 'blogs' | 'promotions' | null;
  title: string;
  /** The sentence below the title, or null. */
  lead: string | null;
  html: SafeHtml;
  /** Language of title and text if it is not the language of the page. */
  lang: string | null;
  picture: string | null;
  /** The photo in several widths, as a `srcset`, or null. */
  pictureSet: string | null;
  date: string | null;
  dateText: string | null;
  /** Day of the last change as YYYY-MM-DD, or null. */
  modified: string | null;
  /** Text with the day of the last change. Null if the page has not changed since its publication. */
  modifiedText: string | null;
  author: string | null;
  /** Questions with their answers as plain text. Empty on every page except `/faq`. */
  questions: { question: string; answer: string }[];
  facts: { label: string; text: string }[];
  /** The page above this one in the breadcrumb: its list, or its group of the footer menu. */
  parent: { label: string; href: string } | null;
  /** Path of the list that the item belongs to. Null for a page outside lists. */
  backHref: string | null;
  more: Teaser[];
  /** Prizes of recent draws, only on the page of winner stories. */
  stories: Story[];
  /** True if the page shows winners, and the winners include sample players. */
  isSample: boolean;
}
