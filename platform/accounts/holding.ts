import { and, eq, gt } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { accounts, sessions } from './tables.ts';

export interface HeldAccount {
  /** The account's current status. It is `active` if a suspension or exclusion has ended. */
  status: 'active' | 'suspended' | 'excluded';
  /** The end of the player's current time-out (a break from play). Null if no time-out is running. */
  timedOutUntil: Date | null;
  isContactVerified: boolean;
  isIdentityApproved: boolean;
}

/**
 * Locks an account until the transaction ends. Every debit of a player's wallet takes this lock before it reads the
 * balances, so that two debits cannot spend the same money. Neither payments to the player nor reads of the account
 * wait for this lock.
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
      timedOutUntil: accounts.timedOutUntil,
    })
    .from(accounts)
    .where(eq(accounts.accountId, accountId))
    .for('no key update');
  return row ? heldAccountOf(row, now) : null;
}

type HeldRow = Pick<
  typeof accounts.$inferSelect,
  'status' | 'statusUntil' | 'emailVerifiedAt' | 'mobileVerifiedAt' | 'kycState' | 'timedOutUntil'
>;

/** Returns an account's state at the time `now`, or null if the account is deleted. */
export function heldAccountOf(row: HeldRow, now: Date): HeldAccount | null {
  if (row.status === 'deleted') return null;
  const isOver = row.statusUntil !== null && row.statusUntil <= now;
  return {
    status: isOver ? 'active' : row.status,
    timedOutUntil: row.timedOutUntil && row.timedOutUntil > now ? row.timedOutUntil : null,
    isContactVerified: row.emailVerifiedAt !== null || row.mobileVerifiedAt !== null,
    isIdentityApproved: row.kycState === 'approved',
  };
}

/**
 * Returns whether a session is open. Locks the session, so that a concurrent logout waits until the transaction ends.
 */
export async function holdSession(tx: Transaction, tokenHash: string | null, now: Date): Promise<boolean> {
  if (tokenHash === null) return false;
  const [open] = await tx
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now)))
    .for('key share');
  return open !== undefined;
}
