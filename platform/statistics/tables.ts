import { integer, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core';
import type { DrawnPartName } from '../../shared/contract/draw-statistics.ts';
import { instant, key } from '../db/columns.ts';

/** Progress of the counts in `drawn_values`: how many draws of each game are counted. */
export const drawStatistics = pgTable('draw_statistics', {
  gameId: key('game_id').primaryKey(),
  /** Number of counted draws. Voided draws are not counted. */
  draws: integer('draws').notNull().default(0),
  /**
   * All published draws up to this draw number are counted, except voided draws. Draws with higher numbers are counted
   * next.
   */
  lastDrawNumber: integer('last_draw_number').notNull().default(0),
  lastDrawAt: instant('last_draw_at'),
  firstDrawAt: instant('first_draw_at'),
});

/** How often each value was drawn. A value that was never drawn has no row. */
export const drawnValues = pgTable(
  'drawn_values',
  {
    gameId: key('game_id').notNull(),
    part: key('part').$type<DrawnPartName>().notNull(),
    /** Position in the result, counted from 1. It is 0 if the result has this part only once. */
    place: smallint('place').notNull(),
    value: key('value').notNull(),
    times: integer('times').notNull(),
    /** Position of the newest draw with this value among the counted draws of its game, counted from 1. */
    lastNth: integer('last_nth').notNull(),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.part, table.place, table.value] })],
);
