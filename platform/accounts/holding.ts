import { and, eq, gt } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { accounts, sessions } from './tables.ts';

export interface HeldAccount {
  /** At this moment: what has ended counts no more. */
  status: 'active' | 'suspended' | 'excluded';
  isContactVerified: boolean;
  isIdentityApproved: boolean;
}

/**
 * Holds an account for the length of a transaction. Whatever takes money out of a player's wallet does this first, so
 * that the balances it then reads can only grow until it ends; no reader and no payment to the player waits for it.
 */
export async function holdAccount(
  tx: Transaction,
  accountId: string,
  now: Date,
): Promise<HeldAccount | null> {
  const [row] = await tx
    .select({
      status: accounts.status,
      statusUntil: accounts.statusUntil,
      emailVerifiedAt: accounts.emailVerifiedAt,
      mobileVerifiedAt: accounts.mobileVerifiedAt,
      kycState: accounts.kycState,
    })
    .from(accounts)
    .where(eq(accounts.accountId, accountId))
    .for('no key update');
  if (!row || row.status === 'deleted') return null;
  const isOver = row.statusUntil !== null && row.statusUntil <= now;
  return {
    status: isOver ? 'active' : row.status,
    isContactVerified: row.emailVerifiedAt !== null || row.mobileVerifiedAt !== null,
    isIdentityApproved: row.kycState === 'approved',
  };
}

/** Whether a session is still open, and stays so until the transaction ends: a logout waits for it. */
export async function holdSession(tx: Transaction, tokenHash: string | null, now: Date): Promise<boolean> {
  if (tokenHash === null) return false;
  const [open] = await tx
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now)))
    .for('key share');
  return open !== undefined;
}
