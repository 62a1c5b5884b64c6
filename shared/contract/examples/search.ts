import type { searchCalls } from '../search.ts';
import type { ExamplesOf } from './example.ts';

export const searchExamples: ExamplesOf<typeof searchCalls> = {
  'common-search': {
    request: {
      keyword: 'Golden Daily 5/36',
    },
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
      },
      promotions: {
        total_count: 0,
        result: [],
      },
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
      },
    },
  },
};
