import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Withdrawal, WithdrawalState, WithdrawRequest } from '../../shared/contract/cashier.ts';
import { codes } from '../../shared/contract/codes.ts';
import { holdAccount, holdSession } from '../accounts/holding.ts';
import type { Transaction } from '../db/database.ts';
import type { Player } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import { takeFrom, withdrawOrder } from '../wallet/service.ts';
import type { CashierDeps } from './context.ts';
import { checkMayWithdraw } from './destinations.ts';
import { limitsOf } from './limits.ts';
import { originOf } from './origin.ts';
import type { PaymentProvider } from './provider.ts';
import {
  type DestinationRow,
  destinationsOf,
  lockWithdrawal,
  type WithdrawalRow,
  withdrawalByKey,
} from './repository.ts';
import { payouts, withdrawals } from './tables.ts';

/** Returns all states that a withdrawal has had, with their times. */
function stepsOf(row: WithdrawalRow): Withdrawal['steps'] {
  const paid: [WithdrawalState, Date | null] = ['paid', row.paidAt];
  const declined: [WithdrawalState, Date | null] = ['declined', row.declinedAt];
  const times: [WithdrawalState, Date | null][] = [
    ['requested', row.requestedAt],
    [row.state === 'refused' ? 'refused' : 'approved', row.decidedAt],
    ['sending', row.sendingAt],
    ['sent', row.sentAt],
    // A withdrawal can have been both paid and declined. A bank can return a paid payout, and a declined payout can
    // turn out to be paid. The current state is the last step.
    ...(row.state === 'paid' ? [declined, paid] : [paid, declined]),
  ];
  return times.flatMap(([state, at]) => (at === null ? [] : [{ state, at: at.toISOString() }]));
}

export function withdrawalOf(row: WithdrawalRow): Withdrawal {
  return {
    withdrawalId: row.withdrawalId,
    providerId: row.providerId,
    amount: row.amountMinor,
    currencyCode: row.currencyCode,
    destination: row.destinationLabel,
    state: row.state,
    reason: row.reason,
    declineReason: row.declineReason,
    requestedAt: row.requestedAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    steps: stepsOf(row),
  };
}

type Asked = Pick<
  WithdrawalRow,
  'accountId' | 'idempotencyKey' | 'providerId' | 'amountMinor' | 'currencyCode' | 'takenFrom'
>;

/**
 * Inserts a withdrawal and moves its money to the bucket `held`. The money stays there until it is paid or returned.
 * The caller has locked the account and checked its balances.
 * @param destination the bank account, or null if the operator pays by hand
 */
