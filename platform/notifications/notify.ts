import { sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { isMailed } from '../messages/kinds.ts';
import { stagePlayerMails } from '../messages/player-mails.ts';
import { type NotificationData, type NotificationKind, notificationData } from './kinds.ts';
import { notifications } from './tables.ts';

/**
 * Notifies a player on the site, in the caller's transaction. For the kinds that messages/kinds.ts lists, the player
 * also gets a mail. When the player reads the notification, its text is rendered in the player's current language.
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

/** Notifies many players at once, with one statement for each 1,000 players. */
export async function notifyAll<K extends NotificationKind>(
  on: Queryable,
  kind: K,
  recipients: readonly { accountId: string; data: NotificationData<K> }[],
  now: Date,
): Promise<void> {
  for (let at = 0; at < recipients.length; at += batch) {
    const some = recipients.slice(at, at + batch);
    const data = some.map((one) => JSON.stringify(notificationData[kind].parse(one.data)));
    const accountIds = some.map(({ accountId }) => accountId);
    // Pass two arrays, because VALUES would need five parameters for each row and take three times as long.
    await on.execute(sql`
      insert into ${notifications} (account_id, kind, data, created_at)
      select account_id, ${kind}, data, ${now.toISOString()}::timestamptz from unnest(
        ${sql.param(accountIds)}::uuid[], ${sql.param(data)}::jsonb[]
      ) as recipient(account_id, data)`);
    if (isMailed(kind)) await stagePlayerMails(on, kind, accountIds, data, now);
  }
}

const batch = 1000;
