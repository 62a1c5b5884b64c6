import { configuredTitle, metaOf, type PageLoader } from '../loader.ts';
import { figuresOf } from './figures.ts';
import { blockOf } from './teasers.ts';

/** The number of largest wins on the page: three rows of three. */
const topShown = 9;

/** Loads `/winners`: the largest and the newest wins, with aliases instead of the winners' names. */
export const loadWinners: PageLoader = async (request) => {
  const { words, cards, sources } = request;
  const [winners, content] = await Promise.all([
    sources.winners(),
    sources.optional(sources.content('winners')),
  ]);
  return {
    status: 200,
    page: {
      kind: 'winners',
      intro: content ? blockOf(content.page) : null,
      isSample: winners.totals.isSample,
      figures: figuresOf(winners.totals, words),
      top: winners.topWinners.slice(0, topShown).map(cards.winner),
      recent: winners.recentWinners.map(cards.winner),
    },
    meta: metaOf(request, {
      title: configuredTitle(request, 'winners'),
      cms: content?.page.head,
      canonicalPath: '/winners',
    }),
  };
};
