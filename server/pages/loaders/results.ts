import { numbersText } from '../../../shared/check/correction-text.ts';
import { codes } from '../../../shared/contract/codes.ts';
import type { Game } from '../../../shared/contract/games.ts';
import type { Result, ResultResponse } from '../../../shared/contract/results.ts';
import { checkResultRange, type ResultRange } from '../../../shared/domain/result-dates.ts';
import { isoDayIn } from '../../../shared/domain/site-time.ts';
import type { DaySheet, ResultsFilter, ResultsLink, ResultsPage } from '../../../shared/pages/results.ts';
import { resources } from '../../../shared/resources.ts';
import { UpstreamError } from '../../upstream/upstream-error.ts';
import type { Words } from '../../words/words.ts';
import { gamePictureOf, gameTextOf, markOf } from '../cards.ts';
import {
  configuredTitle,
  type LoadedPage,
  metaOf,
  type PageLoader,
  type PageRequest,
  pathWith,
} from '../loader.ts';
import { feedLinkOf } from './feed-source.ts';
import { contentBlockOf } from './teasers.ts';

/** The longest cursor that the contract allows. */
const longestCursor = 64;
/**
 * Maximum number of platform responses that are read for one day of a game. Each response contains 50 results. A day of
 * 25 hours has at most 300 draws, one every five minutes.
 */
const pagesOfDay = 6;

/**
 * Loads `/results` for a range of days (spec §5). The page contains the newest results of every game, or a paged list
 * of the results of one game.
 */
export const loadResults: PageLoader = async (request) => {
  const { query, words, cards, sources, config, now } = request;
  const [games, intro] = await Promise.all([sources.games(), sources.optional(sources.content('results'))]);
  const today = isoDayIn(config.boot.timeZone, now);
  const game = games.find(
    (candidate) => candidate.gameId === query['game'] || candidate.slug === query['game'],
  );
  const range = checkResultRange({ from: query['from'], to: query['to'] }, today);
  const errors: ResultsFilter['errors'] = [];
  const addError = (field: 'game' | 'from' | 'to', key: string) =>
    errors.push({ field, text: [words.t(key), repeated(query[field], words)].filter(Boolean).join(' ') });
  if (query['game'] && !game) addError('game', 'results.error_game');
  if (!range.ok) addError(range.field, range.messageKey);
  const defaults = checkResultRange({}, today);
  const filter: ResultsFilter = {
    games: games.map((each) => ({ value: each.gameId, label: markOf(each, words).gameName })),
    game: game?.gameId ?? '',
    from: range.ok ? range.from : (query['from'] ?? (defaults.ok ? defaults.from : '')),
    to: range.ok ? range.to : (query['to'] ?? (defaults.ok ? defaults.to : '')),
    max: today,
    errors,
  };
  const links = {
    gameLinks: gameLinksOf(request, games, game, range),
    dayLinks: dayLinksOf(request, game, range, today),
  };
  const title = words.t('results.title');
  // Search engines treat the list of each game as a separate page, so each list needs its own title.
  const titleOf = (chosen: Game | undefined) =>
    chosen
      ? {
          title: `${markOf(chosen, words).gameName} · ${title}`,
          description: `${title}: ${markOf(chosen, words).gameName}. ${gameTextOf(chosen, words)}`,
          drawnPicture: gamePictureOf(chosen, words),
        }
      : { title: configuredTitle(request, 'results'), cms: intro?.page.head };
  const answer = (
    status: 200 | 422,
    rest: Pick<ResultsPage, 'groups' | 'nextHref' | 'firstHref'>,
  ): LoadedPage => ({
    status,
    page: { kind: 'results', intro: intro ? contentBlockOf(intro.page) : null, filter, ...links, ...rest },
    meta: metaOf(request, {
      ...titleOf(game),
      feeds: (game ? [game] : games).map((each) => feedLinkOf(each, markOf(each, words), words)),
      canonicalPath: game ? `/results?game=${game.gameId}` : '/results',
      linkPath: pathWith(resources.results.path, inLinkOrder(query)),
      // Search engines should not index pages with a day range or a cursor, because the number of such pages is
      // unlimited.
      indexable: status === 200 && !query['from'] && !query['to'] && !query['cursor'],
    }),
  });
  if (errors.length > 0 || !range.ok) return answer(422, { groups: [], nextHref: null, firstHref: null });

  const found = await pageOf(request, game, range);
  // The platform does not know the cursor, so redirect to the beginning of the list.
  if (!found) return { status: 302, location: listHref(request, game, range) };
  const { result, cursor } = found;
  const shown = game ? [game] : games;
  const mostCards = config.boot.pagination.groupResults;
  const groups = shown
    .map((each) => {
      const own = result.filter((item) => item.gameId === each.gameId);
      const isCut = own.length > mostCards;
      // Show a game's newest results as cards. If a single day or a later page has too many results for cards, show all
      // its results in tables. The reason is print: tables need fewer sheets of paper.
      const inCards = game && isCut && (isOneDay(range) || query['cursor']) ? 0 : mostCards;
      return {
        game: markOf(each, words),
        cards: own.slice(0, inCards).map(cards.result),
        sheets: game ? sheetsOf(request, own.slice(inCards), isOneDay(range)) : [],
        more: game || !isCut ? null : { href: listHref(request, each, range), isSheet: isOneDay(range) },
      };
    })
    .filter((group) => group.cards.length + group.sheets.length > 0);
  return answer(200, {
    groups,
    nextHref: game && cursor ? listHref(request, game, range, cursor) : null,
    firstHref: game && query['cursor'] ? listHref(request, game, range) : null,
  });
};

