import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';
import type { Db, Queryable, Transaction } from '../db/database.ts';
import { mayReceiveNotices } from '../limits/promotions.ts';
import { wants } from '../messages/subscriptions.ts';
import { notices } from './tables.ts';

export type Notice = typeof notices.$inferSelect;
export type NewNotice = Pick<Notice, 'kind' | 'texts'>;

/** One transaction notifies at most this many players. */
const playersPerBatch = 500;
/**
 * Pause after each batch, as a multiple of the time that the batch took. The pause leaves the database time for
 * purchases and for moving the mails of the batch to the queue.
 */
const pausePerBatch = 2;
/** If no batch of a notice was sent for this time, the sending program is treated as interrupted. */
const interruptedMs = 5 * 60_000;

/** If a notice has no text in a player's language, the player gets the English text. */
const fallback = 'en';

/**
 * Returns the condition for accounts that receive a notice (a promotion or a public notice). Such an account may
 * receive notices of this kind, and is not newer than the notice. The notice has a text in the account's language, or
 * an English text.
 */
function recipientsOf({ kind, texts }: NewNotice, createdAt: Date, now: Date): SQL | undefined {
  return and(
    kind === 'promotion' ? wants('promotions', now) : mayReceiveNotices(now),
    Object.hasOwn(texts, fallback) ? undefined : inArray(accounts.language, Object.keys(texts)),
    lte(accounts.createdAt, createdAt),
  );
}

function mailsOf({ kind }: NewNotice, now: Date): SQL {
  const subscription = kind === 'promotion' ? 'promotions' : 'notices';
  return sql`(${wants(subscription, now)} and ${accounts.emailVerifiedAt} is not null)`;
}

/** Returns, for each language, how many players a notice would reach now on the site and by mail. */
export async function countRecipients(on: Queryable, notice: NewNotice, now: Date) {
  return on
    .select({
      language: accounts.language,
      notified: sql<number>`count(*)::int`,
      mailed: sql<number>`count(*) filter (where ${mailsOf(notice, now)})::int`,
    })
    .from(accounts)
    .where(recipientsOf(notice, now, now))
    .groupBy(accounts.language)
    .orderBy(accounts.language);
}

/** Stores a notice. If a notice with the same texts was stored before, returns that notice. */
export async function createNotice(
  tx: Transaction,
  { kind, texts }: NewNotice,
  sentBy: string,
  now: Date,
): Promise<{ notice: Notice; isNew: boolean }> {
  const sorted = Object.entries(texts).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const contentHash = hash(
    'sha256',
    JSON.stringify([kind, sorted.map(([lang, { title, text }]) => [lang, title, text])]),
  );
  const [made] = await tx
    .insert(notices)
    .values({ kind, texts, contentHash, sentBy, createdAt: now, workedAt: now })
    .onConflictDoNothing()
    .returning();
  if (made) return { notice: made, isNew: true };
  const [notice] = await tx.select().from(notices).where(eq(notices.contentHash, contentHash));
  if (!notice) throw new Error('notice disappeared');
  return { notice, isNew: false };
}

interface Batch extends Record<string, unknown> {
  notified: number;
  mailed: number;
  position: string | null;
}

/**
 * One transaction sends a notice to the next batch of players, stages mails for those who want them, and stores the
 * last notified account. A crash therefore neither repeats nor skips a player.
 * @returns the notice after the batch, or null if another process is sending a batch of this notice
 */
export function sendNoticeBatch(db: Db, clock: { now(): Date }, noticeId: string): Promise<Notice | null> {
  return db.transaction(async (tx) => {
    const [notice] = await tx
      .select()
      .from(notices)
      .where(eq(notices.noticeId, noticeId))
      .for('update', { skipLocked: true });
    if (!notice || notice.finishedAt !== null) return notice ?? null;
    const now = clock.now();
    const { kind, texts, position, createdAt } = notice;
    const after = position === null ? sql`true` : sql`${accounts.accountId} > ${position}`;
    const at = sql`${now.toISOString()}::timestamptz`;
    const { rows } = await tx.execute<Batch>(sql`
      with recipient as materialized (
        select account_id, ${mailsOf(notice, now)} as is_mailed,
          coalesce(${JSON.stringify(texts)}::jsonb -> language, ${JSON.stringify(texts)}::jsonb -> ${fallback}) as data
        from ${accounts} where ${recipientsOf(notice, createdAt, now)} and ${after}
        order by account_id limit ${playersPerBatch}
      ), notified as (
        insert into notifications (account_id, kind, data, created_at)
        select account_id, ${kind}, data, ${at} from recipient
      ), mailed as (
        insert into player_mails (account_id, kind, data, is_bulk, created_at)
        select account_id, ${kind}, data, true, ${at} from recipient where is_mailed
      )
      select count(*)::int as notified, (count(*) filter (where is_mailed))::int as mailed,
        (array_agg(account_id order by account_id desc))[1] as position
      from recipient`);
    const [batch] = rows;
    if (!batch) throw new Error('batch returned no row');
    const [moved] = await tx
      .update(notices)
      .set({
        position: batch.position ?? position,
        notified: notice.notified + batch.notified,
        mailed: notice.mailed + batch.mailed,
        workedAt: now,
        finishedAt: batch.notified < playersPerBatch ? now : null,
      })
      .where(eq(notices.noticeId, noticeId))
      .returning();
    return moved ?? null;
  });
}

interface SendOptions {
  signal?: AbortSignal;
  /** Called after each batch. */
  onBatch?: (notice: Notice) => void;
}

/** Sends the remaining batches of a notice, with pauses. Returns the finished notice, or null if `signal` aborted. */
export async function sendNotice(
  db: Db,
  clock: { now(): Date },
  noticeId: string,
  { signal, onBatch }: SendOptions = {},
): Promise<Notice | null> {
  for (;;) {
    if (signal?.aborted) return null;
    const startedAt = performance.now();
    const notice = await sendNoticeBatch(db, clock, noticeId);
    if (notice) onBatch?.(notice);
    if (notice?.finishedAt) return notice;
    const pauseMs = (performance.now() - startedAt) * pausePerBatch;
    await wait(pauseMs, undefined, signal ? { signal } : {}).catch(() => undefined);
  }
}

/** Resumes notices whose sending program was interrupted, and sends the remaining batches. */
export async function finishNotices(db: Db, clock: { now(): Date }, signal: AbortSignal): Promise<void> {
  const before = new Date(clock.now().getTime() - interruptedMs);
  const open = await db
    .select({ noticeId: notices.noticeId })
    .from(notices)
    .where(and(isNull(notices.finishedAt), lte(notices.workedAt, before)));
  for (const { noticeId } of open) await sendNotice(db, clock, noticeId, { signal });
}

export function listNotices(on: Queryable): Promise<Notice[]> {
  return on.select().from(notices).orderBy(sql`${notices.createdAt} desc`).limit(100);
}
