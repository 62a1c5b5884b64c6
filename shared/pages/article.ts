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
  /** Day of the last change as YYYY-MM-DD, or null. */
  modified: string | null;
  author: string | null;
  /** Questions with their answers as plain text, only on the page that consists of questions. */
  questions: { question: string; answer: string }[];
  facts: { label: string; text: string }[];
  /** Path of the list that the item belongs to. Null for a page outside lists. */
  backHref: string | null;
  more: Teaser[];
  /** True if the page shows winners, and the winners include sample players. */
  isSample: boolean;
}
