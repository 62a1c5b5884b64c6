import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../db/database.ts';

/** A queue of waiting work: the number of items, and the age of the oldest item. */
export interface Backlog {
  count: number;
  oldestSeconds: number;
}

/**
 * States by which waiting payouts are counted. `by-hand` is an approved withdrawal without a bank account.
 * `contradicted` is a declined payout that its provider reports as paid.
 */
export const payoutStates = ['requested', 'by-hand', 'approved', 'sending', 'sent', 'contradicted'] as const;
/**
 * Kinds by which waiting mails are counted. `bulk` are promotions and notices. `staged` mails are not in the queue yet.
 */
export const mailKinds = ['staged', 'necessary', 'bulk'] as const;

const Row = z.object({
  what: z.enum(['payout', 'mail']),
  which: z.string(),
  count: z.coerce.number(),
  oldest: z.coerce.number(),
});

/** Counting stops at this number of items, so that a metrics request stays fast. */
const mostCounted = 10_000;

/** Counts waiting payouts and mails with one query. Each part of the query reads a partial index. */
export async function readBacklog(
  db: Queryable,
  now: Date,
): Promise<{ payouts: Map<string, Backlog>; mails: Map<string, Backlog> }> {
  const messagesOf = (isBulk: boolean) => sql`
    (select 'mail' as what, ${isBulk ? 'bulk' : 'necessary'} as which, created_at as since from messages
    where state = 'due' and is_bulk = ${isBulk} order by due_at limit ${mostCounted})`;
  const { rows } = await db.execute(sql`
    select what, which, count(*), extract(epoch from ${now.toISOString()}::timestamptz - min(since)) as oldest from (
      (select 'payout' as what, 'requested' as which, requested_at as since from withdrawals
      where state = 'requested' order by requested_at limit ${mostCounted})
      union all
      (select 'payout', case when destination_id is null then 'by-hand' else state end,
        case state when 'sent' then sent_at when 'sending' then sending_at else decided_at end
      from withdrawals where state in ('approved', 'sending', 'sent') order by decided_at limit ${mostCounted})
      union all
      (select 'payout', 'contradicted', contradicted_at from withdrawals
      where contradicted_at is not null limit ${mostCounted})
      union all ${messagesOf(false)} union all ${messagesOf(true)}
      union all (select 'mail', 'staged', created_at from player_mails order by is_bulk, mail_id limit ${mostCounted})
    ) waiting group by what, which`);
  const found = rows.map((row) => Row.parse(row));
  const backlogsOf = (what: 'payout' | 'mail', names: readonly string[]) =>
    new Map(
      names.map((name): [string, Backlog] => {
        const row = found.find((one) => one.what === what && one.which === name);
        // If the clock was set back, show an age of 0 instead of a negative age.
        return [name, { count: row?.count ?? 0, oldestSeconds: Math.max(0, row?.oldest ?? 0) }];
      }),
    );
  return { payouts: backlogsOf('payout', payoutStates), mails: backlogsOf('mail', mailKinds) };
}