export async function holdWithdrawal(
  { ledger, onMoney }: Pick<CashierDeps, 'ledger' | 'onMoney'>,
  asked: Asked,
  destination: Pick<DestinationRow, 'destinationId' | 'label'> | null,
  tx: Transaction,
  now: Date,
): Promise<WithdrawalRow> {
  const { accountId, amountMinor, currencyCode, takenFrom } = asked;
  const withdrawalId = randomUUID();
  const row: WithdrawalRow = {
    ...asked,
    withdrawalId,
    destinationId: destination?.destinationId ?? null,
    destinationLabel: destination?.label ?? null,
    state: 'requested',
    reason: null,
    declineReason: null,
    decidedBy: null,
    requestedAt: now,
    decidedAt: null,
    sendingAt: null,
    sentAt: null,
    paidAt: null,
    declinedAt: null,
    contradictedAt: null,
  };
  await tx.insert(withdrawals).values(row);
  const event = { accountId, amountMinor, currencyCode, id: withdrawalId, origin: originOf(row) };
  await onMoney?.(tx, { kind: 'withdrawal', ...event });
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
 * Returns the bank account to which a withdrawal is paid: the account `asked`, or else the player's newest account at
 * the provider. If `asked` is undefined and the provider pays out nothing in this currency, returns null. The operator
 * then pays by hand.
 * @throws Refusal if the player has no matching bank account
 */
function chosenDestination(
  all: readonly DestinationRow[],
  asked: string | undefined,
  currencyCode: string,
  provider: PaymentProvider,
): DestinationRow | null {
  if (provider.destinationFields(currencyCode).length === 0 && asked === undefined) return null;
  const found = all.find(
    ({ destinationId, providerId }) =>
      providerId === provider.id && (asked === undefined || destinationId === asked),
  );
  if (!found) throw Refusal.ofFields({ destination: 'field.wrong' });
  return found;
}

/**
 * Answers `cashier/withdraw`. Moves the amount to the bucket `held`, where it stays until it is paid or returned. The
 * money comes from winnings first, then from deposits. The checks run in this order: the session is open, the account
 * is not suspended, a contact is verified, the identity is approved.
 */
export async function requestWithdrawal(
  { db, ledger, clock, onMoney }: CashierDeps,
  { accountId, currencyCode }: Player,
  tokenHash: string | null,
  { amount: amountMinor, idempotencyKey, destination: asked }: WithdrawRequest,
  provider: PaymentProvider,
): Promise<Withdrawal> {
  const repeated = (known: WithdrawalRow): Withdrawal => {
    const isOther = asked !== undefined && known.destinationId !== asked;
    if (known.amountMinor !== amountMinor || known.providerId !== provider.id || isOther)
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
    checkMayWithdraw(account);
    const limits = limitsOf(currencyCode);
    if (amountMinor < limits.minWithdrawal || amountMinor > limits.maxWithdrawal)
      throw new Refusal(codes.limitExceeded);
    const owner = `player:${accountId}` as const;
    const takenFrom = takeFrom(await ledger.balances(owner, currencyCode, tx), withdrawOrder, amountMinor);
    if (!takenFrom) throw new Refusal(codes.insufficientBalance);
    const destination = chosenDestination(await destinationsOf(tx, accountId), asked, currencyCode, provider);
    const row = { accountId, idempotencyKey, providerId: provider.id, amountMinor, currencyCode, takenFrom };
    return withdrawalOf(
      await holdWithdrawal({ ledger, ...(onMoney && { onMoney }) }, row, destination, tx, now),
    );
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
 * Applies an operator's decision, at most once. An approved withdrawal to a bank account enters the outbox of payouts.
 * A withdrawal without a bank account is paid by hand. The money of a refused withdrawal returns to its original
 * buckets. The caller records the operator in the same transaction.
 */
export async function decideWithdrawal(
  { ledger, clock, onMoney }: Pick<CashierDeps, 'ledger' | 'clock' | 'onMoney'>,
  { withdrawalId, decision, by, reason }: Decision,
  tx: Transaction,
): Promise<Withdrawal | 'unknown' | 'decided before'> {
  const row = await lockWithdrawal(tx, withdrawalId);
  if (!row) return 'unknown';
  if (row.state !== 'requested') return 'decided before';
  const now = clock.now();
  const decided = { state: decision, reason, decidedBy: by, decidedAt: now };
  await tx.update(withdrawals).set(decided).where(eq(withdrawals.withdrawalId, withdrawalId));
  const { accountId, amountMinor, currencyCode, providerId, destinationId } = row;
  const answer = withdrawalOf({ ...row, ...decided });
  const event = { accountId, amountMinor, currencyCode, id: withdrawalId, origin: originOf(row), reason };
  if (decision === 'approved') {
    if (destinationId !== null)
      await tx.insert(payouts).values({ withdrawalId, providerId, createdAt: now, dueAt: now });
    await onMoney?.(tx, { kind: 'withdrawal-approved', ...event });
    return answer;
  }
  await onMoney?.(tx, { kind: 'withdrawal-refused', ...event });
  const owner = `player:${accountId}` as const;
  const posting = await ledger.post(
    {
      key: `withdrawal:${withdrawalId}:refused`,
      kind: 'withdrawal-refused',
      currencyCode,
      reference: { withdrawalId },
      sides: [
        { owner, bucket: 'held', amountMinor: -amountMinor },
        ...row.takenFrom.map((part) => ({ owner, bucket: part.bucket, amountMinor: part.amountMinor })),
      ],
    },
    tx,
  );
  if (posting.kind !== 'posted') throw new Error(`${withdrawalId}: held money is missing`);
  return answer;
}
