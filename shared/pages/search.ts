import type { SearchCategory } from '../contract/search.ts';
import type { Block } from './content.ts';

export interface SearchHit {
  title: string;
  text: string;
  href: string;
  /** Name of an illustration. */
  picture: string;
}

export interface SearchTab {
  category: SearchCategory;
  /** The formatted number of hits. */
  count: string;
  href: string;
  isCurrent: boolean;
}

export interface SearchFound {
  /** A text with the number of hits in all categories. */
  summary: string;
  /** One tab for each category. Empty if no category has hits. */
  tabs: SearchTab[];
  /** A page of hits of the current tab. */
  hits: SearchHit[];
  /** Address of the next page of hits. */
  moreHref: string | null;
  /** Address of the first page of hits. Null on the first page. */
  firstHref: string | null;
}

export interface SearchPage {
  kind: 'search';
  title: string;
  /** The text in the search box, as the visitor has typed it. */
  keyword: string;
  /** Error message at the search box. */
  error: string | null;
  /** Error message if the search has failed. */
  problem: string | null;
  /** The hits; null if nothing was searched. */
  found: SearchFound | null;
  /** Text that explains the search. */
  help: Block | null;
}
