import type { Block, Teaser } from './content.ts';

/** A list of teasers: blogs, promotions. */
export interface ListPage {
  kind: 'list';
  group: 'blogs' | 'promotions';
  intro: Block | null;
  items: Teaser[];
}
