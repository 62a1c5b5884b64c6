import { codes } from '../../shared/contract/codes.ts';
import type { SetLimitRequest } from '../../shared/contract/limits.ts';
import type { Transaction } from '../db/database.ts';
import { Refusal } from '../http/refusal.ts';
import type { Announcements } from './announcements.ts';
import { type Change, changeLimit, confirmedLimit, waitingOf } from './change-limit.ts';
import { countedOn } from './counter.ts';
import { periodsAt } from './periods.ts';
import {
  type LimitRow,
  readCounters,
  readLimits,
  sumDeposits,
  sumStakes,
  writeCounter,
  writeLimit,
} from './repository.ts';

export interface SetLimitDeps {
  clock: { now(): Date };
  timeZone: string;
  announcements: Announcements;
}

function unlimited(accountId: string, { kind, period }: SetLimitRequest, now: Date): LimitRow {
  return {
    accountId,
    kind,
    period,
    amountMinor: null,
    waitingId: null,
    waitingAmountMinor: null,
    effectiveAt: null,
    expiresAt: null,
    changedAt: now,
  };
}

/**
 * Creates the counter of an account's deposits or stakes if the counter does not exist. Later purchases and deposits
 * only add to the counter.
 */
async function ensureCounter(
  tx: Transaction,
  { timeZone }: SetLimitDeps,
  { accountId, kind }: LimitRow,
  now: Date,
): Promise<void> {
  const counters = await readCounters(tx, accountId);
  if (counters[kind]) return;
  const periods = periodsAt(timeZone, now);
  const used = await (kind === 'spend' ? sumStakes : sumDeposits)(tx, accountId, periods);
  await writeCounter(tx, accountId, kind, countedOn(periods, used, 0));
}

/** Changes a limit and notifies the player. The caller has locked the account. */
export async function setLimit(
  tx: Transaction,
  deps: SetLimitDeps,
  { accountId, currencyCode }: { accountId: string; currencyCode: string },
  asked: SetLimitRequest,
  now: Date,
): Promise<Change> {
  const { kind, period, amount } = asked;
  const rows = await readLimits(tx, accountId);
  const row =
    rows.find((one) => one.kind === kind && one.period === period) ?? unlimited(accountId, asked, now);
  const change = changeLimit(row, amount, now);
  if (change.outcome === 'same') return change;
  await ensureCounter(tx, deps, row, now);
  await writeLimit(tx, change.row);
  const { announcements } = deps;
  const limit = { accountId, kind, period, currencyCode };
  const { amountMinor, effectiveAt, expiresAt, waitingAmountMinor } = change.row;
  if (change.outcome === 'kept') await announcements.changeCancelled(tx, limit);
  else if (change.outcome === 'holds' && amountMinor !== null)
    await announcements.limitHolds(tx, { ...limit, amountMinor });
  else if (effectiveAt && expiresAt)
    await announcements.changeWaits(tx, {
      ...limit,
      amountMinor: waitingAmountMinor,
      effectiveAt,
      expiresAt,
    });
  return change;
}

/**
 * Applies a waiting change and notifies the player. The caller has locked the account.
 * @throws Refusal 10711 if no change with this id waits, 10615 if it has not waited long enough
 */
export async function confirmLimit(
  tx: Transaction,
  { announcements }: Pick<SetLimitDeps, 'announcements'>,
  { accountId, currencyCode }: { accountId: string; currencyCode: string },
  limitId: string,
  now: Date,
): Promise<void> {
  const rows = await readLimits(tx, accountId);
  const row = rows.find(({ waitingId }) => waitingId === limitId);
  const waiting = row && waitingOf(row, now);
  if (!row || !waiting) throw new Refusal(codes.notFound);
  if (waiting.effectiveAt > now)
    throw new Refusal(codes.changeNotDue, {
      kind: 'waiting-change',
      endsAt: waiting.effectiveAt.toISOString(),
    });
  await writeLimit(tx, confirmedLimit(row, waiting, now));
  const { kind, period } = row;
  const limit = { accountId, kind, period, currencyCode };
  const { amountMinor } = waiting;
  if (amountMinor === null) await announcements.limitRemoved(tx, limit);
  else await announcements.limitHolds(tx, { ...limit, amountMinor });
}
