import type { z } from 'zod';
import { type CallName, calls } from '../../../shared/contract/calls.ts';
import type { Withdrawal } from '../../../shared/contract/cashier.ts';
import type { DepositRow } from '../../../shared/contract/payment-history.ts';
import type { PlayedDraw, PlayedLine, PurchaseRow } from '../../../shared/contract/play-history.ts';
import type { PlayerStatistics } from '../../../shared/contract/player-statistics.ts';
import type { TicketLine } from '../../../shared/contract/tickets.ts';
import type { Transaction } from '../../../shared/contract/transactions.ts';
import { type CsvCell, decimalOf } from '../../../shared/domain/csv.ts';
import { dateIn } from '../../../shared/domain/dates.ts';
import { declineTextOf, prizeNameOf } from '../../../shared/translate.ts';
import type { Words } from '../../words/words.ts';

/** Language and time zone in which a file is written. */
export interface Reader {
  words: Pick<Words, 't'>;
  timeZone: string;
}

/**
 * A column of the file. The heading is a key under `summary` in the locale files. The function returns the column's
 * cell for a row.
 */
type Column<R> = readonly [heading: string, cell: (row: R, reader: Reader) => CsvCell];

export interface SummaryTable {
  /** The part of the CSV file's name that identifies the summary. */
  file: string;
  /** Query fields that are sent to the platform unchanged. */
  filters: readonly string[];
  headings: readonly string[];
  /**
   * @param data data of one answer
   * @throws ZodError for data that does not match the call's schema
   */
  read(data: unknown, reader: Reader): { records: CsvCell[][]; cursor: string | null };
}

const points = 'PTS';
const digits = new Map<string, number>([[points, 0]]);
function digitsOf(currency: string): number {
  let known = digits.get(currency);
  if (known === undefined) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    known = format.resolvedOptions().maximumFractionDigits ?? 2;
    digits.set(currency, known);
  }
  return known;
}

const money = (amountMinor: number, currency: string): CsvCell => ({
  plain: decimalOf(amountMinor, digitsOf(currency)),
});
/** RFC 3339 with the UTC offset of the site's time zone. */
const timeFormat = 'YYYY-MM-DDTHH:mm:ssZ';
const count = (value: number): CsvCell => ({ plain: String(value) });
const time = (at: string | null, { timeZone }: Reader): CsvCell => ({
  plain: at === null ? '' : dateIn(timeZone, new Date(at)).format(timeFormat),
});
const state = (value: string, { words }: Reader): CsvCell => words.t(`summary.${value}`);

const lineText = (line: z.infer<typeof TicketLine>, { words }: Reader): string => {
  if (Array.isArray(line)) return line.join(' ');
  if ('digits' in line) return `${line.digits} (${words.t(`summary.${line.play}`)})`;
  if ('series' in line) return `${line.series} ${line.number}`;
  return 'number' in line ? String(line.number) : line.color;
};

const transactions: Column<Transaction>[] = [
  ['time', (row, reader) => time(row.at, reader)],
  ['type', (row, { words }) => words.t(`transaction.${row.kind}`)],
  ['game', (row) => row.gameName ?? ''],
  ['draw', (row) => (row.drawNumber === null ? '' : count(row.drawNumber))],
  ['receipt', (row) => row.receiptNumber ?? ''],
  ['provider', (row) => row.providerId ?? ''],
  ['promo_code', (row) => row.promoCode ?? ''],
  ['reference', (row) => row.paymentId ?? row.withdrawalId ?? ''],
  ['currency', (row) => row.currencyCode],
  ['amount', (row) => money(row.amount, row.currencyCode)],
  ['balance', (row) => money(row.totalBalance, row.currencyCode)],
  ['cash', (row) => money(row.totalCashBalance, row.currencyCode)],
  ['held', (row) => money(row.heldBalance, row.currencyCode)],
  ['locked_bonus', (row) => money(row.lockedBonusBalance, row.currencyCode)],
];

const purchases: Column<PurchaseRow>[] = [
  ['time', (row, reader) => time(row.boughtAt, reader)],
  ['receipt', (row) => row.receiptNumber],
  ['game', (row) => row.gameName],
  ['draw', (row) => count(row.drawNumber)],
  ['draw_time', (row, reader) => time(row.drawStartDate, reader)],
  ['lines', (row, reader) => row.lines.map((line) => lineText(line, reader)).join(' | ')],
  ['currency', (row) => row.currencyCode],
  ['ticket_price', (row) => money(row.ticketPrice, row.currencyCode)],
  ['price', (row) => money(row.totalPrice, row.currencyCode)],
  ['state', (row, reader) => state(row.refusal ? 'refused' : row.state, reader)],
  ['won', (row) => money(row.wonAmount, row.currencyCode)],
];

function prizeOf(
  { gameId }: PlayedDraw,
  { prizeNo, prizeName, isRefused }: PlayedLine,
  { words }: Reader,
): string {
  if (prizeNo === null || prizeName === null) return '';
  const name = prizeNameOf(words.t, gameId, { prizeNo, prizeName });
  return isRefused ? `${name} (${words.t('summary.refused')})` : name;
}

