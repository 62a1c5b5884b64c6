import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { messages } from './tables.ts';

/** Cancels the messages with these keys that are not sent yet. A message that is being sent now is not stopped. */
export async function cancelMessages(on: Queryable, onceKeys: readonly string[], now: Date): Promise<void> {
  if (onceKeys.length === 0) return;
  await on
    .update(messages)
    .set({ state: 'void', sealed: null, finishedAt: now })
    .where(and(eq(messages.state, 'due'), sql`${messages.onceKey} = any (${sql.param(onceKeys)}::text[])`));
}
