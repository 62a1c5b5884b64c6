import type { SafeHtml, Teaser } from './content.ts';

/** One blog, promotion or static page of the CMS. */
export interface ArticlePage {
  kind: 'article';
  group: 'blogs' | 'promotions' | null;
  title: string;
  html: SafeHtml;
  picture: string | null;
  date: string | null;
  dateText: string | null;
  facts: { label: string; text: string }[];
  /** Path of the list that the item belongs to. Null for a page outside lists. */
  backHref: string | null;
  more: Teaser[];
  /** True if the page shows winners, and the winners include sample players. */
  isSample: boolean;
}
