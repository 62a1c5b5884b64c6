import { and, eq, inArray, isNull, lte, or, type SQL } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';
import type { Queryable } from '../db/database.ts';

/**
 * Returns the condition for accounts that may receive promotions: they are neither suspended, excluded nor deleted, and
 * take no time-out. Whether a player agreed to promotions is not part of it.
 */
export function mayReceive(now: Date): SQL | undefined {
  return and(
    or(eq(accounts.status, 'active'), lte(accounts.statusUntil, now)),
    inArray(accounts.status, ['active', 'suspended', 'excluded']),
    or(isNull(accounts.timedOutUntil), lte(accounts.timedOutUntil, now)),
  );
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
