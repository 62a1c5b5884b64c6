import { inArray } from 'drizzle-orm';
import { statusAt } from '../accounts/repository.ts';
import { accounts } from '../accounts/tables.ts';
import { operatorKeyOf } from '../cashier/origin.ts';
import {
  contradictedWithdrawals,
  destinationsOf,
  lastProvider,
  lockWithdrawal,
  removedOf,
  requestedWithdrawals,
  type WithdrawalRow,
} from '../cashier/repository.ts';
import { decideWithdrawal, holdWithdrawal, withdrawalOf } from '../cashier/withdrawals.ts';
import { sendsDepositBack } from '../limits/repository.ts';
import { notifyOfMoney } from '../notifications/money.ts';
import { sumOf, takeFrom, withdrawOrder } from '../wallet/service.ts';
import { type Acting, type AdminDeps, type Outcome, perform } from './context.ts';
import { rejectCommand, rejectUsage } from './failure.ts';
import { holdPlayer, isUuid } from './find-player.ts';
import { many, moneyOf } from './words.ts';

/** Lists the withdrawals that wait for a decision, oldest first, at most 500. */
export async function listWithdrawals({ db }: AdminDeps): Promise<Outcome> {
  const open = await requestedWithdrawals(db);
  const { length: conflicts } = await contradictedWithdrawals(db);
  const ids = [...new Set(open.map(({ accountId }) => accountId))];
  const holders = ids.length
    ? await db
        .select({
          accountId: accounts.accountId,
          username: accounts.username,
          status: accounts.status,
          kycState: accounts.kycState,
        })
        .from(accounts)
        .where(inArray(accounts.accountId, ids))
    : [];
  const byId = new Map(holders.map((holder) => [holder.accountId, holder]));
  const removed = await removedOf(
    db,
    open.map(({ destinationId }) => destinationId),
  );
  const data = open.map((row) => ({
    withdrawalId: row.withdrawalId,
    requestedAt: row.requestedAt.toISOString(),
    accountId: row.accountId,
    username: byId.get(row.accountId)?.username ?? null,
    status: byId.get(row.accountId)?.status ?? null,
    kycState: byId.get(row.accountId)?.kycState ?? null,
    amountMinor: row.amountMinor,
    currencyCode: row.currencyCode,
    providerId: row.providerId,
    destination: row.destinationLabel,
    isDestinationRemoved: row.destinationId !== null && removed.has(row.destinationId),
    sendsDepositBack: sendsDepositBack(row),
  }));
  return {
    data,
    lines: [
      ...data.map(
        (row) =>
          `${row.withdrawalId}  ${row.requestedAt}  ${moneyOf(row.amountMinor, row.currencyCode)}  ${row.username} (${row.status}, identity ${row.kycState})  by ${row.providerId} ${row.sendsDepositBack ? 'sends a deposit back' : `to ${row.destination ?? 'no bank account'}${row.isDestinationRemoved ? ', which the player has removed' : ''}`}`,
      ),
      data.length === 0
        ? 'No withdrawal waits for a decision.'
        : `${many(data.length, 'withdrawal')} to decide.`,
      ...(conflicts > 0
        ? [`${many(conflicts, 'declined payout')} reported as paid: see withdrawals conflicts.`]
        : []),
    ],
  };
}

/**
 * A withdrawal names the provider of the player's bank account, or else the provider of the last deposit. The value
 * `by-hand` means that the player has neither, for example because they won with a bonus.
 */
const byHand = 'by-hand';

interface Opening {
  who: string;
  reason: string;
  /**
   * Whether the withdrawal is approved at once. Otherwise an operator decides on it later, as on any other withdrawal.
   */
  isApproved: boolean;
  /**
   * Whether only deposited money is returned. The return needs no approved identity, because deposits are returned to
   * their source.
   */
  isDeposits: boolean;
}

/**
 * Requests a withdrawal of all cash for a player who cannot log in. The limits on amounts do not apply. The withdrawal
 * is paid to the player's newest bank account. If the player has no bank account, the operator pays by hand.
 * @throws AdminFailure if the player is active, has no cash, or has no approved identity. Returning only deposits
 *   (`isDeposits`) needs no approved identity
 */
