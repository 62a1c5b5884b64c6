import type { Game } from '../contract/games.ts';
import type { Line } from '../domain/draw-kinds.ts';
import type { GameRules } from '../domain/prize-tiers.ts';
import { checkResultRange } from '../domain/result-dates.ts';
import { resources } from '../resources.ts';
import type { Translate } from '../translate.ts';
import { type CheckField, type CheckQuery, type CheckWay, checkWays } from './check-fields.ts';
import { namesIn } from './line-texts.ts';
import { plainText } from './plain-text.ts';
import { type CheckText, mostTickets, readTickets, type TicketProblem } from './read-tickets.ts';

/** Maximum number of draws in one check. A game with a draw every five minutes has 288 draws a day. */
export const mostDraws = 300;
/** The number of draws to check if the request does not select any draws. */
export const usualDraws = 10;
/** The form offers these numbers of draws. */
export const drawCounts: readonly number[] = [1, 10, 50, 100, mostDraws];

export type CheckRange =
  | { by: 'last'; count: number }
  | { by: 'days'; from: string; to: string }
  | { by: 'draw'; drawNumber: number };

export interface CheckError extends CheckText {
  field: CheckField;
  /** The invalid tickets. The list is empty if the error is not about tickets. */
  tickets: TicketProblem[];
}

/** A game whose prize rules are published. Tickets can be checked only in such games. */
export interface CheckedGame {
  game: Game;
  rules: GameRules;
}

export type CheckRequest =
  | { ok: true; checked: CheckedGame; lines: Line[]; range: CheckRange }
  | { ok: false; errors: CheckError[] };

/** Returns a game with its rules, or null if the platform does not publish all prize rules of the game. */
export function checkedGame(game: Game): CheckedGame | null {
  const tiers: GameRules['tiers'] = game.prizeTiers.flatMap((tier) =>
    tier.rule === null ? [] : [{ ...tier, rule: tier.rule }],
  );
  if (tiers.length < game.prizeTiers.length) return null;
  return { game, rules: { kind: game.drawParameters, tiers } };
}

/** Returns the games whose tickets can be checked. */
export const checkedGames = (games: readonly Game[]): CheckedGame[] =>
  games.flatMap((game) => checkedGame(game) ?? []);

export function findGame(games: readonly CheckedGame[], name: string | undefined): CheckedGame | undefined {
  return games.find(({ game }) => game.gameId === name || game.slug === name);
}

/**
 * Returns the way in which a query selects its draws. If the query has no parameter `by`, the other parameters
 * determine the way. Links to a draw or to a range of days omit `by`.
 */
export function wayOf(query: CheckQuery): CheckWay {
  const named = checkWays.find((way) => way === query.by);
  if (named) return named;
  if (query.draw) return 'draw';
  return query.from || query.to ? 'days' : 'last';
}

/** Reads a whole number that is typed in ASCII digits or in the digits of another script. */
const wholeNumber = (text: string): number => {
  const plain = plainText(text).trim();
  return /^\d{1,9}$/.test(plain) ? Number(plain) : Number.NaN;
};

const wrong = (field: CheckField, key: string, values?: CheckText['values']): CheckError => ({
  field,
  key,
  ...(values ? { values } : {}),
  tickets: [],
});

function readRange(query: CheckQuery, today: string): CheckRange | CheckError {
  const by = wayOf(query);
  if (by === 'draw') {
    const drawNumber = wholeNumber(query.draw ?? '');
    return drawNumber >= 1 ? { by, drawNumber } : wrong('draw', 'check.error.draw');
  }
  if (by === 'days') {
    const range = checkResultRange({ from: query.from, to: query.to }, today);
    return range.ok ? { by, from: range.from, to: range.to } : wrong(range.field, range.messageKey);
  }
  const count = query.last ? wholeNumber(query.last) : usualDraws;
  return count >= 1 && count <= mostDraws
    ? { by, count }
    : wrong('last', 'check.error.last', { number: mostDraws });
}

function readNumbers(
  query: CheckQuery,
  { rules }: CheckedGame,
  t: Translate,
): { lines: Line[]; error: CheckError | null } {
  const typed = query.numbers ?? '';
  const longest = resources.check.query.numbers;
  if (typed.length > longest)
    return { lines: [], error: wrong('numbers', 'check.error.too_long', { number: longest }) };
  const { lines, problems } = readTickets(rules.kind, typed, namesIn(rules.kind, t));
  if (lines.length + problems.length > mostTickets)
    return { lines, error: wrong('numbers', 'check.error.too_many', { number: mostTickets }) };
  if (problems.length > 0)
    return {
      lines,
      error: {
        field: 'numbers',
        key: 'check.error.tickets',
        tickets: problems,
      },
    };
  return { lines, error: lines.length > 0 ? null : wrong('numbers', 'check.error.missing') };
}

/**
 * Validates a request to check numbers. Server and browser use this function, so both show the same messages.
 * @param today the day in the site's time zone, YYYY-MM-DD
 */
export function readCheck(
  query: CheckQuery,
  games: readonly CheckedGame[],
  t: Translate,
  today: string,
): CheckRequest {
  const checked = findGame(games, query.game);
  const read = checked ? readNumbers(query, checked, t) : null;
  const range = readRange(query, today);
  const errors = [
    ...(checked ? [] : [wrong('game', query.game ? 'results.error_game' : 'check.error.game')]),
    ...(read?.error ? [read.error] : []),
    ...('field' in range ? [range] : []),
  ];
  if (!checked || !read || 'field' in range || errors.length > 0) return { ok: false, errors };
  return { ok: true, checked, lines: read.lines, range };
}
