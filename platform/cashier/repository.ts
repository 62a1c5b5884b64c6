import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { Queryable, Transaction } from '../db/database.ts';
import { destinations, payments, payouts, withdrawals } from './tables.ts';

export type Payment = typeof payments.$inferSelect;
export type WithdrawalRow = typeof withdrawals.$inferSelect;
export type DestinationRow = typeof destinations.$inferSelect;

export async function paymentByKey(
  db: Queryable,
  accountId: string,
  idempotencyKey: string,
): Promise<Payment | null> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.accountId, accountId), eq(payments.idempotencyKey, idempotencyKey)));
  return row ?? null;
}

export async function findPayment(db: Queryable, paymentId: string): Promise<Payment | null> {
  const [row] = await db.select().from(payments).where(eq(payments.paymentId, paymentId));
  return row ?? null;
}

export async function lockPayment(tx: Transaction, paymentId: string): Promise<Payment | null> {
  const [row] = await tx.select().from(payments).where(eq(payments.paymentId, paymentId)).for('update');
  return row ?? null;
}

export async function withdrawalByKey(
  db: Queryable,
  accountId: string,
  idempotencyKey: string,
): Promise<WithdrawalRow | null> {
  const [row] = await db
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.accountId, accountId), eq(withdrawals.idempotencyKey, idempotencyKey)));
  return row ?? null;
}

export async function lockWithdrawal(tx: Transaction, withdrawalId: string): Promise<WithdrawalRow | null> {
  const [row] = await tx
    .select()
    .from(withdrawals)
    .where(eq(withdrawals.withdrawalId, withdrawalId))
    .for('update');
  return row ?? null;
}

/**
 * Locks the outbox row of a payout, if there is one. Call this function before locking the withdrawal. The worker and
 * the webhooks lock the two rows in this order, and the opposite order could deadlock.
 */
export async function lockPayout(tx: Transaction, withdrawalId: string): Promise<void> {
  await tx
    .select({ withdrawalId: payouts.withdrawalId })
    .from(payouts)
    .where(eq(payouts.withdrawalId, withdrawalId))
    .for('update');
}

/** Filters the given ids of bank accounts: returns only the ids of bank accounts that players have removed. */
export async function removedOf(
  on: Queryable,
  destinationIds: readonly (string | null)[],
): Promise<Set<string>> {
  const ids = destinationIds.filter((id) => id !== null);
  if (ids.length === 0) return new Set();
  const rows = await on
    .select({ id: destinations.destinationId })
    .from(destinations)
    .where(and(inArray(destinations.destinationId, ids), isNotNull(destinations.removedAt)));
  return new Set(rows.map(({ id }) => id));
}

/** Returns the provider of a player's last approved deposit, or null if the player has made none. */
export async function lastProvider(on: Queryable, accountId: string): Promise<string | null> {
  const [row] = await on
    .select({ providerId: payments.providerId })
    .from(payments)
    .where(and(eq(payments.accountId, accountId), eq(payments.status, 'approved')))
    .orderBy(desc(payments.createdAt))
    .limit(1);
  return row?.providerId ?? null;
}

export async function findWithdrawal(db: Queryable, withdrawalId: string): Promise<WithdrawalRow | null> {
  const [row] = await db.select().from(withdrawals).where(eq(withdrawals.withdrawalId, withdrawalId));
  return row ?? null;
}

/** Returns the destinations that the player has not removed, the newest first. */
export function destinationsOf(on: Queryable, accountId: string): Promise<DestinationRow[]> {
  return on
    .select()
    .from(destinations)
    .where(and(eq(destinations.accountId, accountId), isNull(destinations.removedAt)))
    .orderBy(desc(destinations.addedAt), desc(destinations.destinationId));
}

/** Returns at most 500 declined withdrawals that their providers report as paid, oldest first. */
export function contradictedWithdrawals(db: Queryable): Promise<WithdrawalRow[]> {
  return db
    .select()
    .from(withdrawals)
    .where(isNotNull(withdrawals.contradictedAt))
    .orderBy(asc(withdrawals.contradictedAt))
    .limit(500);
}

/**
 * Returns the ids of finished withdrawals whose outcome may still change: a bank may return the money, or the provider
 * may report a declined payout as paid. Open withdrawals are omitted, because their money is still in the wallet.
 * @param since withdrawals that were finished before this time are omitted, unless an operator must still decide on
 *   them
 */
export async function payoutsThatMayReturn(
  tx: Transaction,
  accountId: string,
  since: Date,
): Promise<string[]> {
  const isSent = isNotNull(withdrawals.sendingAt);
  const rows = await tx
    .select({ withdrawalId: withdrawals.withdrawalId })
    .from(withdrawals)
    .where(
      and(
        eq(withdrawals.accountId, accountId),
        or(
          isNotNull(withdrawals.contradictedAt),
          and(isSent, eq(withdrawals.state, 'paid'), gt(withdrawals.paidAt, since)),
          // After an operator has declined a payout, the provider may still report the payout as paid.
          and(
            isSent,
            eq(withdrawals.state, 'declined'),
            isNull(withdrawals.declineReason),
            gt(withdrawals.declinedAt, since),
          ),
        ),
      ),
    )
    .orderBy(asc(withdrawals.requestedAt));
  return rows.map(({ withdrawalId }) => withdrawalId);
}

/** Returns at most 500 requested withdrawals, oldest first. */
export function requestedWithdrawals(db: Queryable): Promise<WithdrawalRow[]> {
  return db
    .select()
    .from(withdrawals)
    .where(eq(withdrawals.state, 'requested'))
    .orderBy(asc(withdrawals.requestedAt))
    .limit(500);
}