export function openForPlayer(
  deps: AdminDeps,
  acting: Acting,
  { who, reason, isApproved, isDeposits }: Opening,
): Promise<Outcome> {
  const { ledger, clock } = deps;
  return perform(deps, acting, async (tx) => {
    const now = clock.now();
    const account = await holdPlayer(tx, who);
    const { accountId, username, currencyCode, kycState } = account;
    const status = statusAt(account, now);
    if (status === 'active') return rejectCommand(`${username} is active and can request withdrawals`);
    if (kycState !== 'approved' && !isDeposits)
      return rejectCommand(
        `the identity of ${username} is not approved: run players identity first, or return only deposits with --deposits`,
      );
    const buckets = isDeposits ? (['deposit'] as const) : withdrawOrder;
    const balances = await ledger.balances(`player:${accountId}`, currencyCode, tx);
    const amountMinor = sumOf(balances, buckets);
    const takenFrom = takeFrom(balances, buckets, amountMinor) ?? [];
    if (amountMinor === 0) return rejectCommand(`${username} has no money to withdraw`);
    const [destination = null] = isDeposits ? [] : await destinationsOf(tx, accountId);
    const onMoney = notifyOfMoney({ clock });
    const row = await holdWithdrawal(
      { ledger, onMoney },
      {
        accountId,
        idempotencyKey: operatorKeyOf(isDeposits),
        providerId: destination?.providerId ?? (await lastProvider(tx, accountId)) ?? byHand,
        amountMinor,
        currencyCode,
        takenFrom,
      },
      destination,
      tx,
      now,
    );
    const { withdrawalId } = row;
    if (isApproved) {
      const decision = { withdrawalId, decision: 'approved', by: acting.operator, reason: null } as const;
      await decideWithdrawal({ ledger, clock, onMoney }, decision, tx);
    }
    const next = isApproved ? payingWords(row) : `Decide with withdrawals approve ${withdrawalId}.`;
    return {
      data: { ...withdrawalOf(row), state: isApproved ? 'approved' : row.state, accountId },
      lines: [`${moneyOf(amountMinor, currencyCode)} of ${username}, who is ${status}, is held. ${next}`],
      line: {
        act: 'withdrawals open',
        accountId,
        subject: withdrawalId,
        reason,
        result: { amountMinor, currencyCode, status, isApproved, isDeposits },
      },
    };
  });
}

/**
 * Returns the error message for an operator who tries to refuse or decline the return of a deposit. The money must not
 * return to the wallet, because the player may not keep the deposit.
 */
export const mustGoBack = (withdrawalId: string): string =>
  `withdrawal ${withdrawalId} sends a deposit back that the player may not keep: approve it, send the money back, then run withdrawals paid`;

/** Returns a sentence that tells the operator how an approved withdrawal is paid. */
function payingWords({ withdrawalId, providerId, destinationLabel }: WithdrawalRow): string {
  return destinationLabel === null
    ? `It has no bank account: pay it by hand, then run withdrawals paid ${withdrawalId}.`
    : `The platform sends it to ${destinationLabel} through ${providerId}.`;
}

/**
 * Approves or refuses a withdrawal, and notifies the player in the same transaction.
 * @throws AdminFailure if the withdrawal is unknown or already decided
 */
export async function decide(
  deps: AdminDeps,
  acting: Acting,
  {
    withdrawalId,
    decision,
    reason,
    isChecked,
  }: {
    withdrawalId: string;
    decision: 'approved' | 'refused';
    reason: string | null;
    /** Whether the operator has checked a bank account that the player has removed. */
    isChecked: boolean;
  },
): Promise<Outcome> {
  if (!isUuid(withdrawalId)) return rejectUsage(`${withdrawalId} is not the id of a withdrawal`);
  const { ledger, clock } = deps;
  return perform(deps, acting, async (tx) => {
    // Lock the row first. If two operators decide at the same time, the second operator's transaction then sees the
    // first decision.
    const row = await lockWithdrawal(tx, withdrawalId);
    if (!row) return rejectCommand(`unknown withdrawal: ${withdrawalId}`);
    if (row.state !== 'requested')
      return rejectCommand(
        `withdrawal ${withdrawalId} is already decided: ${row.state} by ${row.decidedBy} at ${row.decidedAt?.toISOString()}`,
      );
    if (decision === 'refused' && sendsDepositBack(row)) return rejectCommand(mustGoBack(withdrawalId));
    if (decision === 'approved' && !isChecked && (await removedOf(tx, [row.destinationId])).size > 0)
      return rejectCommand(
        `the player has removed the bank account ${row.destinationLabel}. Refuse the withdrawal, or ask the player and repeat the command with --checked`,
      );
    const decided = await decideWithdrawal(
      { ledger, clock, onMoney: notifyOfMoney({ clock }) },
      { withdrawalId, decision, by: acting.operator, reason },
      tx,
    );
    if (typeof decided === 'string') return rejectCommand(`withdrawal ${withdrawalId}: ${decided}`);
    const { amountMinor, currencyCode, accountId } = row;
    const money = moneyOf(amountMinor, currencyCode);
    const act = decision === 'approved' ? 'withdrawals approve' : 'withdrawals refuse';
    return {
      data: { ...decided, accountId },
      lines: [
        decision === 'approved'
          ? `Approved: ${money}. ${payingWords(row)}`
          : `Refused: ${money} is back in the wallet, and the player reads the reason.`,
      ],
      line: {
        act,
        accountId,
        subject: withdrawalId,
        reason,
        result: { state: decision, amountMinor, currencyCode },
      },
    };
  });
}
