import { desc, eq } from 'drizzle-orm';
import type { Account } from '../accounts/repository.ts';
import type { Queryable } from '../db/database.ts';
import { identityChecks } from './tables.ts';

/** Returns the operator's reason if the player's last identity check was refused, otherwise null. */
export async function refusalReasonOf(
  on: Queryable,
  { accountId, kycState }: Pick<Account, 'accountId' | 'kycState'>,
): Promise<string | null> {
  if (kycState !== 'refused') return null;
  const [last] = await on
    .select({ reason: identityChecks.reason })
    .from(identityChecks)
    .where(eq(identityChecks.accountId, accountId))
    .orderBy(desc(identityChecks.requestedAt))
    .limit(1);
  return last?.reason ?? null;
}
