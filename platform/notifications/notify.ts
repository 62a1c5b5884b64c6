import type { Queryable } from '../db/database.ts';
import { dataOf, type NotificationData, type NotificationKind } from './kinds.ts';
import { notifications } from './tables.ts';

/**
 * Tells a player something, in the transaction that it tells of: both are there, or neither. The words are made when
 * the player reads them, in the language that he has then.
 * @param data as `kinds.ts` has it for the kind; amounts in minor units
 * @throws ZodError where the data is not what the kind's text needs
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

/** The same for many players, in one statement for a thousand. */
export async function notifyAll<K extends NotificationKind>(
  on: Queryable,
  kind: K,
  told: readonly { accountId: string; data: NotificationData<K> }[],
  now: Date,
): Promise<void> {
  const rows = told.map(({ accountId, data }) => ({
    accountId,
    kind,
    data: dataOf[kind].parse(data),
    createdAt: now,
  }));
  for (let at = 0; at < rows.length; at += batch)
    await on.insert(notifications).values(rows.slice(at, at + batch));
}

const batch = 1000;
