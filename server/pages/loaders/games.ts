import type { Game } from '../../../shared/contract/games.ts';
import { markOf } from '../cards.ts';
import { configuredTitle, metaOf, type PageLoader, type PageRequest } from '../loader.ts';
import { loadGameBySlug } from './game.ts';
import { contentBlockOf } from './teasers.ts';

/** Loads `/games`, the page of all games. With `?game=`, it loads the page of the named game instead (spec §2). */
export const loadGames: PageLoader = async (request) => {
  const { query, words, cards, sources } = request;
  if (query['game'] !== undefined) return loadGameBySlug(request, query['game']);
  const [games, upcoming, content] = await Promise.all([
    sources.games(),
    sources.upcoming(),
    sources.optional(sources.content(request.config.boot.runtimePages.games.default)),
  ]);
  return {
    status: 200,
    page: {
      kind: 'games',
      intro: content ? contentBlockOf(content.page) : null,
      games: games.map((game) => {
        const draw = upcoming.find((candidate) => candidate.gameId === game.gameId);
        return Object.assign(markOf(game, words), {
          description: words.tOr(`game_text.${game.gameId}`, game.description),
          scheduleText: scheduleOf(game, words),
          upcoming: draw ? cards.upcoming(draw, game) : null,
        });
      }),
    },
    meta: metaOf(request, {
      title: configuredTitle(request, 'games'),
      cms: content?.page.head,
      canonicalPath: '/games',
    }),
  };
};

const scheduleOf = (game: Game, words: PageRequest['words']): string =>
  `${words.schedule(game.schedule)} · ${words.money(game.ticketPrice, game.currencyCode)}`;
