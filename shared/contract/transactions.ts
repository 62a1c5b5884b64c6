import { z } from 'zod';
import { AmountMinor, DrawnNumber, GameId, Instant } from './draws.ts';
import { CurrencyCode } from './fields.ts';
import { TicketLine } from './tickets.ts';

/** A day in the site's time zone. Years that no account is of are none. */
const Day = z.string('results.error_date').regex(/^20\d{2}-\d{2}-\d{2}$/, 'results.error_date');
const Cursor = z.string('field.wrong').regex(/^[A-Za-z0-9_-]{1,300}$/, 'field.wrong');
const Game = GameId.regex(/^[a-z0-9-]{1,32}$/, 'field.wrong');

/** Rows on a page at most, and where nothing else is asked for. */
export const summaryPage = { most: 100, usual: 20 } as const;

/**
 * What all summaries are asked by. Days are the site's, both belong to the range, and it has 366 of them at most; not
 * given, the last is today and the first 30 days before it. A cursor goes on where the page before ended, over the
 * same range and filter: only with the fields that it was given for, or without any.
 */
const range = {
  from: Day.optional(),
  to: Day.optional(),
  cursor: Cursor.optional(),
  limit: z.int('field.wrong').min(1, 'field.wrong').max(summaryPage.most, 'field.wrong').optional(),
};
/** What all of them answer: the days that were meant, and where the next page begins; null: this was the last one. */
const page = { from: z.iso.date(), to: z.iso.date(), cursor: z.string().max(300).nullable() };

/** What moved money (or points); its words are `transaction.<kind>` of the locale files. */
export const TransactionKind = z.enum(
  [
    'deposit',
    'withdrawal-hold',
    'withdrawal-paid',
    'withdrawal-refused',
    'ticket',
    'prize',
    'jackpot',
    'bonus',
    'bonus-released',
    'bonus-expired',
    'loyalty',
    'referral',
    'correction',
    // Of a later release, seen by this one.
    'other',
  ],
  'field.wrong',
);
export type TransactionKind = z.infer<typeof TransactionKind>;

/** Minor units, or points; below zero: it went away. */
const Change = z.int();

/** One movement, as its player sees it. What is said of a balance is said of the moment after it. */
export const Transaction = z.object({
  transactionId: z.string().regex(/^\d{1,19}$/),
  kind: TransactionKind,
  at: Instant,
  /** PTS for loyalty points, which are no money: `amount` and `totalBalance` are points then, and the rest is 0. */
  currencyCode: CurrencyCode,
  /** Of `totalBalance` (shared/contract/wallet.ts): with each row's amount the row before comes to this row's balance. */
  amount: Change,
  totalBalance: AmountMinor,
  /** The part of it that is cash. */
  cashAmount: Change,
  totalCashBalance: AmountMinor,
  /** What withdrawals under way hold: no part of the above. */
  heldAmount: Change,
  heldBalance: AmountMinor,
  /** Bonuses that cannot be played yet: no part of the above either. */
  lockedBonusAmount: Change,
  lockedBonusBalance: AmountMinor,
  /** What it was for, as far as it was for that. */
  gameId: GameId.nullable(),
  gameName: z.string().max(80).nullable(),
  drawId: z.string().max(64).nullable(),
  drawNumber: z.int().positive().nullable(),
  receiptNumber: z.string().max(64).nullable(),
  providerId: z.string().max(64).nullable(),
  paymentId: z.string().max(64).nullable(),
  withdrawalId: z.string().max(64).nullable(),
  promoCode: z.string().max(64).nullable(),
});
export type Transaction = z.infer<typeof Transaction>;

export const TransactionSummaryRequest = z.strictObject({
  ...range,
  kind: TransactionKind.exclude(['other'], 'field.wrong').optional(),
});
export const TransactionSummary = z.object({
  ...page,
  currencyCode: CurrencyCode,
  /** Newest first. */
  transactions: z.array(Transaction).max(summaryPage.most),
});
export type TransactionSummary = z.infer<typeof TransactionSummary>;

/** Open: still to be drawn. Voided: the draw does not count, and the price was paid back. */
const PlayState = z.enum(['open', 'drawn', 'voided']);

/** What was bought with one receipt. */
export const PurchaseRow = z.object({
  receiptNumber: z.string().max(64),
  gameId: GameId,
  gameName: z.string().max(80),
  drawId: z.string().max(64),
  drawNumber: z.int().positive(),
  drawStartDate: Instant,
  boughtAt: Instant,
  lines: z.array(TicketLine).min(1).max(200),
  ticketPrice: AmountMinor,
  totalPrice: AmountMinor,
  currencyCode: CurrencyCode,
  paidFrom: z.object({ bonus: AmountMinor, deposit: AmountMinor, winnings: AmountMinor }),
  state: PlayState,
  /** Of all lines together. */
  wonAmount: AmountMinor,
});
export type PurchaseRow = z.infer<typeof PurchaseRow>;

const GameFilter = z.strictObject({ ...range, gameId: Game.optional() });
/** Days are those of the purchase. */
export const PurchaseSummary = z.object({ ...page, purchases: z.array(PurchaseRow).max(summaryPage.most) });
export type PurchaseSummary = z.infer<typeof PurchaseSummary>;

