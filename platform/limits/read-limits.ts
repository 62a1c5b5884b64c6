import { eq, sql } from 'drizzle-orm';
import type { PlayerLimits } from '../../shared/contract/limits.ts';
import { accounts, sessions } from '../accounts/tables.ts';
import type { Queryable } from '../db/database.ts';
import type { Player } from '../http/caller.ts';
import { waitingOf } from './change-limit.ts';
import { countingPeriods, limitPeriods, usedIn } from './counter.ts';
import { readCounters, readLimits, sumDeposits, sumOpenDeposits, sumStakes } from './repository.ts';

const kinds = ['deposit', 'spend'] as const;

/**
 * Returns the sums that a player staked and won since the beginning of a session. A prize that an operator refused does
 * not count as won, even if the player had already spent the money.
 */
async function sessionOf(
  on: Queryable,
  accountId: string,
  tokenHash: string | null,
  now: Date,
): Promise<PlayerLimits['session']> {
  const [open] = await on
    .select({ openedAt: sessions.openedAt })
    .from(sessions)
    .where(eq(sessions.tokenHash, tokenHash ?? ''));
  const startedAt = (open?.openedAt ?? now).toISOString();
  const owner = `player:${accountId}`;
  const { rows } = await on.execute<{ staked: string; won: string; refused: string }>(sql`select
    (select coalesce(sum(stake_minor), 0) from purchases
      where account_id = ${accountId}::uuid and bought_at >= ${startedAt}::timestamptz) as staked,
    (select coalesce(sum(amount_minor), 0) from player_transfers prize join transfers using (transfer_id)
      join ledger_entries entry on entry.transfer_id = prize.transfer_id and entry.month = entries_month
      join ledger_accounts account on account.account_id = entry.account_id and account.owner = prize.owner
      where prize.owner = ${owner} and prize.kind = 'prize' and prize.posted_at >= ${startedAt}::timestamptz) as won,
    (select coalesce(sum(win.amount_minor), 0) from claim_refusals refusal
      join wins win on win.draw_id = refusal.draw_id and win.receipt_number = refusal.receipt_number
      where refusal.account_id = ${accountId}::uuid and win.posted_at >= ${startedAt}::timestamptz) as refused`);
  const { staked = 0, won = 0, refused = 0 } = rows[0] ?? {};
  return { startedAt, staked: Number(staked), won: Math.max(0, Number(won) - Number(refused)) };
}

/** Answers `limits/get`. */
export async function readPlayerLimits(
  on: Queryable,
  timeZone: string,
  { accountId, currencyCode }: Player,
  tokenHash: string | null,
  now: Date,
): Promise<PlayerLimits> {
  const rows = await readLimits(on, accountId);
  const counters = await readCounters(on, accountId);
  const openMinor = await sumOpenDeposits(on, accountId, now);
  const [account] = await on
    .select({ timedOutUntil: accounts.timedOutUntil })
    .from(accounts)
    .where(eq(accounts.accountId, accountId));
  const limits: PlayerLimits['limits'] = [];
  for (const kind of kinds) {
    const counter = counters[kind] ?? null;
    const periods = countingPeriods(timeZone, now, counter);
    const sums = kind === 'spend' ? sumStakes : sumDeposits;
    const used = counter ? usedIn(periods, counter) : await sums(on, accountId, periods);
    for (const period of limitPeriods) {
      const row = rows.find((one) => one.kind === kind && one.period === period);
      const waiting = row ? waitingOf(row, now) : null;
      const amount = row?.amountMinor ?? null;
      const counted = used[period] + (kind === 'deposit' ? openMinor : 0);
      limits.push({
        kind,
        period,
        amount,
        used: counted,
        left: amount === null ? null : Math.max(0, amount - counted),
        endsAt: periods[period].to.toISOString(),
        waiting: waiting && {
          limitId: waiting.limitId,
          amount: waiting.amountMinor,
          effectiveAt: waiting.effectiveAt.toISOString(),
          expiresAt: waiting.expiresAt.toISOString(),
        },
      });
    }
  }
  const until = account?.timedOutUntil ?? null;
  return {
    currencyCode,
    asOf: now.toISOString(),
    limits,
    timeOut: until && until > now ? { endsAt: until.toISOString() } : null,
    session: await sessionOf(on, accountId, tokenHash, now),
  };
}
