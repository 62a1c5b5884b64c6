import { bigint, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, key } from '../db/columns.ts';

/**
 * Which transfers touched a player, by time: the ledger itself knows accounts of buckets and the order of its own
 * numbers alone. Written by a trigger with each transfer's entries, and never changed; all that is shown is read from
 * the ledger.
 */
export const playerTransfers = pgTable(
  'player_transfers',
  {
    /** `player:` and an account's id, as in the ledger. */
    owner: key('owner').notNull(),
    postedAt: instant('posted_at').notNull(),
    transferId: bigint('transfer_id', { mode: 'number' }).notNull(),
    kind: text('kind').notNull(),
  },
  (table) => [
    // A page, whatever lies before and after it, is a walk along one of these.
    primaryKey({ columns: [table.owner, table.postedAt, table.transferId] }),
    index('player_transfers_kind').on(table.owner, table.kind, table.postedAt, table.transferId),
  ],
);

/** Which draws an account plays in, by time; written by a trigger with each purchase. */
export const playedDraws = pgTable(
  'played_draws',
  {
    accountId: uuid('account_id').notNull(),
    drawAt: instant('draw_at').notNull(),
    drawId: key('draw_id').notNull(),
    gameId: key('game_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.drawAt, table.drawId] }),
    index('played_draws_game').on(table.accountId, table.gameId, table.drawAt, table.drawId),
  ],
);
