import { z } from 'zod';
import { declareCall } from './call.ts';
import { Language } from './fields.ts';
import { GameId, IsoDate } from './values.ts';

/** Language of the texts; English is the fallback. */
const language = { userLanguge: Language.optional() };

/**
 * Fields of a list entry. The texts are plain text. `featured_image` names an illustration, and `read_more_path` is a
 * path on the site without host and language.
 */
const listed = {
  title: z.string().max(120),
  content: z.string().max(300),
  featured_image: z.string().max(300),
  read_more_path: z.string().max(300),
};

export const GameFolder = z.object({
  /** The last segment of the entry's path. */
  folder: z.string().max(64),
  gameId: GameId,
  ...listed,
});

/** A text file with the rules and prizes of a game. */
export const GameDownload = z.object({
  gameId: GameId,
  name: z.string().max(80),
  fileName: z.string().max(100),
  mediaType: z.literal('text/plain; charset=utf-8'),
  modified: IsoDate,
  text: z.string().max(100_000),
});

export const Post = z.object({
  slug: z.string().max(120),
  ...listed,
  date: IsoDate,
  modified: IsoDate,
  author: z.string().max(80),
  readingMinutes: z.int().positive(),
});
export type Post = z.infer<typeof Post>;

/** A group of posts. The calls for posts list the posts of one group. */
export const PostGroup = z.enum(['blogs', 'promotions']);
export type PostGroup = z.infer<typeof PostGroup>;

const group = {
  group: PostGroup.optional().describe(
    'Group of the posts; `blogs` without it. Promotions have the order of their list, and no author.',
  ),
};

export const PostsRequest = z.strictObject({
  ...language,
  ...group,
  /** Restricts the answer to the posts of one month. The filter needs both `year` and `month`. */
  year: z.int('field.wrong').min(2000, 'field.wrong').max(2999, 'field.wrong').optional(),
  month: z.int('field.wrong').min(1, 'field.wrong').max(12, 'field.wrong').optional(),
  page: z.int('field.wrong').min(1, 'field.wrong').max(1000, 'field.wrong').default(1),
});

const read = { who: 'anyone', read: true, rate: 'read', codes: [] } as const;
const anyRequest = z.strictObject(language);
const ofGroup = z.strictObject({ ...language, ...group });
/** The examples of several calls contain this post. */
const post: z.input<typeof Post> = {
  slug: 'keeping-it-a-game',
  title: 'Keeping it a game',
  content:
    'A budget in ten minutes, a worked example, and five rules for the moments when a plan is hardest to keep.',
  featured_image: 'heart',
  read_more_path: '/blogs/keeping-it-a-game',
  date: '2026-11-16',
  modified: '2026-11-20',
  author: 'Golden Lotto desk',
  readingMinutes: 4,
};

/** Calls for lists of the content library (spec §7). The posts are the items of the blog or the promotions. */
export const contentListCalls = {
  'games/listfolders': declareCall({
    summary: 'The pages of the games.',
    ...read,
    request: anyRequest,
    response: z.object({ folders: z.array(GameFolder).max(100) }),
    example: {
      request: { userLanguge: 'en' },
      response: {
        folders: [
          {
            title: 'Golden Daily 5/36',
            content: 'Five of 36 numbers, one draw a day, and a prize from two right numbers.',
            featured_image: 'daily',
            read_more_path: '/games/golden-daily',
            folder: 'golden-daily',
            gameId: 'daily',
          },
        ],
      },
    },
  }),

  'download/games': declareCall({
    summary: 'Rules and prizes of the games, as text files.',
    ...read,
    request: z.strictObject({ ...language, gameId: GameId.optional() }),
    response: z.object({ games: z.array(GameDownload).max(100) }),
    example: {
      request: { gameId: 'daily' },
      response: {
        games: [
          {
            gameId: 'daily',
            name: 'Golden Daily 5/36',
            fileName: 'golden-daily.txt',
            mediaType: 'text/plain; charset=utf-8',
            modified: '2026-11-20',
            text: 'Golden Daily 5/36\n\nFive of 36 numbers, one draw a day, and a prize from two right numbers.\n\nOne line: ₹20\n\n- First prize: 5 of 5, ₹10,00,000, 1 in 3,76,992\n- Second prize: 4 of 5, ₹10,000, 1 in 2,432\n',
          },
        ],
      },
    },
  }),

  'news-and-trends': declareCall({
    summary: 'The posts of the blog, newest first, or the promotions, by page; optionally of one month.',
    ...read,
    request: PostsRequest.refine(({ year, month }) => (year === undefined) === (month === undefined), {
      path: ['month'],
      error: 'field.wrong',
    }).describe('`year` and `month` come together or not at all.'),
    response: z.object({
      total_count: z.int().nonnegative(),
      page: z.int().positive(),
      pages: z.int().nonnegative(),
      result: z.array(Post).max(10),
    }),
    example: {
      request: { page: 1 },
      response: {
        total_count: 3,
        page: 1,
        pages: 1,
        result: [post],
      },
    },
  }),

  'recent-news-and-trends': declareCall({
    summary: 'The newest posts.',
    ...read,
    request: ofGroup,
    response: z.object({ result: z.array(Post).max(5) }),
    example: {
      request: {},
      response: {
        result: [post],
      },
    },
  }),

  monthwisepostscount: declareCall({
    summary: 'The number of posts in each month.',
    ...read,
    request: ofGroup,
    response: z.object({
      /** Months with posts, newest first. */
      months: z
        .array(z.object({ year: z.int(), month: z.int().min(1).max(12), count: z.int().positive() }))
        .max(1200),
    }),
    example: { request: {}, response: { months: [{ year: 2026, month: 11, count: 3 }] } },
  }),
};
