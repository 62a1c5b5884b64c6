import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Line } from '../../shared/domain/draw-kinds.ts';
import type { DrawMethod } from '../../shared/domain/draw-methods.ts';
import type { SettledTier } from '../../shared/domain/settlement.ts';
import { amountMinor, instant, key, storageMonth } from '../db/columns.ts';

/**
 * A win that is shown in the lists of winners. It belongs to a seeded (simulated) player, or to a player who agreed to
 * appear.
 */
export interface TopWin {
  /** Number of the seeded (simulated) player. The alias is derived from this number. Null for an account. */
  playerNo: number | null;
  accountId?: string | null;
  drawNumber: number;
  /** Time of the draw, in milliseconds since 1970. */
  drawAtMs: number;
  prizeNo: number;
  amountMinor: number;
}

/** The newest correction of a result, stored with the draw so that lists of results need no join. */
export interface DrawCorrection {
  kind: 'corrected' | 'voided';
  /** Number of the correction, counted from 1 within the draw. */
  no: number;
  /** Time of the correction, as an ISO instant. */
  at: string;
  reason: string;
  /** The numbers that were published first, before any correction, in draw order. */
  drawnBefore: string[];
}

export type DrawStatus = 'committed' | 'open' | 'closed' | 'published';

/**
 * The draws. The status of a draw changes from `committed` to `open` (on sale), `closed` and `published`. The seed is
 * sealed until the publication. A closed draw has no Merkle root until all its tickets are hashed.
 */
export const draws = pgTable(
  'draws',
  {
    drawId: key('draw_id').primaryKey(),
    gameId: key('game_id').notNull(),
    drawNumber: integer('draw_number').notNull(),
    /**
     * Name of the method that draws the numbers. The default is the method of draws that were created before this
     * column existed.
     */
    method: text('method').$type<DrawMethod>().notNull().default('golden-lotto/1'),
    status: text('status').$type<DrawStatus>().notNull(),
    drawAt: instant('draw_at').notNull(),
    salesOpenAt: instant('sales_open_at').notNull(),
    salesCloseAt: instant('sales_close_at').notNull(),
    ticketPriceMinor: amountMinor('ticket_price_minor').notNull(),
    commitment: text('commitment').notNull(),
    sealedSeed: text('sealed_seed').notNull(),
    committedAt: instant('committed_at').notNull(),
    openedAt: instant('opened_at'),
    /**
     * Number of tickets to sell to seeded (simulated) players until the close. `populationSold` is the number sold so
     * far.
     */
    populationTarget: integer('population_target').notNull().default(0),
    populationSold: integer('population_sold').notNull().default(0),
    closedAt: instant('closed_at'),
    ticketsRoot: text('tickets_root'),
    ticketsTotal: integer('tickets_total').notNull().default(0),
    /**
     * Number of the draw's rows in `draw_chunks`. It is stored together with the Merkle root of the tickets. It is 0
     * for draws without tickets and for generated past draws.
     */
    chunks: integer('chunks').notNull().default(0),
    salesMinor: amountMinor('sales_minor').notNull().default(0),
    publishedAt: instant('published_at'),
    /** The opened seed. Null until the numbers are published. */
    seed: text('seed'),
    drawn: jsonb('drawn').$type<string[]>(),
    prizes: jsonb('prizes').$type<SettledTier[]>(),
    /** The pot for the winners of the first prize. `carryMinor` is the amount carried over to the next draw. */
    potMinor: amountMinor('pot_minor').notNull().default(0),
    carryMinor: amountMinor('carry_minor').notNull().default(0),
    winnersTotal: integer('winners_total').notNull().default(0),
    paidMinor: amountMinor('paid_minor').notNull().default(0),
    rollsOver: boolean('rolls_over').notNull().default(false),
    topWin: jsonb('top_win').$type<TopWin>(),
    /**
     * Number of chunks whose prizes are posted to the ledger. `prizesPosted` is the number of prizes in these chunks.
     */
    chunksPosted: integer('chunks_posted').notNull().default(0),
    prizesPosted: integer('prizes_posted').notNull().default(0),
    /**
     * Time when the last prize was posted. For a small draw, this is the time of publication. The prizes of large draws
     * and of generated past draws are posted later.
     */
    postedAt: instant('posted_at'),
    /** The newest correction; null for nearly all draws. The table `draw_corrections` contains every correction. */
    correction: jsonb('correction').$type<DrawCorrection>(),
    /** Month of the partition with the tickets of this draw. A trigger sets it once, from `draw_at`. */
    ticketsMonth: storageMonth('tickets_month'),
  },
  (table) => [
    uniqueIndex('draws_game_number').on(table.gameId, table.drawNumber),
    index('draws_game_time').on(table.gameId, table.drawAt),
    index('draws_due').on(table.drawAt).where(sql`${table.status} <> 'published'`),
    // With this index, the newest wins are found quickly even if a game has had no winner for years.
    index('draws_won').on(table.gameId, table.drawAt).where(sql`${table.topWin} is not null`),
    index('draws_unposted')
      .on(table.drawAt)
      .where(sql`${table.status} = 'published' and ${table.postedAt} is null`),
    check('draws_status', sql`${table.status} in ('committed', 'open', 'closed', 'published')`),
    // Numbers and seed are published together, and only after the Merkle root of the tickets is stored.
    check(
      'draws_publication',
      sql`(${table.status} = 'published') = (${table.seed} is not null) and (${table.seed} is null) = (${table.drawn} is null) and (${table.status} <> 'published' or ${table.ticketsRoot} is not null)`,
    ),
  ],
);

