import { codes } from '../../shared/contract/codes.ts';
import type { LimitKind } from '../../shared/contract/refusal-reasons.ts';
import type { HeldAccount } from '../accounts/holding.ts';
import type { Transaction } from '../db/database.ts';
import { Refusal } from '../http/refusal.ts';
import {
  type Amounts,
  type Counter,
  countedOn,
  countingPeriods,
  type Exceeded,
  exceededBy,
  usedIn,
} from './counter.ts';
import { amountsOf, readCounters, readLimits, sumOpenDeposits, writeCounter } from './repository.ts';

/**
 * Checks that an account may play, deposit and get promotions. The caller has locked the account's row.
 * @throws Refusal 10604 for a suspended, excluded or unknown account, 10611 in a time-out
 */
export function requirePlay(account: HeldAccount | null): asserts account is HeldAccount {
  if (account?.status !== 'active') throw new Refusal(codes.notEligible);
  if (account.timedOutUntil)
    throw new Refusal(codes.timeOutRunning, {
      kind: 'time-out',
      endsAt: account.timedOutUntil.toISOString(),
    });
}

/** The limits of one kind and the counter of an account, read under the account's lock. */
export interface Counted {
  counter: Counter;
  amounts: Amounts;
}

interface Movement {
  kind: LimitKind;
  amountMinor: number;
  currencyCode: string;
  /** Amount of deposits that the player has begun. It counts as used, although the money has not arrived yet. */
  openMinor?: number;
}

/**
 * If a deposit or stake fits into the limits of the account, returns the counter after it. Otherwise returns the limit
 * that the amount would exceed.
 */
function count(
  { counter, amounts }: Counted,
  { amountMinor, openMinor = 0 }: Pick<Movement, 'amountMinor' | 'openMinor'>,
  timeZone: string,
  now: Date,
): { counter: Counter } | { exceeded: Exceeded } {
  const periods = countingPeriods(timeZone, now, counter);
  const used = usedIn(periods, counter);
  const counted = { day: used.day + openMinor, week: used.week + openMinor, month: used.month + openMinor };
  const exceeded = exceededBy(periods, amounts, counted, amountMinor);
  return exceeded ? { exceeded } : { counter: countedOn(periods, used, amountMinor) };
}

/**
 * Checks a deposit or stake against the limits of the account.
 * @returns the counter after the deposit or stake, which the caller stores
 * @throws Refusal 10610 that names the limit
 */
export function requireWithin(counted: Counted, movement: Movement, timeZone: string, now: Date): Counter {
  const outcome = count(counted, movement, timeZone, now);
  if ('counter' in outcome) return outcome.counter;
  const { kind, currencyCode } = movement;
  const { endsAt, ...limit } = outcome.exceeded;
  throw new Refusal(codes.limitReached, { kind, ...limit, currencyCode, endsAt: endsAt.toISOString() });
}

/**
 * Checks a stake against the spending limits.
 * @param spending null if the account never had a spending limit
 * @throws Refusal 10610 that names the limit
 */
export function requireSpend(
  spending: Counted | null,
  stake: Pick<Movement, 'amountMinor' | 'currencyCode'>,
  timeZone: string,
  now: Date,
): Counter | null {
  return spending && requireWithin(spending, { kind: 'spend', ...stake }, timeZone, now);
}

interface Deposit {
  accountId: string;
  amountMinor: number;
  currencyCode: string;
}

async function depositsOf(tx: Transaction, accountId: string): Promise<Counted | null> {
  const { deposit: counter } = await readCounters(tx, accountId);
  return counter ? { counter, amounts: amountsOf(await readLimits(tx, accountId), 'deposit') } : null;
}

/**
 * Checks a new deposit against the deposit limits. The caller has locked the account's row. Deposits that are begun but
 * not paid yet count as used, so that several begun deposits cannot exceed a limit together.
 * @throws Refusal 10610 that names the limit
 */
export async function requireDeposit(
  tx: Transaction,
  { accountId, amountMinor, currencyCode }: Deposit,
  timeZone: string,
  now: Date,
): Promise<void> {
  const counted = await depositsOf(tx, accountId);
  if (!counted) return;
  const openMinor = await sumOpenDeposits(tx, accountId, now);
  requireWithin(counted, { kind: 'deposit', amountMinor, currencyCode, openMinor }, timeZone, now);
}

/**
 * Decides whether the player may keep a deposit that has arrived. A deposit that the player may keep is counted. The
 * caller has locked the account.
 * @param account null if the player is deleted
 * @returns false if the money must be sent back. The player is then deleted or has taken a break (time-out or
 *   exclusion), or a limit was lowered after the deposit was begun
 */
export async function countDeposit(
  tx: Transaction,
  account: HeldAccount | null,
  { accountId, amountMinor }: Pick<Deposit, 'accountId' | 'amountMinor'>,
  timeZone: string,
  now: Date,
): Promise<boolean> {
  if (!account || account.timedOutUntil || account.status === 'excluded') return false;
  const counted = await depositsOf(tx, accountId);
  if (!counted) return true;
  const outcome = count(counted, { amountMinor }, timeZone, now);
  if ('exceeded' in outcome) return false;
  await writeCounter(tx, accountId, 'deposit', outcome.counter);
  return true;
}
