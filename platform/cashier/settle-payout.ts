import { eq } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';
import type { Transaction } from '../db/database.ts';
import { sendsDepositBack } from '../limits/repository.ts';
import type { Transfer } from '../wallet/transfer.ts';
import type { CashierDeps, MoneyEvent } from './context.ts';
import { writtenOffOf } from './contradictions.ts';
import type { Settled } from './deposits.ts';
import { originOf } from './origin.ts';
import type { DeclineReason, PayoutEvent } from './provider.ts';
import { findWithdrawal, lockPayout, lockWithdrawal, type WithdrawalRow } from './repository.ts';
import { payouts, withdrawals } from './tables.ts';

/** A new state of a payout, as reported by the provider or by an operator. */
export type PayoutNews =
  | { kind: 'sent' }
  | { kind: 'paid' }
  | {
      kind: 'declined';
      /** The provider's reason; null if an operator declined the payout. */
      declineReason: DeclineReason | null;
      /** The operator's text for the player; null if the provider declined the payout. */
      reason: string | null;
    };

async function isDeleted(tx: Transaction, accountId: string): Promise<boolean> {
  const [account] = await tx
    .select({ status: accounts.status })
    .from(accounts)
    .where(eq(accounts.accountId, accountId));
  return account?.status === 'deleted';
}

type SettleDeps = Pick<CashierDeps, 'ledger' | 'clock' | 'logger' | 'onMoney'>;

/**
 * Time after which the worker asks the provider for the outcome of a payout in the state `sent`, in case a webhook was
 * lost.
 */
const askAgainMs = 6 * 3_600_000;

const isOpen = ({ state }: WithdrawalRow): boolean =>
  state === 'approved' || state === 'sending' || state === 'sent';

/**
 * Whether a report changes the state of a withdrawal. Webhooks can arrive several times, in any order, and before the
 * provider's response to the request that sends the payout.
 */
function isNews(row: WithdrawalRow, { kind }: PayoutNews): boolean {
  if (kind === 'sent') return row.state === 'approved' || row.state === 'sending';
  // A paid payout can still become declined, because a bank can return the money.
  return isOpen(row) || (kind === 'declined' && row.state === 'paid');
}

function transferOf(row: WithdrawalRow, kind: 'paid' | 'declined'): Transfer {
  const { withdrawalId, accountId, amountMinor, currencyCode } = row;
  const owner = `player:${accountId}` as const;
  const isReturned = row.state === 'paid';
  const isAgain = kind === 'declined' && row.declinedAt !== null;
  const writtenOff = kind === 'declined' ? writtenOffOf(row) : 0;
  return {
    key: `withdrawal:${withdrawalId}:${kind}${isAgain ? '-again' : ''}`,
    kind: `withdrawal-${kind}`,
    currencyCode,
    reference: { withdrawalId },
    sides: [
      isReturned
        ? { owner: 'house', bucket: 'payments', amountMinor: -amountMinor }
        : { owner, bucket: 'held', amountMinor: -amountMinor },
      ...(kind === 'paid'
        ? [{ owner: 'house' as const, bucket: 'payments' as const, amountMinor }]
        : row.takenFrom.map((part) => ({ owner, bucket: part.bucket, amountMinor: part.amountMinor }))),
      ...(writtenOff > 0
        ? [{ owner: 'house' as const, bucket: 'corrections' as const, amountMinor: writtenOff }]
        : []),
    ],
  };
}

/**
 * Handles a report about a declined payout. If the provider reports the payout as accepted or paid, stores this
 * contradiction. The payout's money is already back in the wallet, so an operator must decide (contradictions.ts). If
 * the provider reports the decline again, ends the contradiction. For a payout that was paid before it was declined, a
 * repeated `paid` event is no contradiction.
 */
