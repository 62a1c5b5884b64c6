import { and, count, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { notifications } from './tables.ts';

export async function countUnread(on: Queryable, accountId: string): Promise<number> {
  const [row] = await on
    .select({ unread: count() })
    .from(notifications)
    .where(and(eq(notifications.accountId, accountId), isNull(notifications.readAt)));
  return row?.unread ?? 0;
}
