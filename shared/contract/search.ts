import { z } from 'zod';
import { Language } from './fields.ts';

/** What is looked through, in the order in which it is shown. */
export const searchCategories = ['games', 'results', 'promotions', 'blogs', 'pages'] as const;
export type SearchCategory = (typeof searchCategories)[number];

export const SearchRequest = z.strictObject({
  /** Whatever somebody types; one without a word in it finds nothing. */
  keyword: z.string('field.wrong').max(200, 'field.wrong'),
  /** Of the texts that are looked through; English where there are none in it. */
  userLanguge: Language.optional(),
});

export const SearchHit = z.object({
  /** Plain text, as the other fields: nothing here is HTML. */
  title: z.string().max(200),
  content: z.string().max(400),
  /** Name of a drawing, as `featured_image` of the content has it. */
  featured_image: z.string().max(300),
  /** Of our own site, without host and language. */
  read_more_path: z
    .string()
    .regex(/^\/(?!\/)/)
    .max(300),
});
export type SearchHit = z.infer<typeof SearchHit>;

const Hits = z.object({
  /** How many there are; 1,000 at most, and of words that nearly everything has, as many as were looked at. */
  total_count: z.int().min(0).max(1000),
  /** The best of them. */
  result: z.array(SearchHit).max(20),
});
export const SearchResponse = z.object({
  games: Hits,
  results: Hits,
  promotions: Hits,
  blogs: Hits,
  pages: Hits,
});
export type SearchResponse = z.infer<typeof SearchResponse>;

/** Site search (spec §2, §3). */
export const searchCalls = {
  'common-search': {
    who: 'anyone',
    read: false,
    rate: 'search',
    codes: [],
    request: SearchRequest,
    response: SearchResponse,
  },
} as const;
