import { and, eq, inArray, isNull, lte, or, type SQL } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';
import type { Queryable } from '../db/database.ts';

/**
 * Returns the condition for accounts that may receive promotions: they are neither suspended, excluded nor deleted, and
 * are not in a time-out. The condition does not check whether a player agreed to promotions.
 */
export function mayReceive(now: Date): SQL | undefined {
  return and(
    or(eq(accounts.status, 'active'), lte(accounts.statusUntil, now)),
    inArray(accounts.status, ['active', 'suspended', 'excluded']),
    isNotInTimeOut(now),
  );
}

function isNotInTimeOut(now: Date): SQL | undefined {
  return or(isNull(accounts.timedOutUntil), lte(accounts.timedOutUntil, now));
}

/**
 * Returns the condition for accounts that may receive public notices. Unlike promotions, notices go to suspended
 * players too, because changed terms also apply to them.
 */
export function mayReceiveNotices(now: Date): SQL | undefined {
  const isSuspended = and(eq(accounts.status, 'suspended'), isNotInTimeOut(now));
  return or(mayReceive(now), isSuspended);
}

/** Returns those of the given accounts that may receive promotions now. */
export async function mayReceivePromotions(
  on: Queryable,
  accountIds: readonly string[],
  now: Date,
): Promise<Set<string>> {
  if (accountIds.length === 0) return new Set();
  const rows = await on
    .select({ accountId: accounts.accountId })
    .from(accounts)
    .where(and(inArray(accounts.accountId, [...accountIds]), mayReceive(now)));
  return new Set(rows.map(({ accountId }) => accountId));
}
