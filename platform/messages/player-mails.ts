import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Queryable } from '../db/database.ts';
import { momentIn } from './formats.ts';
import { isMailed, kindOf, type NotificationMail } from './kinds.ts';
import type { NewMessage } from './new-message.ts';
import { accountsWanting } from './subscriptions.ts';
import { playerMails } from './tables.ts';
import { languageOf } from './texts.ts';
import { valuesIn } from './values.ts';

/** One transaction moves at most this many mails to the message queue. */
export const mailsPerBatch = 100;
/** A mail expires this long after the event that it reports. */
export const mailLifetimeMs = 3 * 86_400_000;

/**
 * In the caller's transaction, stages mails about notifications. Players without a verified mail address get no mail.
 * @param data the data of each notification as JSON, in the order of `accountIds`
 */
export async function stagePlayerMails(
  on: Queryable,
  kind: NotificationMail,
  accountIds: readonly string[],
  data: readonly string[],
  now: Date,
): Promise<void> {
  const isBulk = kindOf(kind).subscription !== undefined;
  await on.execute(sql`
    insert into ${playerMails} (account_id, kind, data, is_bulk, created_at)
    select account_id, ${kind}, data, ${isBulk}, ${now.toISOString()}::timestamptz from unnest(
      ${sql.param(accountIds)}::uuid[], ${sql.param(data)}::jsonb[]
    ) as recipient(account_id, data)
    where (select email_verified_at from accounts where accounts.account_id = recipient.account_id) is not null`);
}

const Data = z.record(z.string(), z.unknown());

interface TakenMail extends Record<string, unknown> {
  accountId: string;
  kind: string;
  data: unknown;
  isBulk: boolean;
  createdAtMs: number;
  email: string | null;
  username: string;
  language: string;
}

/** Deletes staged mails (mails about notifications), and returns them with their players. */
async function takeMails(tx: Queryable, isWaiting: boolean): Promise<TakenMail[]> {
  const skipping = isWaiting ? sql`` : sql`skip locked`;
  const { rows } = await tx.execute<TakenMail>(sql`
    with taken as (
      delete from player_mails where mail_id in (
        select mail_id from player_mails order by is_bulk, mail_id limit ${mailsPerBatch} for update ${skipping})
      returning *
    )
    select taken.account_id as "accountId", kind, data, is_bulk as "isBulk", username, language,
      extract(epoch from taken.created_at)::float8 * 1000 as "createdAtMs",
      case when email_verified_at is not null then email end as email
    from taken join accounts on accounts.account_id = taken.account_id order by mail_id`);
  return rows;
}

/**
 * Returns the mails that must not be sent. The player has ended the subscription to such a mail, or may not receive it
 * now.
 */
async function unwantedOf(tx: Queryable, taken: readonly TakenMail[], now: Date): Promise<Set<TakenMail>> {
  const unwanted = new Set<TakenMail>();
  for (const subscription of ['wins', 'promotions', 'notices'] as const) {
    const mails = taken.filter(({ kind }) => isMailed(kind) && kindOf(kind).subscription === subscription);
    const accountIds = mails.map(({ accountId }) => accountId);
    const wanting = await accountsWanting(tx, subscription, accountIds, now);
    for (const mail of mails) if (!wanting.has(mail.accountId)) unwanted.add(mail);
  }
  return unwanted;
}

export interface PlayerMailDeps {
  db: Db;
  clock: { now(): Date };
  timeZone: string;
  writeAll: (messages: readonly NewMessage<NotificationMail>[], on: Queryable) => Promise<void>;
  /** If true, the function waits for staged mails that another process is moving. If false, it skips these mails. */
  isWaiting?: boolean;
}

/**
 * Moves staged mails (mails about notifications) to the message queue. One transaction deletes the staged mails and
 * writes the messages, so that no mail is lost or doubled.
 * @returns how many staged mails it took
 */
export async function queuePlayerMails({
  db,
  clock,
  timeZone,
  writeAll,
  isWaiting = false,
}: PlayerMailDeps): Promise<number> {
  return db.transaction(async (tx) => {
    const taken = await takeMails(tx, isWaiting);
    const now = clock.now();
    const unwanted = await unwantedOf(tx, taken, now);
    const mails = taken.flatMap((mail) => {
      const { accountId, kind, data, isBulk, createdAtMs, email, ...reader } = mail;
      const expiresAt = new Date(createdAtMs + mailLifetimeMs);
      // Drop mails of an unknown kind, because another release may have staged them.
      if (email === null || expiresAt <= now || !isMailed(kind) || unwanted.has(mail)) return [];
      const language = languageOf(reader.language);
      const when = momentIn(language, new Date(createdAtMs), timeZone);
      const values = { when, ...valuesIn(language, Data.parse(data), timeZone) };
      const to = { channel: 'mail' as const, address: email };
      const { username } = reader;
      return [{ template: kind, to, username, accountId, language, values, expiresAt, isBulk }];
    });
    await writeAll(mails, tx);
    return taken.length;
  });
}
