import { and, desc, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { type MessageState, messages } from './tables.ts';

export type MessageRow = typeof messages.$inferSelect;

/**
 * Takes due messages of the given channels, and counts an attempt for each message. During the next `leaseMs`, no other
 * process takes these messages.
 */
export function takeDue(
  db: Db,
  channels: readonly ('mail' | 'sms')[],
  most: number,
  { now, leaseMs }: { now: Date; leaseMs: number },
): Promise<MessageRow[]> {
  const due = db
    .select({ messageId: messages.messageId })
    .from(messages)
    .where(and(eq(messages.state, 'due'), lte(messages.dueAt, now), inArray(messages.channel, [...channels])))
    .orderBy(messages.isBulk, messages.dueAt)
    .limit(most)
    .for('update', { skipLocked: true });
  return db
    .update(messages)
    .set({ dueAt: new Date(now.getTime() + leaseMs), attempts: sql`${messages.attempts} + 1` })
    .where(inArray(messages.messageId, due))
    .returning();
}

/** Stores when a message is due again. */
export async function postpone(
  db: Db,
  messageId: number,
  changed: { dueAt: Date; attempts?: number },
): Promise<void> {
  await db.update(messages).set(changed).where(eq(messages.messageId, messageId));
}

/** Stores the final state of a message, and erases its content. */
export async function finish(db: Db, messageId: number, state: MessageState, now: Date): Promise<void> {
  await db
    .update(messages)
    .set({ state, sealed: null, finishedAt: now })
    .where(eq(messages.messageId, messageId));
}

/** Returns the newest messages in the outbox for an address, newest first. */
export function outboxRows(db: Db, recipientHashes: readonly string[], most: number): Promise<MessageRow[]> {
  return db
    .select()
    .from(messages)
    .where(
      and(
        inArray(messages.recipientHash, [...recipientHashes]),
        eq(messages.state, 'outbox'),
        isNotNull(messages.sealed),
      ),
    )
    .orderBy(desc(messages.messageId))
    .limit(most);
}
