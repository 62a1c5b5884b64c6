import type { Game } from '../../../shared/contract/games.ts';
import { resources } from '../../../shared/resources.ts';
import { gamePictureOf, markOf } from '../cards.ts';
import { configuredTitle, metaOf, notFound, type PageLoader, type PageRequest, pathWith } from '../loader.ts';
import { figuresOf } from './figures.ts';
import { contentBlockOf } from './teasers.ts';

/** The number of largest wins on the page: three rows of three. */
const topShown = 9;

const pathOf = (game: Game | undefined): string =>
  pathWith(resources.winners.path, game ? { game: game.gameId } : {});

/**
 * Loads `/winners`: the largest and the newest wins, with aliases instead of the winners' names. With `?game=`, it
 * loads only the wins of the named game.
 */
export const loadWinners: PageLoader = async (request) => {
  const { query, words, cards, sources } = request;
  const isNamed = ({ gameId, slug }: Game) => gameId === query['game'] || slug === query['game'];
  const chosen = query['game'] ? (await sources.games()).find(isNamed) : undefined;
  if (query['game'] && !chosen) return notFound;
  const [games, winners, content] = await Promise.all([
    sources.games(),
    sources.winners(chosen?.gameId),
    sources.optional(sources.content('winners')),
  ]);
  const gameName = chosen ? markOf(chosen, words).gameName : null;
  return {
    status: 200,
    page: {
      kind: 'winners',
      intro: content && !chosen ? contentBlockOf(content.page) : null,
      isSample: winners.totals.isSample,
      figures: figuresOf(winners.totals, words),
      gameName,
      gameLinks: gameLinksOf(request, games, chosen),
      top: winners.topWinners.slice(0, topShown).map(cards.winner),
      recent: winners.recentWinners.map(cards.winner),
    },
    meta: metaOf(request, {
      ...(gameName === null
        ? { title: configuredTitle(request, 'winners'), cms: content?.page.head }
        : {
            title: words.t('page.winners.title_of', { game: gameName }),
            description: words.t('page.winners.description_of', { game: gameName }),
          }),
      canonicalPath: pathOf(chosen),
      ...(chosen ? { drawnPicture: gamePictureOf(chosen, words) } : {}),
    }),
  };
};

const gameLinksOf = ({ words }: PageRequest, games: readonly Game[], chosen: Game | undefined) =>
  [undefined, ...games].map((game) => ({
    label: game ? markOf(game, words).gameName : words.t('page.results.all_games'),
    href: words.langPrefix + pathOf(game),
    isCurrent: game === chosen,
  }));
