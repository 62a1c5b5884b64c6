import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type {
  DepositBegun,
  DepositRequest,
  Payment as PaymentAnswer,
} from '../../shared/contract/cashier.ts';
import { codes } from '../../shared/contract/codes.ts';
import { holdAccount } from '../accounts/holding.ts';
import type { Player } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import { returnKeyOf } from '../limits/repository.ts';
import { countDeposit, requireDeposit, requirePlay } from '../limits/require-limits.ts';
import { callProvider } from './call-provider.ts';
import type { CashierDeps } from './context.ts';
import { limitsOf } from './limits.ts';
import type { PaymentEvent, PaymentProvider } from './provider.ts';
import { findPayment, lockPayment, type Payment, paymentByKey, withdrawalByKey } from './repository.ts';
import { payments } from './tables.ts';
import { holdWithdrawal } from './withdrawals.ts';

function responseOf<Url extends string | null>(payment: Payment, paymentUrl: Url) {
  return {
    paymentId: payment.paymentId,
    providerId: payment.providerId,
    paymentUrl,
    amount: payment.amountMinor,
    currencyCode: payment.currencyCode,
    status: payment.status,
  };
}

/**
 * Answers `cashier/getPayment`.
 * @throws Refusal for an unknown payment, and for a payment of another player
 */
export async function depositOf(
  { db }: Pick<CashierDeps, 'db'>,
  { accountId }: Player,
  paymentId: string,
): Promise<PaymentAnswer> {
  const payment = await findPayment(db, paymentId);
  if (payment?.accountId !== accountId) throw new Refusal(codes.notFound);
  return {
    ...responseOf(payment, payment.paymentUrl),
    createdAt: payment.createdAt.toISOString(),
    settledAt: payment.settledAt?.toISOString() ?? null,
    returned: (await withdrawalByKey(db, accountId, returnKeyOf(paymentId))) !== null || undefined,
  };
}

/** Returns the URL to which the payment page links back. Without `path`, this URL is the home page. */
function returnUrlOf(siteUrl: string | null, path: string | undefined, paymentId: string): string | null {
  if (siteUrl === null) return null;
  return path === undefined ? `${siteUrl}/` : `${siteUrl}${path}?payment=${paymentId}`;
}

function isSame(payment: Payment, amountMinor: number, provider: PaymentProvider): boolean {
  return payment.amountMinor === amountMinor && payment.providerId === provider.id;
}

/** Inserts a payment, or returns the payment that an earlier request with the same key inserted. */
async function storePayment(
  { db, clock, siteUrl, timeZone }: CashierDeps,
  { accountId, currencyCode }: Player,
  { amount: amountMinor, idempotencyKey, returnPath }: DepositRequest,
  provider: PaymentProvider,
): Promise<Payment> {
  return db.transaction(async (tx) => {
    const now = clock.now();
    const account = await holdAccount(tx, accountId, now);
    const known = await paymentByKey(tx, accountId, idempotencyKey);
    if (known) {
      if (isSame(known, amountMinor, provider)) return known;
      throw Refusal.ofFields({ idempotencyKey: 'field.wrong' });
    }
    requirePlay(account);
    await requireDeposit(tx, { accountId, amountMinor, currencyCode }, timeZone, now);
    const paymentId = randomUUID();
    const payment: Payment = {
      paymentId,
      accountId,
      idempotencyKey,
      providerId: provider.id,
      amountMinor,
      currencyCode,
      status: 'created',
      paymentUrl: null,
      returnUrl: returnUrlOf(siteUrl, returnPath, paymentId),
      createdAt: now,
      settledAt: null,
    };
    await tx.insert(payments).values(payment);
    return payment;
  });
}

/**
 * Answers `cashier/deposit`: prepares a payment at the provider. No money is moved yet. The payment is committed before
 * the provider is called, so that no lock is held during a slow call, and an early webhook finds the payment. If the
 * provider's answer is lost, the next request with the same key calls the provider again.
 * @throws Refusal paymentsUnavailable if the provider fails or is too slow
 */
