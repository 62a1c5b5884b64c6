import { eq } from 'drizzle-orm';
import { holdAccount } from '../accounts/holding.ts';
import type { Transaction } from '../db/database.ts';
import { sumOf, takeFrom, withdrawOrder } from '../wallet/service.ts';
import type { CashierDeps } from './context.ts';
import { originOf } from './origin.ts';
import { findWithdrawal, lockWithdrawal, type WithdrawalRow } from './repository.ts';
import { withdrawals } from './tables.ts';

/** Returns the part of a paid withdrawal that was not taken from the wallet. The house bears this part. */
export function writtenOffOf({ amountMinor, takenFrom }: WithdrawalRow): number {
  return amountMinor - takenFrom.reduce((sum, part) => sum + part.amountMinor, 0);
}

/**
 * Locks a declined withdrawal that the provider reports as paid. The account is locked first, as before every debit.
 * @returns null if the provider does not report this withdrawal as paid, or if an operator has already decided
 */
async function holdContradicted(
  tx: Transaction,
  withdrawalId: string,
  now: Date,
): Promise<{ row: WithdrawalRow; isDeleted: boolean } | null> {
  const found = await findWithdrawal(tx, withdrawalId);
  // Lock the account only for a declined withdrawal that the provider reports as paid. Such withdrawals are rare.
  if (!found || found.contradictedAt === null) return null;
  const account = await holdAccount(tx, found.accountId, now);
  const row = await lockWithdrawal(tx, withdrawalId);
  return row && row.contradictedAt !== null ? { row, isDeleted: account === null } : null;
}

/** Stores that a declined payout was not paid after all, so that its money stays in the wallet. */
export async function confirmDeclined(
  { clock }: Pick<CashierDeps, 'clock'>,
  withdrawalId: string,
  tx: Transaction,
): Promise<WithdrawalRow | null> {
  const held = await holdContradicted(tx, withdrawalId, clock.now());
  if (!held) return null;
  const change = { contradictedAt: null };
  await tx.update(withdrawals).set(change).where(eq(withdrawals.withdrawalId, withdrawalId));
  return { ...held.row, ...change };
}

/**
 * Books a declined payout as paid. The decline has returned the money to the wallet, so the amount is taken from the
 * wallet's cash again. If the cash is not enough, the house bears the rest, in its bucket `corrections`.
 * @param isWrittenOff if true, the house bears the whole amount and nothing is taken from the wallet
 * @returns the withdrawal after the change, or null if there is nothing to decide: the provider does not report the
 *   payout as paid, or an operator has already decided
 */
export async function bookAsPaid(
  { ledger, clock, onMoney }: Pick<CashierDeps, 'ledger' | 'clock' | 'onMoney'>,
  { withdrawalId, isWrittenOff }: { withdrawalId: string; isWrittenOff: boolean },
  tx: Transaction,
): Promise<WithdrawalRow | null> {
  const now = clock.now();
  const held = await holdContradicted(tx, withdrawalId, now);
  if (!held) return null;
  const { accountId, amountMinor, currencyCode } = held.row;
  const owner = `player:${accountId}` as const;
  const balances = await ledger.balances(owner, currencyCode, tx);
  const takenMinor = isWrittenOff ? 0 : Math.min(amountMinor, sumOf(balances, withdrawOrder));
  const takenFrom = takeFrom(balances, withdrawOrder, takenMinor) ?? [];
  // Remove the reasons of the decline, because they do not explain the new state.
  const change = {
    state: 'paid',
    paidAt: now,
    contradictedAt: null,
    takenFrom,
    reason: null,
    declineReason: null,
  } as const;
  await tx.update(withdrawals).set(change).where(eq(withdrawals.withdrawalId, withdrawalId));
  const event = {
    kind: 'withdrawal-paid',
    accountId,
    amountMinor,
    currencyCode,
    id: withdrawalId,
    origin: originOf(held.row),
  } as const;
  if (!held.isDeleted) await onMoney?.(tx, { ...event, ...(takenMinor > 0 && { takenMinor }) });
  const row: WithdrawalRow = { ...held.row, ...change };
  const writtenOff = writtenOffOf(row);
  const posting = await ledger.post(
    {
      key: `withdrawal:${withdrawalId}:paid`,
      kind: 'withdrawal-paid',
      currencyCode,
      reference: { withdrawalId },
      sides: [
        ...takenFrom.map((part) => ({ owner, bucket: part.bucket, amountMinor: -part.amountMinor })),
        ...(writtenOff > 0
          ? [{ owner: 'house' as const, bucket: 'corrections' as const, amountMinor: -writtenOff }]
          : []),
        { owner: 'house', bucket: 'payments', amountMinor },
      ],
    },
    tx,
  );
  // The account is locked, so no other debit can have taken the money.
  if (posting.kind !== 'posted') throw new Error(`${withdrawalId}: balance changed under the lock`);
  return row;
}
