import { integer, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core';
import type { DrawnPartName } from '../../shared/contract/draw-statistics.ts';
import { instant, key } from '../db/columns.ts';

/** How many draws of each game are counted in `drawn_values`. */
export const drawStatistics = pgTable('draw_statistics', {
  gameId: key('game_id').primaryKey(),
  /** Number of counted draws. Void draws are not counted. */
  draws: integer('draws').notNull().default(0),
  /** All published draws up to this draw number are counted. The draws after it are counted next. */
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
    /** Which of several places, from 1; 0 if the result has this part only once. */
    place: smallint('place').notNull(),
    value: key('value').notNull(),
    times: integer('times').notNull(),
    /** The newest draw with this value was the n-th counted draw of its game. */
    lastNth: integer('last_nth').notNull(),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.part, table.place, table.value] })],
);
