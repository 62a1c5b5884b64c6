import type { Queryable } from '../db/database.ts';
import { type NotificationData, type NotificationKind, notificationData } from './kinds.ts';
import { notifications } from './tables.ts';

/**
 * Notifies a player in the caller's transaction. The text is rendered when the player reads it, in their language at
 * that time.
 * @param data the data that `kinds.ts` declares for this kind; amounts in minor units
 * @throws ZodError if the data does not fit the kind
 */
export function notify<K extends NotificationKind>(
  on: Queryable,
  accountId: string,
  kind: K,
  data: NotificationData<K>,
  now: Date,
): Promise<void> {
  return notifyAll(on, kind, [{ accountId, data }], now);
}

/** Notifies many players at once, with one statement for each thousand. */
export async function notifyAll<K extends NotificationKind>(
  on: Queryable,
  kind: K,
  recipients: readonly { accountId: string; data: NotificationData<K> }[],
  now: Date,
): Promise<void> {
  const rows = recipients.map(({ accountId, data }) => ({
    accountId,
    kind,
    data: notificationData[kind].parse(data),
    createdAt: now,
  }));
  for (let at = 0; at < rows.length; at += batch)
    await on.insert(notifications).values(rows.slice(at, at + batch));
}

const batch = 1000;
