import type { Block, Teaser } from './content.ts';

/** A list of blogs or promotions. */
export interface ListPage {
  kind: 'list';
  group: 'blogs' | 'promotions';
  intro: Block | null;
  items: Teaser[];
}
