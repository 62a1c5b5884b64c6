import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { amountMinor, instant, key } from '../db/columns.ts';

/** One tier of a held draw as it was settled. */
export interface SettledTier {
  prizeNo: number;
  winners: number;
  /** What one winner got. */
  amountMinor: number;
}

/** A win worth showing. The player is known by a number alone; names are made from it on the way out. */
export interface TopWin {
  playerNo: number;
  drawNumber: number;
  /** Milliseconds since 1970. */
  drawAtMs: number;
  prizeNo: number;
  amountMinor: number;
}

/** The newest correction of a published result, kept with it so that lists of results need not look elsewhere. */
export interface DrawCorrection {
  kind: 'corrected' | 'voided';
  /** From 1. */
  no: number;
  /** An ISO instant. */
  at: string;
  reason: string;
  /** What was published first, in draw order. */
  drawnBefore: string[];
}

export type DrawStatus = 'committed' | 'open' | 'closed' | 'published';

/** A draw's whole life: committed with a sealed seed, opened for sale, closed with the tickets' root, published. */
export const draws = pgTable(
  'draws',
  {
    drawId: key('draw_id').primaryKey(),
    gameId: key('game_id').notNull(),
    drawNumber: integer('draw_number').notNull(),
    status: text('status').$type<DrawStatus>().notNull(),
    drawAt: instant('draw_at').notNull(),
    salesOpenAt: instant('sales_open_at').notNull(),
    salesCloseAt: instant('sales_close_at').notNull(),
    ticketPriceMinor: amountMinor('ticket_price_minor').notNull(),
    commitment: text('commitment').notNull(),
    sealedSeed: text('sealed_seed').notNull(),
    committedAt: instant('committed_at').notNull(),
    openedAt: instant('opened_at'),
    /** How many tickets the seeded players will hold at the close, and how many they hold now. */
    populationTarget: integer('population_target').notNull().default(0),
    populationSold: integer('population_sold').notNull().default(0),
    closedAt: instant('closed_at'),
    ticketsRoot: text('tickets_root'),
    ticketsTotal: integer('tickets_total').notNull().default(0),
    salesMinor: amountMinor('sales_minor').notNull().default(0),
    publishedAt: instant('published_at'),
    /** Null until publication: written in the transaction that publishes the numbers. */
    seed: text('seed'),
    drawn: jsonb('drawn').$type<string[]>(),
    prizes: jsonb('prizes').$type<SettledTier[]>(),
    /** The shared first prize at this draw, and what is carried to the next one. */
    potMinor: amountMinor('pot_minor').notNull().default(0),
    carryMinor: amountMinor('carry_minor').notNull().default(0),
    winnersTotal: integer('winners_total').notNull().default(0),
    paidMinor: amountMinor('paid_minor').notNull().default(0),
    rollsOver: boolean('rolls_over').notNull().default(false),
    topWin: jsonb('top_win').$type<TopWin>(),
    /** When its sales and prizes were posted to the ledger: in the transaction that publishes it, or once later. */
    postedAt: instant('posted_at'),
    /** Null for nearly all. The whole story stands in `draw_corrections`. */
    correction: jsonb('correction').$type<DrawCorrection>(),
  },
  (table) => [
    uniqueIndex('draws_game_number').on(table.gameId, table.drawNumber),
    index('draws_game_time').on(table.gameId, table.drawAt),
    index('draws_due').on(table.drawAt).where(sql`${table.status} <> 'published'`),
    // The newest wins are found also where nobody has won anything for years.
    index('draws_won').on(table.gameId, table.drawAt).where(sql`${table.topWin} is not null`),
    index('draws_unposted')
      .on(table.drawAt)
      .where(sql`${table.status} = 'published' and ${table.postedAt} is null`),
    check('draws_status', sql`${table.status} in ('committed', 'open', 'closed', 'published')`),
    // Numbers and seed become known together, and not before the tickets are fixed.
    check(
      'draws_publication',
      sql`(${table.status} = 'published') = (${table.seed} is not null) and (${table.seed} is null) = (${table.drawn} is null) and (${table.status} not in ('closed', 'published') or ${table.ticketsRoot} is not null)`,
    ),
  ],
);

/** What a line won. `posted_at` stays null until a ledger has paid it, once. */
export const wins = pgTable(
  'wins',
  {
    drawId: key('draw_id').notNull(),
    receiptNumber: key('receipt_number').notNull(),
    lineNo: smallint('line_no').notNull().default(1),
    prizeNo: smallint('prize_no').notNull(),
    amountMinor: amountMinor('amount_minor').notNull(),
    postedAt: instant('posted_at'),
  },
  (table) => [primaryKey({ columns: [table.drawId, table.receiptNumber, table.lineNo, table.prizeNo] })],
);

/** Sums of a game's day in the site's time zone, kept by settlement: totals never read millions of wins. */
export const gameDays = pgTable(
  'game_days',
  {
    gameId: key('game_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    drawsHeld: integer('draws_held').notNull(),
    winningTickets: integer('winning_tickets').notNull(),
    paidMinor: amountMinor('paid_minor').notNull(),
    /** The largest 20, largest first. */
    topWins: jsonb('top_wins').$type<TopWin[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.day] })],
);

/** What a draw came to, at one time. Money in minor units. */
export interface DrawOutcome {
  /** In draw order. */
  drawn: string[];
  prizes: SettledTier[];
  winnersTotal: number;
  paidMinor: number;
  rollsOver: boolean;
  /** What the next draw's pot is made of. */
  carryMinor: number;
  /** What it would be by the rules: another amount where the next draw was held before the correction. */
  carryByRulesMinor: number;
}

/** A prize that was paid and does not stand, of which nothing is left to be taken back. */
export interface WrittenOff {
  /** As the ledger names owners. */
  owner: `player:${string}` | `seeded:${number}`;
  amountMinor: number;
}

/** Corrections of published results, each written once: a trigger refuses to change or to delete one. */
export const drawCorrections = pgTable(
  'draw_corrections',
  {
    drawId: key('draw_id')
      .notNull()
      .references(() => draws.drawId),
    /** From 1, without gaps. */
    no: integer('no').notNull(),
    kind: text('kind').$type<'corrected' | 'voided'>().notNull(),
    before: jsonb('before').$type<DrawOutcome>().notNull(),
    after: jsonb('after').$type<DrawOutcome>().notNull(),
    /** All that this draw has cost the house so far, by whoever has it: it counts where he wins after all. */
    writtenOff: jsonb('written_off').$type<WrittenOff[]>().notNull(),
    reason: text('reason').notNull(),
    /** An operator's name; not shown to the public. */
    decidedBy: text('decided_by').notNull(),
    correctedAt: instant('corrected_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.drawId, table.no] }),
    check('draw_corrections_kind', sql`${table.kind} in ('corrected', 'voided')`),
    check('draw_corrections_no', sql`${table.no} > 0`),
  ],
);
