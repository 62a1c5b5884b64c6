import { randomUUID } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import { statusAt } from '../accounts/repository.ts';
import { accounts } from '../accounts/tables.ts';
import { lastProvider, lockWithdrawal, requestedWithdrawals } from '../cashier/repository.ts';
import { decideWithdrawal, holdWithdrawal, withdrawalOf } from '../cashier/withdrawals.ts';
import { notifyOfMoney } from '../notifications/money.ts';
import { sumOf, takeFrom, withdrawOrder } from '../wallet/service.ts';
import { type Acting, type AdminDeps, type Outcome, perform } from './context.ts';
import { misused, refuse } from './failure.ts';
import { holdPlayer, isUuid } from './find-player.ts';
import { many, moneyOf } from './words.ts';

/** What waits for a decision, oldest first, at most 500. */
export async function listWithdrawals({ db }: AdminDeps): Promise<Outcome> {
  const open = await requestedWithdrawals(db);
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
  }));
  return {
    data,
    lines: [
      ...data.map(
        (row) =>
          `${row.withdrawalId}  ${row.requestedAt}  ${moneyOf(row.amountMinor, row.currencyCode)}  ${row.username} (${row.status}, identity ${row.kycState})  by ${row.providerId}`,
      ),
      data.length === 0 ? 'No withdrawal waits.' : `${many(data.length, 'withdrawal')} to decide.`,
    ],
  };
}

/** For whoever has never paid in: what he has was won with a bonus. */
const byHand = 'by-hand';

/**
 * Asks for all the cash of a player who is kept from the site and cannot ask himself; limits do not count. It is decided
 * as every other.
 * @throws AdminFailure where the player can ask, nothing is there, or nobody has looked who he is
 */
export function openForPlayer(
  deps: AdminDeps,
  acting: Acting,
  { who, reason }: { who: string; reason: string },
): Promise<Outcome> {
  const { ledger, clock } = deps;
  return perform(deps, acting, async (tx) => {
    const now = clock.now();
    const account = await holdPlayer(tx, who);
    const { accountId, username, currencyCode, kycState } = account;
    const status = statusAt(account, now);
    if (status === 'active') return refuse(`${username} is active, and asks for withdrawals himself`);
    if (kycState !== 'approved')
      return refuse(`the identity of ${username} is not approved: players identity comes first`);
    const balances = await ledger.balances(`player:${accountId}`, currencyCode, tx);
    const amountMinor = sumOf(balances, withdrawOrder);
    const takenFrom = takeFrom(balances, withdrawOrder, amountMinor) ?? [];
    if (amountMinor === 0) return refuse(`${username} has no money that could be withdrawn`);
    const row = await holdWithdrawal(
      { ledger, onMoney: notifyOfMoney({ clock }) },
      {
        accountId,
        idempotencyKey: `operator:${randomUUID()}`,
        providerId: (await lastProvider(tx, accountId)) ?? byHand,
        amountMinor,
        currencyCode,
        takenFrom,
      },
      tx,
      now,
    );
    const { withdrawalId } = row;
    return {
      data: { ...withdrawalOf(row), accountId },
      lines: [
        `${moneyOf(amountMinor, currencyCode)} of ${username}, who is ${status}, is held: withdrawals approve ${withdrawalId} decides.`,
      ],
      line: {
        act: 'withdrawals open',
        accountId,
        subject: withdrawalId,
        reason,
        result: { amountMinor, currencyCode, status },
      },
    };
  });
}

/**
 * Approves or refuses a withdrawal, once. The player is told in the same transaction.
 * @throws AdminFailure where there is none, or somebody decided before
 */
export async function decide(
  deps: AdminDeps,
  acting: Acting,
  {
    withdrawalId,
    decision,
    reason,
  }: { withdrawalId: string; decision: 'approved' | 'refused'; reason: string | null },
): Promise<Outcome> {
  if (!isUuid(withdrawalId)) return misused(`${withdrawalId} is no id of a withdrawal`);
  const { ledger, clock } = deps;
  return perform(deps, acting, async (tx) => {
    // Held first, so that who comes second reads what the first decided.
    const row = await lockWithdrawal(tx, withdrawalId);
    if (!row) return refuse(`there is no withdrawal ${withdrawalId}`);
    if (row.state !== 'requested')
      return refuse(
        `withdrawal ${withdrawalId} was decided before: ${row.state} by ${row.decidedBy} at ${row.decidedAt?.toISOString()}`,
      );
    const decided = await decideWithdrawal(
      { ledger, clock, onMoney: notifyOfMoney({ clock }) },
      { withdrawalId, decision, by: acting.operator, reason },
      tx,
    );
    if (typeof decided === 'string') return refuse(`withdrawal ${withdrawalId}: ${decided}`);
    const { amountMinor, currencyCode, accountId } = row;
    const money = moneyOf(amountMinor, currencyCode);
    const act = decision === 'approved' ? 'withdrawals approve' : 'withdrawals refuse';
    return {
      data: { ...decided, accountId },
      lines: [
        decision === 'approved'
          ? `Approved: ${money} leaves the wallet. Pay it out at ${row.providerId}.`
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