const playedLines: Column<{ draw: PlayedDraw; line: PlayedLine }>[] = [
  ['draw_time', ({ draw }, reader) => time(draw.drawStartDate, reader)],
  ['game', ({ draw }) => draw.gameName],
  ['draw', ({ draw }) => count(draw.drawNumber)],
  ['numbers', ({ draw }) => draw.tNumbers.map(({ tNumber }) => tNumber).join(' ')],
  ['state', ({ draw }, reader) => state(draw.state, reader)],
  ['receipt', ({ line }) => line.receiptNumber],
  ['line', ({ line }, reader) => lineText(line.line, reader)],
  ['matched', ({ line }) => line.matched.join(' ')],
  ['prize', ({ draw, line }, reader) => prizeOf(draw, line, reader)],
  ['currency', ({ draw }) => draw.currencyCode],
  ['won', ({ draw, line }) => money(line.wonAmount, draw.currencyCode)],
];

/** Returns the time at which a withdrawal reached a state, or null if it never did. */
function reachedAt({ steps }: Withdrawal, reached: Withdrawal['state']): string | null {
  return steps.find((step) => step.state === reached)?.at ?? null;
}

const withdrawals: Column<Withdrawal>[] = [
  ['time', (row, reader) => time(row.requestedAt, reader)],
  ['reference', (row) => row.withdrawalId],
  ['provider', (row) => row.providerId],
  ['currency', (row) => row.currencyCode],
  ['amount', (row) => money(row.amount, row.currencyCode)],
  ['state', (row, reader) => state(row.state, reader)],
  ['reason', (row, { words }) => row.reason ?? declineTextOf(row, words.t) ?? ''],
  ['destination', (row) => row.destination ?? ''],
  ['decided', (row, reader) => time(row.decidedAt, reader)],
  ['sending_at', (row, reader) => time(reachedAt(row, 'sending'), reader)],
  ['sent_at', (row, reader) => time(reachedAt(row, 'sent'), reader)],
  ['paid_at', (row, reader) => time(reachedAt(row, 'paid'), reader)],
  ['returned_at', (row, reader) => time(reachedAt(row, 'declined'), reader)],
];

const deposits: Column<DepositRow>[] = [
  ['time', (row, reader) => time(row.createdAt, reader)],
  ['reference', (row) => row.paymentId],
  ['provider', (row) => row.providerId],
  ['currency', (row) => row.currencyCode],
  ['amount', (row) => money(row.amount, row.currencyCode)],
  ['state', (row, reader) => state(row.returned ? 'returned' : row.status, reader)],
  ['decided', (row, reader) => time(row.settledAt, reader)],
];

const monthly: Column<PlayerStatistics['byMonth'][number] & { currencyCode: string }>[] = [
  ['month', (row) => row.month],
  ['purchases', (row) => count(row.purchases)],
  ['lines', (row) => count(row.lines)],
  ['currency', (row) => row.currencyCode],
  ['staked', (row) => money(row.stake, row.currencyCode)],
  ['won', (row) => money(row.won, row.currencyCode)],
  ['net', (row) => money(row.net, row.currencyCode)],
];

const tableOf = <S extends z.ZodType, R>(
  file: string,
  filters: readonly string[],
  response: S,
  columns: readonly Column<R>[],
  rowsOf: (answer: z.output<S>) => readonly R[],
  cursorOf: (answer: z.output<S>) => string | null,
): SummaryTable => ({
  file,
  filters,
  headings: columns.map(([heading]) => heading),
  read(data, reader) {
    const answer = response.parse(data);
    const records = rowsOf(answer).map((row) => columns.map(([, cell]) => cell(row, reader)));
    return { records, cursor: cursorOf(answer) };
  },
});

const range = ['from', 'to'] as const;

export const summaryTables = {
  'transaction/transactionSummary': tableOf(
    'transactions',
    [...range, 'kind'],
    calls['transaction/transactionSummary'].response,
    transactions,
    (answer) => answer.transactions,
    (answer) => answer.cursor,
  ),
  'transaction/purchaseSummary': tableOf(
    'purchases',
    [...range, 'gameId', 'outcome'],
    calls['transaction/purchaseSummary'].response,
    purchases,
    (answer) => answer.purchases,
    (answer) => answer.cursor,
  ),
  'transaction/gameHistorySummary': tableOf(
    'draws',
    [...range, 'gameId'],
    calls['transaction/gameHistorySummary'].response,
    playedLines,
    (answer) => answer.draws.flatMap((draw) => draw.lines.map((line) => ({ draw, line }))),
    (answer) => answer.cursor,
  ),
  'transaction/withdrawSummary': tableOf(
    'withdrawals',
    [...range, 'state'],
    calls['transaction/withdrawSummary'].response,
    withdrawals,
    (answer) => answer.withdrawals,
    (answer) => answer.cursor,
  ),
  'transaction/depositSummary': tableOf(
    'deposits',
    [...range, 'status'],
    calls['transaction/depositSummary'].response,
    deposits,
    (answer) => answer.deposits,
    (answer) => answer.cursor,
  ),
  'transaction/getPlayerStatistics': tableOf(
    'months',
    [],
    calls['transaction/getPlayerStatistics'].response,
    monthly,
    ({ byMonth, currencyCode }) => byMonth.map((month) => ({ ...month, currencyCode })),
    () => null,
  ),
} satisfies Partial<Record<CallName, SummaryTable>>;