/** One line of the player's in a draw that was held. */
export const PlayedLine = z.object({
  receiptNumber: z.string().max(64),
  lineNo: z.int().positive(),
  line: TicketLine,
  /** Of the line, what was drawn; of a raffle's ticket, the digits that won. */
  matched: z.array(z.string().max(32)).max(20),
  /** Null: nothing was won. */
  prizeName: z.string().max(80).nullable(),
  wonAmount: AmountMinor,
});
export type PlayedLine = z.infer<typeof PlayedLine>;

export const PlayedDraw = z.object({
  gameId: GameId,
  gameName: z.string().max(80),
  drawId: z.string().max(64),
  drawNumber: z.int().positive(),
  drawStartDate: Instant,
  state: PlayState.exclude(['open']),
  /** As results show them. */
  tNumbers: z.array(DrawnNumber).max(32),
  lines: z.array(PlayedLine).min(1).max(1000),
  totalPrice: AmountMinor,
  wonAmount: AmountMinor,
  currencyCode: CurrencyCode,
});
export type PlayedDraw = z.infer<typeof PlayedDraw>;

/** Days are those of the draw. A page ends early where its draws have very many lines: the cursor alone says the end. */
export const GameHistory = z.object({ ...page, draws: z.array(PlayedDraw).max(summaryPage.most) });
export type GameHistory = z.infer<typeof GameHistory>;

const ProviderId = z.string().max(64);
const Sum = z.object({ count: z.int().nonnegative(), amount: AmountMinor });

const WithdrawalState = z.enum(['requested', 'approved', 'refused'], 'field.wrong');
export const WithdrawalRow = z.object({
  withdrawalId: z.uuid(),
  providerId: ProviderId,
  amount: AmountMinor,
  currencyCode: CurrencyCode,
  state: WithdrawalState,
  /** Of a refusal. */
  reason: z.string().max(300).nullable(),
  requestedAt: Instant,
  decidedAt: Instant.nullable(),
});
export type WithdrawalRow = z.infer<typeof WithdrawalRow>;
/** Days are those of the request. Sums are of the whole range, whatever the page and the filter. */
export const WithdrawSummary = z.object({
  ...page,
  currencyCode: CurrencyCode,
  withdrawals: z.array(WithdrawalRow).max(summaryPage.most),
  totals: z.object({ requested: Sum, approved: Sum, refused: Sum }),
});
export type WithdrawSummary = z.infer<typeof WithdrawSummary>;

const DepositStatus = z.enum(['created', 'approved', 'declined', 'cancelled'], 'field.wrong');
export const DepositRow = z.object({
  paymentId: z.uuid(),
  providerId: ProviderId,
  amount: AmountMinor,
  currencyCode: CurrencyCode,
  status: DepositStatus,
  createdAt: Instant,
  settledAt: Instant.nullable(),
});
export type DepositRow = z.infer<typeof DepositRow>;
/** Days are those of the beginning. Sums are of the whole range, whatever the page and the filter. */
export const DepositSummary = z.object({
  ...page,
  currencyCode: CurrencyCode,
  deposits: z.array(DepositRow).max(summaryPage.most),
  totals: z.object({ created: Sum, approved: Sum, declined: Sum, cancelled: Sum }),
});
export type DepositSummary = z.infer<typeof DepositSummary>;

/**
 * What tickets came to. A ticket counts where it was bought, with all that it has won since; tickets of draws that do
 * not count are counted nowhere.
 */
const Played = z.object({
  purchases: z.int().nonnegative(),
  lines: z.int().nonnegative(),
  stake: AmountMinor,
  won: AmountMinor,
  /** won - stake */
  net: Change,
});
export const PlayerStatistics = z.object({
  currencyCode: CurrencyCode,
  /** All there ever was; open tickets are part of it. */
  total: Played,
  open: z.object({ purchases: z.int().nonnegative(), stake: AmountMinor }),
  biggestWin: z
    .object({
      amount: AmountMinor,
      gameId: GameId,
      gameName: z.string().max(80),
      drawId: z.string().max(64),
      drawNumber: z.int().positive(),
      drawStartDate: Instant,
    })
    .nullable(),
  /** Most played first; games that were never played are absent. */
  byGame: z.array(Played.extend({ gameId: GameId, gameName: z.string().max(80) })).max(50),
  /** The last twelve months in the site's time zone, this one first; those without a ticket too. */
  byMonth: z.array(Played.extend({ month: z.string().regex(/^\d{4}-\d{2}$/) })).length(12),
  /** Money that came in and went out, and what waits to go. */
  deposited: Sum,
  withdrawn: Sum,
  withdrawing: Sum,
});
export type PlayerStatistics = z.infer<typeof PlayerStatistics>;

const own = { who: 'player', read: false, rate: 'account', codes: [] } as const;

/** What became of a player's money (spec §1, §7): from the ledger and the tickets. */
export const transactionCalls = {
  'transaction/transactionSummary': {
    ...own,
    request: TransactionSummaryRequest,
    response: TransactionSummary,
  },
  'transaction/purchaseSummary': { ...own, request: GameFilter, response: PurchaseSummary },
  'transaction/gameHistorySummary': { ...own, request: GameFilter, response: GameHistory },
  'transaction/withdrawSummary': {
    ...own,
    request: z.strictObject({ ...range, state: WithdrawalState.optional() }),
    response: WithdrawSummary,
  },
  'transaction/depositSummary': {
    ...own,
    request: z.strictObject({ ...range, status: DepositStatus.optional() }),
    response: DepositSummary,
  },
  'transaction/getPlayerStatistics': { ...own, request: z.strictObject({}), response: PlayerStatistics },
} as const;
