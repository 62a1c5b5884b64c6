import type { Game } from '../../../shared/contract/games.ts';
import type { Result } from '../../../shared/contract/results.ts';
import type { GameMark } from '../../../shared/pages/cards.ts';
import type { FeedLink } from '../../../shared/pages/frame.ts';
import type { Words } from '../../words/words.ts';
import { drawHref, markOf } from '../cards.ts';
import type { PageRequest } from '../loader.ts';

/** The endings of the data files of each game, for example `/results/{slug}.csv`. */
export const feedEndings = ['json', 'csv', 'rss', 'ics'] as const;
export type FeedEnding = (typeof feedEndings)[number];

/** The addresses of a game's files, in the language of the request. */
export const feedHrefs = (langPrefix: string, slug: string): Record<FeedEnding, string> => ({
  json: `${langPrefix}/results/${slug}.json`,
  csv: `${langPrefix}/results/${slug}.csv`,
  rss: `${langPrefix}/results/${slug}.rss`,
  ics: `${langPrefix}/results/${slug}.ics`,
});

/** The game of a data file, with the game's name and the addresses of its files. */
export interface FeedGame {
  game: Game;
  mark: GameMark;
  /** Returns the URL of a path: with the public origin if one is configured, otherwise the path alone. */
  urlOf: (path: string) => string;
  /** The addresses of the game's files. */
  files: Record<FeedEnding, string>;
  /** The address of the list of the game's results. */
  resultsUrl: string;
  drawUrl: (result: Result) => string;
}

/** Returns the game whose slug is in the path of a data file. Returns null if no game has this slug. */
export async function feedGame({ params, words, sources, siteUrl }: PageRequest): Promise<FeedGame | null> {
  const game = (await sources.games()).find(({ slug }) => slug === params['slug']);
  if (!game) return null;
  const urlOf = (path: string) => `${siteUrl ?? ''}${path}`;
  const hrefs = feedHrefs(words.langPrefix, game.slug);
  return {
    game,
    mark: markOf(game, words),
    urlOf,
    files: { json: urlOf(hrefs.json), csv: urlOf(hrefs.csv), rss: urlOf(hrefs.rss), ics: urlOf(hrefs.ics) },
    resultsUrl: urlOf(`${words.langPrefix}/results?game=${game.gameId}`),
    drawUrl: ({ drawNumber }) => urlOf(drawHref(words, game.slug, drawNumber)),
  };
}

/** Returns the RSS feed of a game's results, for the head of a page. */
export const feedLinkOf = ({ slug }: Game, { gameName }: GameMark, words: Words): FeedLink => ({
  title: words.t('feed.title', { game: gameName }),
  href: feedHrefs(words.langPrefix, slug).rss,
});

/**
 * Number of platform responses that are read for the JSON file and for the CSV file. Each response contains 50 results.
 */
export const filePages = 2;

export type DrawStatus = 'final' | 'corrected' | 'void';

/**
 * Returns the status of a result. 'corrected': the result counts, but with other numbers than first published. 'void':
 * the draw does not count.
 */
export function drawStatusOf({ correction }: Result): DrawStatus {
  if (!correction) return 'final';
  return correction.kind === 'voided' ? 'void' : 'corrected';
}
