import type { PageName } from '../../shared/page-routes.ts';
import type { DocumentProps } from '../../shared/pages/document.ts';
import type { Reads } from '../cache/reads.ts';
import type { Deps } from '../deps.ts';
import { createSources, type Sources } from '../reads/sources.ts';
import type { PageAddress } from './address.ts';
import { frameOf } from './frame.ts';
import { type LoadedPage, notFound, type PageLoader } from './loader.ts';
import { loadBlog, loadPromotion, loadStatic } from './loaders/article.ts';
import { loadDraw } from './loaders/draw.ts';
import { loadGame } from './loaders/game.ts';
import { loadGameResults } from './loaders/game-results.ts';
import { loadGames } from './loaders/games.ts';
import { loadHome } from './loaders/home.ts';
import { loadBlogs, loadPromotions } from './loaders/list.ts';
import { loadResults } from './loaders/results.ts';
import { loadWinners } from './loaders/winners.ts';

/** Pages, as against files of data. */
type DocumentName = Exclude<PageName, 'latest' | 'sitemap'>;

const loaders: Record<DocumentName, PageLoader> = {
  home: loadHome,
  results: loadResults,
  gameResults: loadGameResults,
  draw: loadDraw,
  winners: loadWinners,
  games: loadGames,
  game: loadGame,
  blogs: loadBlogs,
  blog: loadBlog,
  promotions: loadPromotions,
  promotion: loadPromotion,
  static: loadStatic,
};

/** What a document is made from, before React. */
export type DocumentContent = Omit<DocumentProps, 'assets'>;

export type LoadedDocument =
  | { status: 200 | 422; document: DocumentContent }
  /** Nothing stands there: the one document for that is the answer. */
  | { status: 404 }
  | { status: 301 | 302; location: string };

/** The sources of one load, in one language. */
export function sourcesOf({ callReads, content }: Deps, lang: string, reads: Reads): Sources {
  return createSources({ reads, callReads, content, lang });
}

/**
 * Loads all that a page shows, to the end, so that its status, tags and lifetime are known before its first byte.
 * @param reads records what was read: the page inherits its freshness and its tags
 * @throws UpstreamError where a page cannot be made: an upstream fails and no copy of its answer is left
 */
export async function loadDocument(
  deps: Deps,
  address: PageAddress & { name: DocumentName },
  reads: Reads = deps.createReads(),
): Promise<LoadedDocument> {
  const { config, env } = deps;
  const now = deps.clock.now();
  const words = deps.wordsOf(address.lang);
  const sources = sourcesOf(deps, address.lang, reads);
  const request = { ...address, words, cards: deps.cardsOf(address.lang), sources, config, now };
  const loaded: LoadedPage = await loaders[address.name](request);
  if ('location' in loaded) return loaded;
  const { status } = loaded;
  if (status === 404) return { status };
  return {
    status,
    document: {
      frame: frameOf(address.path, loaded.meta, words, config, env.siteUrl, now),
      page: loaded.page,
      t: words.t,
    },
  };
}

/** The document for paths that lead nowhere, the same for each of them. */
export function notFoundDocument(deps: Deps, lang: string): DocumentContent {
  const words = deps.wordsOf(lang);
  const loaded = notFound({ words });
  if (!('page' in loaded)) throw new Error('not-found is a page');
  return {
    frame: frameOf('', loaded.meta, words, deps.config, deps.env.siteUrl, deps.clock.now()),
    page: loaded.page,
    t: words.t,
  };
}
