import type { contentListCalls } from '../content-lists.ts';
import type { ExamplesOf } from './example.ts';

export const contentListExamples: ExamplesOf<typeof contentListCalls> = {
  'games/listfolders': {
    request: {
      userLanguge: 'en',
    },
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
  'download/games': {
    request: {
      gameId: 'daily',
    },
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
  'news-and-trends': {
    request: {
      page: 1,
    },
    response: {
      total_count: 3,
      page: 1,
      pages: 1,
      result: [
        {
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
        },
      ],
    },
  },
  'recent-news-and-trends': {
    request: {},
    response: {
      result: [
        {
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
        },
      ],
    },
  },
  monthwisepostscount: {
    request: {},
    response: {
      months: [
        {
          year: 2026,
          month: 11,
          count: 3,
        },
      ],
    },
  },
};