/**
 * Sorts the query parameters into the order that the links of the page use. All links to one page then have the same
 * URL.
 */
const inLinkOrder = (query: PageRequest['query']): Record<string, string> =>
  Object.fromEntries(
    Object.keys(resources.results.query).flatMap((name) =>
      query[name] === undefined ? [] : [[name, query[name]]],
    ),
  );

/**
 * Returns a message that repeats a rejected value, because a date field or a select element cannot display an invalid
 * value. Returns null for a date, which the field itself displays.
 */
function repeated(typed: string | undefined, words: Words): string | null {
  if (!typed || /^\d{4}-\d{2}-\d{2}$/.test(typed)) return null;
  return words.t('results.entered', { text: typed });
}

/**
 * Returns the links to the list of all games and to the list of each game. The links repeat the day range of the
 * current URL. If that URL has no day range, the link to a game's list is the canonical URL of the list.
 */
function gameLinksOf(
  request: PageRequest,
  games: readonly Game[],
  chosen: Game | undefined,
  range: ResultRange,
): ResultsLink[] {
  const { query, words } = request;
  const days = range.ok && (query['from'] || query['to']) ? range : null;
  return [undefined, ...games].map((game) => ({
    label: game ? markOf(game, words).gameName : words.t('page.results.all_games'),
    href: listHref(request, game, days),
    isCurrent: game === chosen,
  }));
}

function dayLinksOf(
  request: PageRequest,
  game: Game | undefined,
  range: ResultRange,
  today: string,
): ResultsLink[] {
  const { words } = request;
  const yesterday = checkResultRange({}, today, 1);
  const last = checkResultRange({}, today);
  const link = (key: string, days: { from: string; to: string }, isCanonical = false): ResultsLink => ({
    label: words.t(key),
    href: listHref(request, game, isCanonical ? null : days),
    isCurrent: range.ok && range.from === days.from && range.to === days.to,
  });
  return [
    link('page.results.today', { from: today, to: today }),
    ...(yesterday.ok ? [link('page.results.yesterday', { from: yesterday.from, to: yesterday.from })] : []),
    ...(last.ok ? [link('page.results.last_days', last, true)] : []),
  ];
}

const isOneDay = ({ from, to }: { from: string; to: string }): boolean => from === to;

/**
 * Returns one table of results for each day, newest day first.
 * @param areWhole whether `results` contains all results of these days
 */
function sheetsOf(request: PageRequest, results: readonly Result[], areWhole: boolean): DaySheet[] {
  const { words } = request;
  const days = Map.groupBy(results, ({ drawStartDate }) => words.longDay(drawStartDate));
  return Array.from(days, ([day, own]) => ({
    title: areWhole ? words.t('page.results.sheet', { day, number: words.count(own.length) }) : day,
    rows: own.map((result) => sheetRow(request, result)),
  }));
}

function sheetRow({ words, cards }: PageRequest, result: Result): DaySheet['rows'][number] {
  const { href, drawText, topPrize, correction } = cards.result(result);
  return {
    href,
    time: words.time(result.drawStartDate),
    draw: correction ? `${drawText} · ${correction.title}` : drawText,
    numbers: numbersText(result.resultNumber.tNumbers, words.t),
    prize: topPrize.text,
  };
}

/**
 * Loads one page of results. If a game and a single day are chosen, loads all results of that day. Returns null if the
 * platform does not know the cursor in the URL.
 */
async function pageOf(
  { query, sources }: PageRequest,
  game: Game | undefined,
  range: { from: string; to: string },
): Promise<Pick<ResultResponse, 'result' | 'cursor'> | null> {
  const days = { resultFrom: range.from, resultTo: range.to };
  const cursor = query['cursor'];
  // Reject a cursor without a game. The list of all games has only one page, so a cursor would merely give this page a
  // second address.
  if (!game) return cursor ? null : sources.results(days);
  if (isOneDay(range)) {
    if (cursor) return null;
    const result = await sources.published(game.gameId, pagesOfDay, days);
    return { result, cursor: null };
  }
  const ofGame = { ...days, lastestGameId: game.gameId };
  if (!cursor) return sources.results(ofGame);
  if (cursor.length > longestCursor) return null;
  try {
    return await sources.results({ ...ofGame, cursor });
  } catch (error) {
    if (error instanceof UpstreamError && error.code === codes.fieldWrong) return null;
    throw error;
  }
}

function listHref(
  { words }: PageRequest,
  game: Game | undefined,
  range: { from: string; to: string } | null,
  cursor?: string,
): string {
  const query = new URLSearchParams({
    ...(game ? { game: game.gameId } : {}),
    ...(range ? { from: range.from, to: range.to } : {}),
    ...(cursor ? { cursor } : {}),
  });
  return `${words.langPrefix}/results${query.size > 0 ? `?${query}` : ''}`;
}