async function applyToDeclined(
  { clock, logger }: Pick<SettleDeps, 'clock' | 'logger'>,
  { withdrawalId, paidAt, declineReason, contradictedAt: known }: WithdrawalRow,
  kind: PayoutNews['kind'],
  tx: Transaction,
): Promise<void> {
  const isPaid = kind === 'paid' && paidAt === null;
  // True if the provider accepted the payout in a call that was in progress while an operator declined the payout.
  const isAccepted = kind === 'sent' && paidAt === null && declineReason === null;
  const isContradiction = (isPaid || isAccepted) && known === null;
  const isDeclinedAgain = kind === 'declined' && known !== null;
  if (!isContradiction && !isDeclinedAgain) return;
  const contradictedAt = isContradiction ? clock.now() : null;
  await tx.update(withdrawals).set({ contradictedAt }).where(eq(withdrawals.withdrawalId, withdrawalId));
  if (isContradiction)
    logger.error(
      { withdrawalId, reported: kind },
      'declined payout reported as paid; resolve it with `npm run admin -- withdrawals conflicts`',
    );
  else logger.warn({ withdrawalId }, 'a payout that was reported as paid is declined again');
}

/**
 * Applies a reported state to a payout, and moves its money exactly once. Locks the row of the outbox before the
 * withdrawal. Every transaction that locks both rows uses this order, so that no deadlock occurs.
 * @returns the withdrawal after the change, or null if the report did not change the state of the withdrawal
 */
export async function settlePayout(
  { ledger, clock, logger, onMoney }: SettleDeps,
  withdrawalId: string,
  news: PayoutNews,
  tx: Transaction,
): Promise<WithdrawalRow | null> {
  await lockPayout(tx, withdrawalId);
  const row = await lockWithdrawal(tx, withdrawalId);
  const now = clock.now();
  const askAgain = { attempts: 0, dueAt: new Date(now.getTime() + askAgainMs) };
  const changeCall = (change: Partial<typeof payouts.$inferInsert>) =>
    tx.update(payouts).set(change).where(eq(payouts.withdrawalId, withdrawalId));
  if (!row || !isNews(row, news)) {
    if (row?.state === 'sent' && news.kind === 'sent') await changeCall(askAgain);
    if (row?.state === 'declined') await applyToDeclined({ clock, logger }, row, news.kind, tx);
    return null;
  }
  const change: Partial<WithdrawalRow> =
    news.kind === 'declined'
      ? { state: 'declined', declinedAt: now, declineReason: news.declineReason, reason: news.reason }
      : { state: news.kind, [news.kind === 'sent' ? 'sentAt' : 'paidAt']: now };
  await tx.update(withdrawals).set(change).where(eq(withdrawals.withdrawalId, withdrawalId));
  await changeCall(news.kind === 'sent' ? askAgain : { finishedAt: now });
  const { accountId, amountMinor, currencyCode } = row;
  const { reason, declineReason } = news.kind === 'declined' ? news : { reason: null, declineReason: null };
  const event: MoneyEvent = {
    kind: `withdrawal-${news.kind}`,
    accountId,
    amountMinor,
    currencyCode,
    id: withdrawalId,
    origin: originOf(row),
    reason,
    declineReason,
  };
  const isOfDeleted = (row.state === 'paid' || sendsDepositBack(row)) && (await isDeleted(tx, accountId));
  if (!isOfDeleted) await onMoney?.(tx, event);
  // A return after the player's deletion is rare, because an account cannot be deleted within 14 days after a payout.
  // Banks return money within a few bank days.
  else if (row.state === 'paid')
    logger.error({ withdrawalId }, 'a payout was returned after its player was deleted');
  if (news.kind !== 'sent') {
    const posting = await ledger.post(transferOf(row, news.kind), tx);
    if (posting.kind !== 'posted') throw new Error(`${withdrawalId}: held money is missing`);
  }
  return { ...row, ...change };
}

/** Applies a provider's event to a payout. The provider may repeat events or send them in any order. */
export async function settlePayoutEvent(
  deps: SettleDeps & Pick<CashierDeps, 'db'>,
  providerId: string,
  { payoutId, outcome, reason, amountMinor, currencyCode }: PayoutEvent,
): Promise<Settled> {
  const row = await findWithdrawal(deps.db, payoutId);
  // Reject an event about a withdrawal that was never sent to this provider.
  if (row?.providerId !== providerId || row.sendingAt === null) return 'unknown';
  if (row.amountMinor !== amountMinor || row.currencyCode !== currencyCode) return 'contradicts';
  const news: PayoutNews =
    outcome === 'paid'
      ? { kind: 'paid' }
      : { kind: 'declined', declineReason: reason ?? 'refused', reason: null };
  if (row.state === outcome && row.contradictedAt === null) return 'taken';
  await deps.db.transaction((tx) => settlePayout(deps, payoutId, news, tx));
  return 'taken';
}
