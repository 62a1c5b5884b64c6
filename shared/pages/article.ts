import type { SafeHtml, Teaser } from './content.ts';

/** One article: a blog, a promotion or a static page of the CMS. */
export interface ArticlePage {
  kind: 'article';
  group: 'blogs' | 'promotions' | null;
  title: string;
  html: SafeHtml;
  picture: string | null;
  date: string | null;
  dateText: string | null;
  facts: { label: string; text: string }[];
  /** Path of the list, for items of a group. */
  backHref: string | null;
  more: Teaser[];
  /** The page is about winners, and sample players are among them. */
  isSample: boolean;
}
