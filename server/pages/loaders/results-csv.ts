import type { DrawnNumber, Result } from '../../../shared/contract/results.ts';
import { byteOrderMark, type CsvCell, csvRecord, decimalOf } from '../../../shared/domain/csv.ts';
import { fractionDigits } from '../../../shared/domain/money-amount.ts';
import type { FileLoader, PageRequest } from '../loader.ts';
import { drawStatusOf, type FeedGame, feedGame, filePages } from './feed-source.ts';

/** The columns are the same in every language, so that a program can read the files of all languages. */
const columns: Record<string, (result: Result, feed: FeedGame, request: PageRequest) => CsvCell> = {
  draw_id: ({ drawId }) => drawId,
  draw_number: ({ drawNumber }) => ({ plain: String(drawNumber) }),
  name: (result, _feed, { cards }) => cards.result(result).title,
  drawn_at: ({ drawStartDate }) => drawStartDate,
  date: ({ drawDate }) => drawDate.split('/').toReversed().join('-'),
  time: ({ drawTime }) => drawTime,
  status: drawStatusOf,
  numbers: ({ resultNumber }) => textOf(resultNumber.tNumbers, 'main'),
  bonus: ({ resultNumber }) => textOf(resultNumber.tNumbers, 'bonus'),
  series: ({ resultNumber }) => textOf(resultNumber.tNumbers, 'series'),
  color: ({ resultNumber }) => textOf(resultNumber.tNumbers, 'color'),
  currency: ({ currencyCode }) => currencyCode,
  ticket_price: (result) => amount(result, result.ticketPrice),
  first_prize: (result) => amount(result, result.firstPrizeDetail.prizeAmount),
  tickets: ({ ticketsTotal }) => ({ plain: String(ticketsTotal) }),
  winning_tickets: ({ winnersTotal }) => ({ plain: String(winnersTotal) }),
  paid: (result) => amount(result, result.paidTotal),
  rolls_over: ({ rollsOver }) => String(rollsOver),
  corrected_at: ({ correction }) => correction?.at ?? '',
  correction_reason: ({ correction }) => correction?.reason ?? '',
  numbers_before: ({ correction }) => (correction ? textOf(correction.numbersBefore) : ''),
  url: (result, { drawUrl }) => drawUrl(result),
};

/** The names of the columns, in their order. */
export const csvColumns = Object.keys(columns);

/** Loads `/results/{slug}.csv`: the newest results of one game, one record for each draw (RFC 4180). */
export const loadResultsCsv: FileLoader = async (request) => {
  const feed = await feedGame(request);
  if (!feed) return null;
  const results = await request.sources.published(feed.game.gameId, filePages);
  const cells = Object.values(columns);
  const records = results.map((result) => csvRecord(cells.map((cell) => cell(result, feed, request))));
  return {
    contentType: 'text/csv; charset=utf-8; header=present',
    text: `${byteOrderMark}${csvRecord(csvColumns)}${records.join('')}`,
  };
};

/**
 * Returns the drawn numbers that have the given role, separated by spaces. Without a role, returns all drawn numbers.
 */
const textOf = (numbers: readonly DrawnNumber[], role?: DrawnNumber['role']): string =>
  numbers
    .filter((drawn) => role === undefined || drawn.role === role)
    .map(({ tNumber }) => tNumber)
    .join(' ');

const amount = ({ currencyCode }: Result, minor: number): CsvCell => ({
  plain: decimalOf(minor, fractionDigits(currencyCode)),
});
