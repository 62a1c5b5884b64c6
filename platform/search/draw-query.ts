import { isoDayMs, isoDayOfMs } from '../../shared/domain/site-time.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { type DrawWords, drawWordsIn } from './draw-words.ts';
import { wordsOf } from './words.ts';

/** The draws that a keyword refers to. */
export interface DrawQuery {
  /** The matching games. `drawNumber` is null if every draw of the game matches. */
  games: { gameId: string; drawNumber: number | null }[];
  /** First and last day in the site's time zone, inclusive. Null means any day. */
  days: { from: string; to: string } | null;
}

const dayMs = 86_400_000;

function pad(number: string | number): string {
  return String(number).padStart(2, '0');
}

const year = /^2\d{3}$/;
const dayOfMonth = /^([1-9]|[12]\d|3[01])(?:st|nd|rd|th)?$/;

function monthRange(isoMonth: string): DrawQuery['days'] {
  const first = isoDayMs(`${isoMonth}-01`);
  if (first === null) return null;
  const next = new Date(first);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return { from: isoDayOfMs(first), to: isoDayOfMs(next.getTime() - dayMs) };
}

function oneDay(isoDay: string): DrawQuery['days'] {
  return isoDayMs(isoDay) === null ? null : { from: isoDay, to: isoDay };
}

/**
 * Finds a month name. The number of the day may precede or follow the name, and a year may be added. A date without a
 * year means the most recent such date.
 */
function spelledOutDate(
  words: readonly string[],
  months: ReadonlyMap<string, number>,
  today: string,
): { days: DrawQuery['days']; rest: string[] } | null {
  const at = words.findIndex((word) => months.has(word));
  const month = months.get(words[at] ?? '');
  if (month === undefined) return null;
  const before = dayOfMonth.exec(words[at - 1] ?? '')?.[1];
  const after = before === undefined ? dayOfMonth.exec(words[at + 1] ?? '')?.[1] : undefined;
  const yearAt = at + (after === undefined ? 1 : 2);
  const given = year.test(words[yearAt] ?? '') ? words[yearAt] : undefined;
  const day = before ?? after;
  const dateIn = (of: string) =>
    day === undefined ? `${of}-${pad(month)}` : `${of}-${pad(month)}-${pad(day)}`;
  const thisYear = today.slice(0, 4);
  const last = dateIn(thisYear) <= today ? thisYear : String(Number(thisYear) - 1);
  const date = dateIn(given ?? last);
  const days = day === undefined ? monthRange(date) : oneDay(date);
  const from = before === undefined ? at : at - 1;
  const to = given === undefined ? yearAt : yearAt + 1;
  return days && { days, rest: [...words.slice(0, from), ...words.slice(to)] };
}

/** Finds a date such as 2026-11-21 or 21/11/2026. The second form may contain `-` or `.` instead of `/`. */
function numericDate(keyword: string): { days: DrawQuery['days']; rest: string } | null {
  const iso = /(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/.exec(keyword);
  const indian = iso ? null : /(?<!\d)(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)/.exec(keyword);
  const [found, y = '', m = '', d = ''] = iso ?? (indian ? [indian[0], indian[3], indian[2], indian[1]] : []);
  const days = found === undefined ? null : oneDay(`${y}-${pad(m)}-${pad(d)}`);
  return days && found !== undefined ? { days, rest: keyword.replace(found, ' ') } : null;
}

function relativeDate(
  words: readonly string[],
  named: DrawWords,
  today: string,
): { days: DrawQuery['days']; rest: string[] } | null {
  const ms = isoDayMs(today) ?? 0;
  for (const [names, isoDay] of [
    [named.today, today],
    [named.yesterday, isoDayOfMs(ms - dayMs)],
  ] as const)
    if (words.some((word) => names.has(word)))
      return { days: oneDay(isoDay), rest: words.filter((other) => !names.has(other)) };
  return null;
}

function isNumber(word: string): boolean {
  return /^\d{1,12}$/.test(word);
}

/** Largest value of PostgreSQL's integer. */
const maxDrawNumber = 2_147_483_647;

/**
 * Matches the words against one game. Returns the draw number, null for any draw of the game, or undefined without a
 * match.
 */
function drawNumberIn(game: GameDefinition, words: readonly string[]): number | null | undefined {
  const own = wordsOf(`${game.name} ${game.slug} ${game.gameId}`);
  const names = words.filter((word) => !isNumber(word));
  if (!names.every((word) => own.some((name) => name.startsWith(word)))) return undefined;
  const numbers = words.filter(isNumber);
  // In "daily 5/36", the number 36 belongs to the game's name. If the keyword is only "36", it is a draw number.
  const open = words.length === 1 ? numbers : numbers.filter((number) => !own.includes(number));
  if (open.length > 1) return undefined;
  const [number] = open;
  if (number === undefined) return null;
  const drawNumber = Number(number);
  return drawNumber >= 1 && drawNumber <= maxDrawNumber ? drawNumber : undefined;
}

/**
 * Parses a keyword into games, draw numbers and days.
 * @param today YYYY-MM-DD in the site's time zone
 * @param lang language of the words for months, days and draws, besides English
 * @returns null if no draw can match
 */
export function drawQueryOf(
  keyword: string,
  catalogue: readonly GameDefinition[],
  today: string,
  lang: string,
): DrawQuery | null {
  const given = keyword.normalize('NFKC');
  const dated = numericDate(given);
  const drawWords = drawWordsIn(lang);
  // Drop ignored words before reading a spelled-out date, because such a date can contain them: "21 de novembro de
  // 2026".
  const words = wordsOf(dated?.rest ?? given).filter((word) => !drawWords.ignored.has(word));
  const named = dated
    ? null
    : (spelledOutDate(words, drawWords.months, today) ?? relativeDate(words, drawWords, today));
  const days = dated?.days ?? named?.days ?? null;
  const undated = named?.rest ?? words;
  const rest = undated.filter((word) => !drawWords.draws.has(word));
  if (rest.length === 0 && days === null && undated.length === 0) return null;
  const games = catalogue.flatMap((game) => {
    const drawNumber = drawNumberIn(game, rest);
    return drawNumber === undefined ? [] : [{ gameId: game.gameId, drawNumber }];
  });
  return games.length > 0 ? { games, days } : null;
}