/**
 * The ticket lines of a closed draw in chunks of 1,024, in the order of the Merkle tree's leaves. Each chunk is a
 * subtree. The draw is closed, settled and posted chunk by chunk. A ticket proof needs the lines of only one or two
 * chunks.
 */
export const drawChunks = pgTable(
  'draw_chunks',
  {
    drawId: key('draw_id').notNull(),
    /** Number of the chunk, counted from 0 within the draw. */
    chunkNo: integer('chunk_no').notNull(),
    lines: integer('lines').notNull(),
    /** The last line of the chunk. The chunk begins with the line after the last line of the previous chunk. */
    lastReceipt: key('last_receipt').notNull(),
    lastLineNo: smallint('last_line_no').notNull(),
    /** Tree hash of the chunk, in hex. */
    hash: text('hash').notNull(),
    stakeMinor: amountMinor('stake_minor').notNull(),
    /** The stakes of seeded (simulated) players, who pay in cash because they have no player account. */
    cashMinor: amountMinor('cash_minor').notNull(),
    /** The lines of the chunk in order, for counting winners. Null once the chunk's prizes are posted. */
    played: json('played').$type<Line[]>(),
  },
  (table) => [primaryKey({ columns: [table.drawId, table.chunkNo] })],
);

/** Prizes of ticket lines. `posted_at` is null until the ledger has paid the prize. */
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

/**
 * Mails about wins, before they enter the message queue. Each batch of posted prizes inserts rows, or adds to the
 * amounts of existing rows. The mails are queued when all prizes of the draw are posted, so that a player gets one mail
 * for each draw.
 */
export const winMails = pgTable(
  'win_mails',
  {
    drawId: key('draw_id').notNull(),
    accountId: uuid('account_id').notNull(),
    amountMinor: amountMinor('amount_minor').notNull(),
  },
  (table) => [primaryKey({ columns: [table.drawId, table.accountId] })],
);

/**
 * Sums of one game for each day in the site's time zone. With these sums, totals are computed without reading millions
 * of wins.
 */
export const gameDays = pgTable(
  'game_days',
  {
    gameId: key('game_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    drawsHeld: integer('draws_held').notNull(),
    /** Number of published draws whose commitment was stored before their sales opened. */
    drawsCommitted: integer('draws_committed').notNull().default(0),
    winningTickets: integer('winning_tickets').notNull(),
    paidMinor: amountMinor('paid_minor').notNull(),
    /** The 20 largest wins, largest first. */
    topWins: jsonb('top_wins').$type<TopWin[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.day] })],
);

/** Outcome of a draw before or after a correction. Amounts are in minor units. */
export interface DrawOutcome {
  /** The drawn numbers or symbols, in draw order. */
  drawn: string[];
  prizes: SettledTier[];
  winnersTotal: number;
  paidMinor: number;
  rollsOver: boolean;
  /** Amount carried to the pot of the next draw. */
  carryMinor: number;
  /**
   * The amount to carry over according to the rules. It differs from `carryMinor` if the next draw took place before
   * the correction.
   */
  carryByRulesMinor: number;
}

/** A prize paid in error that could not be taken back. */
export interface WrittenOff {
  /** The ledger's name of the owner. */
  owner: `player:${string}` | `seeded:${number}`;
  amountMinor: number;
}

/** Corrections of published results. A trigger rejects updates and deletes. */
export const drawCorrections = pgTable(
  'draw_corrections',
  {
    drawId: key('draw_id')
      .notNull()
      .references(() => draws.drawId),
    /** Number of the correction, counted from 1 within the draw, without gaps. */
    no: integer('no').notNull(),
    kind: text('kind').$type<'corrected' | 'voided'>().notNull(),
    before: jsonb('before').$type<DrawOutcome>().notNull(),
    after: jsonb('after').$type<DrawOutcome>().notNull(),
    /**
     * Overpaid prizes of this draw that no correction could take back so far, by owner. They are deducted from prizes
     * that a later correction pays to the same owner.
     */
    writtenOff: jsonb('written_off').$type<WrittenOff[]>().notNull(),
    reason: text('reason').notNull(),
    /** Name of the operator. Never published. */
    decidedBy: text('decided_by').notNull(),
    correctedAt: instant('corrected_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.drawId, table.no] }),
    check('draw_corrections_kind', sql`${table.kind} in ('corrected', 'voided')`),
    check('draw_corrections_no', sql`${table.no} > 0`),
  ],
);
