import { asc, eq, inArray } from 'drizzle-orm';
import { lockPayout, lockWithdrawal } from '../cashier/repository.ts';
import { type PayoutNews, settlePayout } from '../cashier/settle-payout.ts';
import { payouts, withdrawals } from '../cashier/tables.ts';
import { withdrawalOf } from '../cashier/withdrawals.ts';
import { sendsDepositBack } from '../limits/repository.ts';
import { notifyOfMoney } from '../notifications/money.ts';
import { type Acting, type AdminDeps, type Outcome, perform } from './context.ts';
import { decideContradicted } from './contradictions.ts';
import { rejectCommand, rejectUsage } from './failure.ts';
import { isUuid } from './find-player.ts';
import { mustGoBack } from './withdrawals.ts';
import { many, moneyOf } from './words.ts';

const most = 500;

/** Lists approved withdrawals that are not paid yet, the oldest approval first, with the state of their payouts. */
export async function listUnpaid({ db }: AdminDeps): Promise<Outcome> {
  const rows = await db
    .select({ withdrawal: withdrawals, attempts: payouts.attempts, dueAt: payouts.dueAt })
    .from(withdrawals)
    .leftJoin(payouts, eq(payouts.withdrawalId, withdrawals.withdrawalId))
    .where(inArray(withdrawals.state, ['approved', 'sending', 'sent']))
    .orderBy(asc(withdrawals.decidedAt))
    .limit(most);
  const data = rows.map(({ withdrawal: row, attempts, dueAt }) => ({
    withdrawalId: row.withdrawalId,
    accountId: row.accountId,
    state: row.state,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    amountMinor: row.amountMinor,
    currencyCode: row.currencyCode,
    providerId: row.providerId,
    destination: row.destinationLabel,
    /**
     * Number of failed calls to the provider. Null if the operator pays by hand, because the provider is then not
     * called.
     */
    failedCalls: attempts,
    nextCallAt: dueAt?.toISOString() ?? null,
  }));
  return {
    data,
    lines: [
      ...data.map((row) => {
        const money = moneyOf(row.amountMinor, row.currencyCode);
        const how =
          row.failedCalls === null
            ? 'to be paid by hand'
            : `by ${row.providerId}, ${many(row.failedCalls, 'unanswered call')}, next call ${row.nextCallAt}`;
        return `${row.withdrawalId}  ${row.decidedAt}  ${row.state}  ${money}  to ${row.destination ?? 'no bank account'}, ${how}`;
      }),
      data.length === 0 ? 'No approved withdrawal is unpaid.' : `${many(data.length, 'unpaid withdrawal')}.`,
    ],
  };
}

interface Settlement {
  withdrawalId: string;
  outcome: 'paid' | 'declined';
  reason: string;
  /** Whether the operator has checked at the provider that a payout in the state `sending` or `sent` was not paid. */
  isChecked: boolean;
  /** Whether the house bears the whole amount of a declined payout that the provider has paid. */
  isWrittenOff: boolean;
}

/**
 * Stores an operator's report on the outcome of a payout, and notifies the player. The provider is not called again.
 * This command also decides about a declined payout that the provider reports as paid.
 * @throws AdminFailure if the withdrawal is unknown, not approved or already finished, or may not be declined
 */
export async function recordPayoutOutcome(
  deps: AdminDeps,
  acting: Acting,
  { withdrawalId, outcome, reason, isChecked, isWrittenOff }: Settlement,
): Promise<Outcome> {
  if (!isUuid(withdrawalId)) return rejectUsage(`${withdrawalId} is not the id of a withdrawal`);
  const { ledger, clock, logger } = deps;
  const news: PayoutNews =
    outcome === 'paid' ? { kind: 'paid' } : { kind: 'declined', declineReason: null, reason };
  return perform(deps, acting, async (tx) => {
    // A worker may be taking this payout from the outbox. The lock waits until the worker's transaction ends, so that
    // the next query reads the state that the worker has stored.
    await lockPayout(tx, withdrawalId);
    const decision = { withdrawalId, outcome, reason, isWrittenOff };
    const decided = await decideContradicted(deps, decision, tx);
    if (decided) return decided;
    if (isWrittenOff)
      return rejectCommand(`withdrawal ${withdrawalId} is not listed by withdrawals conflicts`);
    if (outcome === 'declined') {
      const row = await lockWithdrawal(tx, withdrawalId);
      if (row && sendsDepositBack(row)) return rejectCommand(mustGoBack(withdrawalId));
      if ((row?.state === 'sending' || row?.state === 'sent') && !isChecked)
        return rejectCommand(
          `withdrawal ${withdrawalId} is ${row.state}: the provider may have paid. Check it there, and repeat the command with --checked`,
        );
    }
    const settled = await settlePayout(
      { ledger, clock, logger, onMoney: notifyOfMoney({ clock }) },
      withdrawalId,
      news,
      tx,
    );
    if (!settled) {
      const row = await lockWithdrawal(tx, withdrawalId);
      return rejectCommand(
        row ? `withdrawal ${withdrawalId} is ${row.state}` : `unknown withdrawal: ${withdrawalId}`,
      );
    }
    const { accountId, amountMinor, currencyCode } = settled;
    const money = moneyOf(amountMinor, currencyCode);
    return {
      data: { ...withdrawalOf(settled), accountId },
      lines: [
        outcome === 'paid'
          ? `Paid: ${money} has left the wallet.`
          : `Declined: ${money} is back in the wallet, and the player reads the reason.`,
      ],
      line: {
        act: outcome === 'paid' ? 'withdrawals paid' : 'withdrawals decline',
        accountId,
        subject: withdrawalId,
        reason,
        result: { state: outcome, amountMinor, currencyCode },
      },
    };
  });
}