export async function beginDeposit(
  deps: CashierDeps,
  player: Player,
  request: DepositRequest,
  provider: PaymentProvider,
): Promise<DepositBegun> {
  const { db } = deps;
  const limits = limitsOf(player.currencyCode);
  if (request.amount < limits.minDeposit || request.amount > limits.maxDeposit)
    throw new Refusal(codes.limitExceeded);
  const payment = await storePayment(deps, player, request, provider);
  if (payment.paymentUrl !== null) return responseOf(payment, payment.paymentUrl);
  const logged = { providerId: provider.id, paymentId: payment.paymentId };
  const paymentUrl = await callProvider(deps, logged, (signal) => provider.begin(payment, db, signal));
  await db.update(payments).set({ paymentUrl }).where(eq(payments.paymentId, payment.paymentId));
  return responseOf(payment, paymentUrl);
}

/**
 * The outcome of processing a provider's event. `taken`: the event was accepted, even if it changed nothing. `unknown`:
 * the platform has no such payment of this provider. `contradicts`: the event has a different amount or currency than
 * the payment.
 */
export type Settled = 'taken' | 'unknown' | 'contradicts';

/**
 * Applies a provider's event to a payment. The provider may repeat events or send them in any order. The payment is
 * posted at most once. An approval is posted even if a decline arrived before it. No later event reverses a posted
 * payment. If a limit, a time-out or an exclusion forbids the deposit, or if the player was deleted, the money is
 * returned. In this case, the same transaction credits the deposit and holds its money for a withdrawal.
 */
export async function settleDeposit(
  { db, ledger, clock, logger, timeZone, onMoney, onDeposit, onReturned }: CashierDeps,
  providerId: string,
  { paymentId, outcome, amountMinor, currencyCode }: PaymentEvent,
): Promise<Settled> {
  const fits = (payment: Payment | null): payment is Payment => payment?.providerId === providerId;
  const changesNothing = ({ status }: Payment) => status === 'approved' || status === outcome;
  const before = await findPayment(db, paymentId);
  if (!fits(before)) return 'unknown';
  if (before.amountMinor !== amountMinor || before.currencyCode !== currencyCode) return 'contradicts';
  // Return before locking, so that a repeated event does not wait for the lock.
  if (changesNothing(before)) return 'taken';
  return db.transaction(async (tx) => {
    const now = clock.now();
    // Lock the account before the payment. Limits are checked under the account's lock, so that concurrent deposits are
    // counted one after the other.
    const account = await holdAccount(tx, before.accountId, now);
    const payment = await lockPayment(tx, paymentId);
    if (!payment) return 'unknown';
    if (changesNothing(payment)) return 'taken';
    await tx
      .update(payments)
      .set({ status: outcome, settledAt: now })
      .where(eq(payments.paymentId, paymentId));
    if (outcome !== 'approved') return 'taken';
    const { accountId } = payment;
    const event = { kind: 'deposit', accountId, amountMinor, currencyCode, id: paymentId } as const;
    const isKept = await countDeposit(tx, account, event, timeZone, now);
    if (isKept) await onMoney?.(tx, event);
    const more = (isKept && (await onDeposit?.(tx, event))) || [];
    const posting = await ledger.postAll(
      [
        {
          key: `deposit:${providerId}:${paymentId}`,
          kind: 'deposit',
          currencyCode,
          reference: { paymentId, providerId },
          sides: [
            { owner: `player:${accountId}`, bucket: 'deposit', amountMinor },
            { owner: 'house', bucket: 'payments', amountMinor: -amountMinor },
          ],
        },
        ...more,
      ],
      tx,
    );
    // Throw, so that the event is not acknowledged and the provider sends it again.
    if (posting !== 'posted') throw new Error(`${paymentId}: deposit was not posted`);
    if (!isKept) {
      const amount = { accountId, amountMinor, currencyCode };
      const takenFrom = [{ bucket: 'deposit' as const, amountMinor }];
      const idempotencyKey = returnKeyOf(paymentId);
      const returned = { ...amount, idempotencyKey, providerId, takenFrom };
      // This withdrawal returns the deposit. It has no destination, because the operator sends the money back to the
      // source of the deposit.
      const { withdrawalId } = await holdWithdrawal({ ledger }, returned, null, tx, now);
      // A deposit for a deleted player is rare, because an account cannot be deleted while a deposit may still arrive.
      if (account) await onReturned?.(tx, amount);
      else logger.error({ paymentId, withdrawalId }, 'a deposit arrived after its player was deleted');
    }
    return 'taken';
  });
}
