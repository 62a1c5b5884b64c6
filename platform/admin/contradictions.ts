import { bookAsPaid, confirmDeclined, writtenOffOf } from '../cashier/contradictions.ts';
import { contradictedWithdrawals } from '../cashier/repository.ts';
import { withdrawalOf } from '../cashier/withdrawals.ts';
import type { Transaction } from '../db/database.ts';
import { notifyOfMoney } from '../notifications/money.ts';
import type { AdminDeps, Outcome } from './context.ts';
import type { NewLine } from './log.ts';
import { many, moneyOf } from './words.ts';

/** Lists at most 500 declined payouts that their providers report as paid, oldest first. */
export async function listContradicted({ db }: AdminDeps): Promise<Outcome> {
  const rows = await contradictedWithdrawals(db);
  const data = rows.map((row) => ({
    withdrawalId: row.withdrawalId,
    accountId: row.accountId,
    declinedAt: row.declinedAt?.toISOString() ?? null,
    contradictedAt: row.contradictedAt?.toISOString() ?? null,
    amountMinor: row.amountMinor,
    currencyCode: row.currencyCode,
    providerId: row.providerId,
    destination: row.destinationLabel,
  }));
  return {
    data,
    lines: [
      ...data.map(
        (row) =>
          `${row.withdrawalId}  ${moneyOf(row.amountMinor, row.currencyCode)} of ${row.accountId}  declined ${row.declinedAt}, reported as paid by ${row.providerId} ${row.contradictedAt}`,
      ),
      data.length === 0
        ? 'No declined payout is reported as paid.'
        : `${many(data.length, 'declined payout')} reported as paid. Decide with withdrawals paid or withdrawals decline.`,
    ],
  };
}

/**
 * Stores the operator's decision about a declined payout that its provider reports as paid.
 * @returns null if the provider does not report this withdrawal as paid, or if an operator has already decided
 */
export async function decideContradicted(
  { ledger, clock }: Pick<AdminDeps, 'ledger' | 'clock'>,
  {
    withdrawalId,
    outcome,
    reason,
    isWrittenOff,
  }: { withdrawalId: string; outcome: 'paid' | 'declined'; reason: string; isWrittenOff: boolean },
  tx: Transaction,
): Promise<(Outcome & { line: NewLine }) | null> {
  const row =
    outcome === 'paid'
      ? await bookAsPaid(
          { ledger, clock, onMoney: notifyOfMoney({ clock }) },
          { withdrawalId, isWrittenOff },
          tx,
        )
      : await confirmDeclined({ clock }, withdrawalId, tx);
  if (!row) return null;
  const { accountId, amountMinor, currencyCode } = row;
  const isPaid = outcome === 'paid';
  const writtenOffMinor = isPaid ? writtenOffOf(row) : 0;
  const takenMinor = isPaid ? amountMinor - writtenOffMinor : 0;
  return {
    data: { ...withdrawalOf(row), accountId, takenMinor, writtenOffMinor },
    lines: [
      isPaid
        ? `Paid after all: ${moneyOf(takenMinor, currencyCode)} was taken from the wallet, and ${moneyOf(writtenOffMinor, currencyCode)} is written off.`
        : `Declined: ${moneyOf(amountMinor, currencyCode)} stays in the wallet.`,
    ],
    line: {
      act: isPaid ? 'withdrawals paid' : 'withdrawals decline',
      accountId,
      subject: withdrawalId,
      reason,
      result: { state: outcome, amountMinor, currencyCode, takenMinor, writtenOffMinor },
    },
  };
}
