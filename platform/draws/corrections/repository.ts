import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { nextMidnight, startOfDay } from '../../../shared/domain/site-time.ts';
import { accounts } from '../../accounts/tables.ts';
import type { Transaction } from '../../db/database.ts';
import { locks } from '../../db/migrate.ts';
import { inDraw } from '../../tickets/repository.ts';
import { purchases, tickets } from '../../tickets/tables.ts';
import type { PlayerBucket } from '../../wallet/transfer.ts';
import { largestFirst, topWinsKept } from '../hold-draw.ts';
import { drawCorrections, draws, gameDays, type TopWin, wins } from '../tables.ts';
import type { Owner } from './money.ts';

/**
 * Takes a lock, so that only one correction runs at a time. Locking the accounts is not enough, because seeded
 * (simulated) players have no accounts.
 */
export async function beginCorrection(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${locks.corrections})`);
}

/**
 * Locks the accounts of all players of a draw, in the order of the account ids. Call this function before `lockDraw`,
 * because purchases also lock the account before the draw.
 * @returns ids of deleted accounts; their players cannot be notified
 */
export async function lockPlayers(tx: Transaction, drawId: string): Promise<Set<string>> {
  const players = tx
    .select({ accountId: purchases.accountId })
    .from(purchases)
    .where(eq(purchases.drawId, drawId));
  const locked = tx
    .select({ accountId: accounts.accountId, status: accounts.status })
    .from(accounts)
    .where(inArray(accounts.accountId, players))
    .orderBy(asc(accounts.accountId))
    .for('no key update')
    .as('locked');
  // Use FILTER. PostgreSQL could move a WHERE condition into the subquery, which would then lock fewer accounts.
  const [row] = await tx
    .select({
      deleted: sql<
        string[]
      >`coalesce(json_agg(${locked.accountId}) filter (where ${locked.status} = 'deleted'), '[]')`,
    })
    .from(locked);
  return new Set(row?.deleted);
}

export async function lockDraw(tx: Transaction, drawId: string) {
  const [row] = await tx.select().from(draws).where(eq(draws.drawId, drawId)).for('update');
  return row ?? null;
}

/** Locks the next draw and returns whether it has already taken place. */
export async function lockNext(tx: Transaction, gameId: string, drawNumber: number): Promise<boolean> {
  const [next] = await tx
    .select({ status: draws.status })
    .from(draws)
    .where(and(eq(draws.gameId, gameId), eq(draws.drawNumber, drawNumber + 1)))
    .for('update');
  return next?.status === 'published';
}

export async function lastCorrection(tx: Transaction, drawId: string) {
  const [row] = await tx
    .select()
    .from(drawCorrections)
    .where(eq(drawCorrections.drawId, drawId))
    .orderBy(desc(drawCorrections.no))
    .limit(1);
  return row ?? null;
}

/** Returns the stakes of each account, grouped by the wallet bucket that paid them (such as deposit or winnings). */
export async function paidStakes(tx: Transaction, drawId: string) {
  const { rows } = await tx.execute<{ accountId: string; bucket: PlayerBucket; amountMinor: number }>(sql`
    select account_id as "accountId", bucket, sum(amount::bigint)::float8 as "amountMinor"
    from purchases cross join jsonb_each_text(paid_from) paid(bucket, amount)
    where draw_id = ${drawId} group by account_id, bucket order by account_id, bucket`);
  return rows;
}

/** Returns the number of ticket lines of seeded (simulated) players, and the sum of their stakes. */
export async function seededStakes(tx: Transaction, drawId: string) {
  const [row] = await tx
    .select({
      lines: sql`count(*)`.mapWith(Number),
      cashMinor: sql`coalesce(sum(${tickets.stakeMinor}), 0)`.mapWith(Number),
    })
    .from(tickets)
    .where(and(inDraw(drawId), isNotNull(tickets.playerNo)));
  return row ?? { lines: 0, cashMinor: 0 };
}

export async function winningsOf(
  tx: Transaction,
  owners: readonly Owner[],
  currencyCode: string,
): Promise<Map<Owner, number>> {
  const { rows } = await tx.execute<{ owner: Owner; balance: string }>(sql`
    select owner, balance_minor::text as balance from ledger_accounts
    where owner = any(${sql.param(owners)}::text[]) and bucket = 'winnings' and currency_code = ${currencyCode}`);
  return new Map(rows.map(({ owner, balance }) => [owner, Number(balance)]));
}

/** Condition for draws whose wins are not all stored yet (see `hasAllWins`). */
const isBeingPosted = sql`(chunks_posted < chunks)`;

/**
 * Returns the largest wins of a day. While the prizes of a draw are being posted, not all wins of the draw are stored.
 * The function takes the wins of such a draw from `known`, the previous list.
 */
async function topWinsOfDay(
  tx: Transaction,
  { gameId, start, end }: { gameId: string; start: Date; end: Date },
  known: readonly TopWin[],
): Promise<TopWin[]> {
  const ofDay = sql`game_id = ${gameId} and draw_at >= ${start.toISOString()}::timestamptz
    and draw_at < ${end.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<{ top: TopWin[]; being_posted: number[] }>(sql`
    select (
      select coalesce(jsonb_agg(top), '[]') from (
        select player_no as "playerNo", ${tickets.accountId} as "accountId", draw_number as "drawNumber",
          (extract(epoch from draw_at) * 1000)::bigint as "drawAtMs", prize_no as "prizeNo",
          amount_minor as "amountMinor"
        from ${draws} join ${wins} using (draw_id) join ${tickets} using (draw_id, receipt_number, line_no)
          left join ${accounts} on ${accounts.accountId} = ${tickets.accountId}
        where ${tickets.month} = tickets_month and ${ofDay} and not ${isBeingPosted}
          and (player_no is not null or show_in_winners)
        order by amount_minor desc, draw_at desc limit ${topWinsKept}
      ) top
    ) as top, array(select draw_number from ${draws} where ${ofDay} and ${isBeingPosted}) as being_posted`);
  const [{ top, being_posted: beingPosted } = { top: [], being_posted: [] }] = rows;
  const kept = known.filter(({ drawNumber }) => beingPosted.includes(drawNumber));
  return [...top, ...kept].sort(largestFirst).slice(0, topWinsKept);
}

/**
 * Updates the sums of a day. Call this function after posting to the ledger, so that locks are taken in the same order
 * as in a publication.
 * @param change amounts to add to the sums
 */
export async function correctDay(
  tx: Transaction,
  { gameId, day, timeZone }: { gameId: string; day: string; timeZone: string },
  change: { winners: number; paidMinor: number },
): Promise<void> {
  const which = and(eq(gameDays.gameId, gameId), eq(gameDays.day, day));
  const [known] = await tx.select({ topWins: gameDays.topWins }).from(gameDays).where(which).for('update');
  const start = startOfDay(timeZone, day);
  const end = nextMidnight(timeZone, start);
  const topWins = await topWinsOfDay(tx, { gameId, start, end }, known?.topWins ?? []);
  await tx
    .update(gameDays)
    .set({
      winningTickets: sql`${gameDays.winningTickets} + ${change.winners}`,
      paidMinor: sql`${gameDays.paidMinor} + ${change.paidMinor}`,
      topWins,
    })
    .where(which);
}
