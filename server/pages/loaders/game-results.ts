import { notFound, type PageLoader } from '../loader.ts';

/** Redirects `/results/{game}` to the results list of that game. */
export const loadGameResults: PageLoader = async (request) => {
  const { params, words, sources } = request;
  const game = (await sources.games()).find((candidate) => candidate.slug === params['slug']);
  return game ? { status: 301, location: `${words.langPrefix}/results?game=${game.gameId}` } : notFound;
};
