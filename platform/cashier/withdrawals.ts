import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Withdrawal, WithdrawRequest } from '../../shared/contract/cashier.ts';
import { codes } from '../../shared/contract/codes.ts';
import { holdAccount, holdSession } from '../accounts/holding.ts';
import type { Transaction } from '../db/database.ts';
import type { Player } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import { takeFrom, withdrawOrder } from '../wallet/service.ts';
import type { CashierDeps } from './context.ts';
import { limitsOf } from './limits.ts';
import type { PaymentProvider } from './provider.ts';
import { lockWithdrawal, type WithdrawalRow, withdrawalByKey } from './repository.ts';
import { withdrawals } from './tables.ts';

export function withdrawalOf(row: WithdrawalRow): Withdrawal {
  return {
    withdrawalId: row.withdrawalId,
    providerId: row.providerId,
    amount: row.amountMinor,
    currencyCode: row.currencyCode,
    state: row.state,
    reason: row.reason,
    requestedAt: row.requestedAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  };
}

type Asked = Pick<
  WithdrawalRow,
  'accountId' | 'idempotencyKey' | 'providerId' | 'amountMinor' | 'currencyCode' | 'takenFrom'
>;

/**
 * Inserts a withdrawal and moves its money to the bucket `held` until an operator decides. The caller has locked the
 * account and checked its balances.
 */
export async function holdWithdrawal(
  { ledger, onMoney }: Pick<CashierDeps, 'ledger' | 'onMoney'>,
  asked: Asked,
  tx: Transaction,
  now: Date,
): Promise<WithdrawalRow> {
  const { accountId, amountMinor, currencyCode, takenFrom } = asked;
  const withdrawalId = randomUUID();
  const row: WithdrawalRow = {
    ...asked,
    withdrawalId,
    state: 'requested',
    reason: null,
    decidedBy: null,
    requestedAt: now,
    decidedAt: null,
  };
  await tx.insert(withdrawals).values(row);
  await onMoney?.(tx, { kind: 'withdrawal', accountId, amountMinor, currencyCode, id: withdrawalId });
  const owner = `player:${accountId}` as const;
  const posting = await ledger.post(
    {
      key: `withdrawal:${withdrawalId}:hold`,
      kind: 'withdrawal-hold',
      currencyCode,
      reference: { withdrawalId },
      sides: [
        ...takenFrom.map((part) => ({ owner, bucket: part.bucket, amountMinor: -part.amountMinor })),
        { owner, bucket: 'held', amountMinor },
      ],
    },
    tx,
  );
  // The account is locked, so no other debit can have taken the money.
  if (posting.kind !== 'posted') throw new Error(`${withdrawalId}: balance changed under the lock`);
  return row;
}

/**
 * Answers `cashier/withdraw`. Moves the amount to the bucket `held` until an operator decides. The money comes from
 * winnings first, then from deposits. The checks run in this order: the session is open, the account is not suspended,
 * a contact is verified, the identity is approved.
 */
export async function requestWithdrawal(
  { db, ledger, clock, onMoney }: CashierDeps,
  { accountId, currencyCode }: Player,
  tokenHash: string | null,
  { amount: amountMinor, idempotencyKey }: WithdrawRequest,
  provider: PaymentProvider,
): Promise<Withdrawal> {
  const repeated = (known: WithdrawalRow): Withdrawal => {
    if (known.amountMinor !== amountMinor || known.providerId !== provider.id)
      throw Refusal.ofFields({ idempotencyKey: 'field.wrong' });
    return withdrawalOf(known);
  };
  const before = await withdrawalByKey(db, accountId, idempotencyKey);
  if (before) return repeated(before);
  return db.transaction(async (tx) => {
    const now = clock.now();
    const account = await holdAccount(tx, accountId, now);
    if (!account || !(await holdSession(tx, tokenHash, now))) throw new Refusal(codes.sessionExpired);
    const known = await withdrawalByKey(tx, accountId, idempotencyKey);
    if (known) return repeated(known);
    // Players who excluded themselves can still withdraw their money, so only suspended accounts are refused.
    if (account.status === 'suspended') throw new Refusal(codes.notEligible);
    if (!account.isContactVerified) throw new Refusal(codes.contactUnverified);
    if (!account.isIdentityApproved) throw new Refusal(codes.identityUnverified);
    const limits = limitsOf(currencyCode);
    if (amountMinor < limits.minWithdrawal || amountMinor > limits.maxWithdrawal)
      throw new Refusal(codes.limitExceeded);
    const owner = `player:${accountId}` as const;
    const takenFrom = takeFrom(await ledger.balances(owner, currencyCode, tx), withdrawOrder, amountMinor);
    if (!takenFrom) throw new Refusal(codes.insufficientBalance);
    const asked = {
      accountId,
      idempotencyKey,
      providerId: provider.id,
      amountMinor,
      currencyCode,
      takenFrom,
    };
    return withdrawalOf(await holdWithdrawal({ ledger, ...(onMoney && { onMoney }) }, asked, tx, now));
  });
}

export interface Decision {
  withdrawalId: string;
  decision: 'approved' | 'refused';
  /** Name of the operator who decided. */
  by: string;
  /** The reason for a refusal, as a text for the player. */
  reason: string | null;
}

/**
 * Applies an operator's decision, at most once. The money in the bucket `held` is paid out, or it returns to its
 * original buckets. The caller records the operator in the same transaction.
 */
export async function decideWithdrawal(
  { ledger, clock, onMoney }: Pick<CashierDeps, 'ledger' | 'clock' | 'onMoney'>,
  { withdrawalId, decision, by, reason }: Decision,
  tx: Transaction,
): Promise<Withdrawal | 'unknown' | 'decided before'> {
  const row = await lockWithdrawal(tx, withdrawalId);
  if (!row) return 'unknown';
  if (row.state !== 'requested') return 'decided before';
  const decided = { state: decision, reason, decidedBy: by, decidedAt: clock.now() };
  await tx.update(withdrawals).set(decided).where(eq(withdrawals.withdrawalId, withdrawalId));
  const { accountId, amountMinor, currencyCode } = row;
  const isApproved = decision === 'approved';
  const kind = isApproved ? 'withdrawal-paid' : 'withdrawal-refused';
  await onMoney?.(tx, { kind, accountId, amountMinor, currencyCode, id: withdrawalId, reason });
  const owner = `player:${accountId}` as const;
  const posting = await ledger.post(
    {
      key: `withdrawal:${withdrawalId}:${isApproved ? 'paid' : 'refused'}`,
      kind,
      currencyCode,
      reference: { withdrawalId },
      sides: [
        { owner, bucket: 'held', amountMinor: -amountMinor },
        ...(isApproved
          ? [{ owner: 'house' as const, bucket: 'payments' as const, amountMinor }]
          : row.takenFrom.map((part) => ({ owner, ...part }))),
      ],
    },
    tx,
  );
  if (posting.kind !== 'posted') throw new Error(`${withdrawalId}: held money is missing`);
  return withdrawalOf({ ...row, ...decided });
}
