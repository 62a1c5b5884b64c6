import { bigint, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, key } from '../db/columns.ts';

/**
 * The transfers of each player in order of time. This table exists because the ledger's tables have no index for this
 * order. A trigger inserts the rows, which never change. Amounts are read from the ledger.
 */
export const playerTransfers = pgTable(
  'player_transfers',
  {
    /** `player:` followed by the account id, as in the ledger. */
    owner: key('owner').notNull(),
    postedAt: instant('posted_at').notNull(),
    transferId: bigint('transfer_id', { mode: 'number' }).notNull(),
    kind: text('kind').notNull(),
  },
  (table) => [
    // PostgreSQL reads each page with one scan of one of these indexes.
    primaryKey({ columns: [table.owner, table.postedAt, table.transferId] }),
    index('player_transfers_kind').on(table.owner, table.kind, table.postedAt, table.transferId),
  ],
);

/** The draws that an account plays in, by time. A trigger inserts the rows with each purchase. */
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
