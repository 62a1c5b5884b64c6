import { and, asc, gt, lt, sql } from 'drizzle-orm';
import type { DrawEvent, EventKind, ResultEvent } from '../../shared/contract/events.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { locks } from '../db/migrate.ts';
import { events } from './tables.ts';

/** PostgreSQL's notification channel. The payload of a notification is the id of an event. */
export const channel = 'golden_lotto_events';

export interface StoredEvent {
  id: number;
  kind: EventKind;
  /** A ResultEvent or DrawEvent as JSON, which is sent unchanged. */
  json: string;
}

/**
 * Stores and announces an event in the caller's transaction. The transaction keeps a lock until its commit, so that ids
 * increase in the order of commits. Therefore, a reader that has read an id cannot have missed a smaller id.
 */
export async function storeEvent(
  tx: Transaction,
  event: { drawId: string; createdAt: Date } & (
    | { kind: 'result'; payload: ResultEvent }
    | { kind: 'closed' | 'posted'; payload: DrawEvent }
  ),
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${locks.events})`);
  const [stored] = await tx.insert(events).values(event).returning({ id: events.id });
  await tx.execute(sql`select pg_notify(${channel}, ${String(stored?.id ?? 0)})`);
}

/** Returns at most `limit` events after an id, oldest first. */
export async function eventsAfter(db: Queryable, id: number, limit: number): Promise<StoredEvent[]> {
  const rows = await db
    .select({ id: events.id, kind: events.kind, json: sql<string>`${events.payload}::text` })
    .from(events)
    .where(gt(events.id, id))
    .orderBy(asc(events.id))
    .limit(limit);
  return rows;
}

/** Returns the oldest and the newest stored id, or zeros if the table is empty. */
export async function eventRange(db: Queryable): Promise<{ oldest: number; newest: number }> {
  const [row] = await db
    .select({
      oldest: sql<number>`coalesce(min(${events.id}), 0)`.mapWith(Number),
      newest: sql<number>`coalesce(max(${events.id}), 0)`.mapWith(Number),
    })
    .from(events);
  return row ?? { oldest: 0, newest: 0 };
}

const keptMs = 7 * 86_400_000;

/** Deletes events that are more than 7 days old. The newest event is kept, because new subscribers start at its id. */
export async function deleteOldEvents(db: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs);
  await db
    .delete(events)
    .where(and(lt(events.createdAt, before), lt(events.id, sql`(select max(id) from ${events})`)));
}
