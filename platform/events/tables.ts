import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { EventKind } from '../../shared/contract/events.ts';
import { instant, key } from '../db/columns.ts';

/** Events that GET /api/v1/events sends. Ids increase in the order of commits. */
export const events = pgTable(
  'events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    drawId: key('draw_id').notNull(),
    kind: text('kind').$type<EventKind>().notNull().default('result'),
    payload: jsonb('payload').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('events_created').on(table.createdAt)],
);
