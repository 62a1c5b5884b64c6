import { z } from 'zod';
import { declareCall } from './call.ts';
import { Language } from './fields.ts';
import { Line } from './values.ts';

/** Categories of the search, in display order. */
export const searchCategories = ['games', 'results', 'promotions', 'blogs', 'pages'] as const;
export type SearchCategory = (typeof searchCategories)[number];

export const SearchRequest = z
  .strictObject({
    /** A search text without words finds nothing. */
    keyword: Line().max(200, 'field.wrong'),
    /** Language of the searched texts; English is the fallback. */
    userLanguge: Language.optional(),
    /** Restricts the answer to hits of this category. The other categories of the answer are then empty. */
    category: z.enum(searchCategories).optional(),
    /** Cursor from the previous page of the same search. */
    cursor: Line().min(1).max(128).optional(),
  })
  .refine(({ category, cursor }) => cursor === undefined || category !== undefined, {
    path: ['category'],
    error: 'field.wrong',
  })
  .describe('A `cursor` is valid only together with `category`.');

export const SearchHit = z.object({
  /** Title as plain text. All other texts of a hit are plain text too. */
  title: z.string().max(200),
  content: z.string().max(400),
  /** Name of an illustration of the site, or a URL on the content host. */
  featured_image: z.string().max(300),
  /** Path on the site, without the language. */
  read_more_path: z
    .string()
    .regex(/^\/(?!\/)/)
    .max(300),
});
export type SearchHit = z.infer<typeof SearchHit>;

const Hits = z.object({
  /**
   * Number of hits, at most 1,000. If the words are very common, the platform searches only a part of the texts and
   * counts only the hits in that part.
   */
  total_count: z.int().min(0).max(1000),
  /** Hits, best first. */
  result: z.array(SearchHit).max(20),
  /** Cursor for the next 20 hits; null on the last page. */
  cursor: z.string().max(128).nullable().default(null),
});
export const SearchResponse = z.object({
  games: Hits,
  results: Hits,
  promotions: Hits,
  blogs: Hits,
  pages: Hits,
});
export type SearchResponse = z.infer<typeof SearchResponse>;

/** The search call (spec §2, §3). */
export const searchCalls = {
  'common-search': declareCall({
    summary: 'Finds games, results, promotions, posts and pages by words or prefixes of words.',
    who: 'anyone',
    read: false,
    rate: 'search',
    codes: [],
    request: SearchRequest,
    response: SearchResponse,
    example: {
      request: { keyword: 'Golden Daily 5/36' },
      response: {
        games: {
          total_count: 1,
          result: [
            {
              title: 'Golden Daily 5/36',
              content: 'Five of 36 numbers, one draw a day, and a prize from two right numbers.',
              featured_image: 'daily',
              read_more_path: '/games/golden-daily',
            },
          ],
          cursor: null,
        },
        results: {
          total_count: 2,
          result: [
            {
              title: 'Golden Daily 5/36 · 325',
              content: 'November 21, 2026, 19:00: 4 13 14 31 32',
              featured_image: 'daily',
              read_more_path: '/results/golden-daily/325',
            },
          ],
          cursor: null,
        },
        promotions: { total_count: 0, result: [], cursor: null },
        blogs: {
          total_count: 1,
          result: [
            {
              title: 'Odds explained, with the arithmetic',
              content:
                'Work out the odds of our games yourself, see why no number is ever due, and what a second line really changes.',
              featured_image: 'chart',
              read_more_path: '/blogs/odds-explained',
            },
          ],
          cursor: null,
        },
        pages: {
          total_count: 3,
          result: [
            {
              title: 'Questions and answers',
              content: 'Short answers on draws, tickets, prizes, accounts, fairness and safe play.',
              featured_image: 'phone',
              read_more_path: '/faq',
            },
          ],
          cursor: null,
        },
      },
    },
  }),
};
