import type { IncomingHttpHeaders } from 'node:http';
import type {
  DepositBegun,
  DepositRequest,
  PaymentProvider as OfferedProvider,
  Payment,
  Withdrawal,
  WithdrawRequest,
} from '../../shared/contract/cashier.ts';
import type { AddDestinationRequest, Destination } from '../../shared/contract/destinations.ts';
import type { Transaction } from '../db/database.ts';
import type { Player } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import type { CashierDeps } from './context.ts';
import { beginDeposit, depositOf, type Settled, settleDeposit } from './deposits.ts';
import { addDestination, destinationOf, removeDestination } from './destinations.ts';
import { limitsOf } from './limits.ts';
import type { PaymentProvider } from './provider.ts';
import { destinationsOf, requestedWithdrawals, type WithdrawalRow } from './repository.ts';
import { settlePayoutEvent } from './settle-payout.ts';
import { type Decision, decideWithdrawal, requestWithdrawal } from './withdrawals.ts';

export interface CashierService {
  /**
   * Answers `cashier/getPaymentProvider`.
   * @param currencyCode currency of the player's account. The limits in the response are in minor units of this
   *   currency
   */
  providers(currencyCode: string): OfferedProvider[];
  deposit(player: Player, request: DepositRequest): Promise<DepositBegun>;
  /** Answers `cashier/getPayment`. */
  payment(player: Player, paymentId: string): Promise<Payment>;
  /** Answers `cashier/getDestinations`. */
  destinations(player: Player): Promise<Destination[]>;
  addDestination(player: Player, request: AddDestinationRequest): Promise<Destination>;
  removeDestination(player: Player, destinationId: string): Promise<void>;
  /**
   * Answers `cashier/withdraw`.
   * @param tokenHash hash of the token of the caller's session. The session must still be open when the withdrawal is
   *   stored
   */
  withdraw(player: Player, tokenHash: string | null, request: WithdrawRequest): Promise<Withdrawal>;
  /**
   * Handles a webhook from a provider. The result `forged` means that the signature or the content of the webhook is
   * invalid.
   */
  webhook(
    providerId: string,
    headers: IncomingHttpHeaders,
    rawBody: Buffer,
  ): Promise<Settled | 'forged' | 'no such provider'>;
  /** Lists the withdrawals that wait for an operator's decision, oldest first. */
  openWithdrawals(): Promise<WithdrawalRow[]>;
  /** Approves or refuses a withdrawal, at most once, in the operator's transaction. */
  decide(decision: Decision, tx: Transaction): Promise<Withdrawal | 'unknown' | 'decided before'>;
}

export function createCashierService(deps: CashierDeps): CashierService {
  const { providers, db, clock } = deps;
  const byId = (providerId: string | undefined): PaymentProvider | undefined =>
    providerId === undefined ? providers[0] : providers.find(({ id }) => id === providerId);
  const chosen = (providerId: string | undefined): PaymentProvider => {
    const provider = byId(providerId);
    if (!provider) throw Refusal.ofFields({ providerId: 'field.wrong' });
    return provider;
  };
  /**
   * Returns the requested provider, else the provider of the bank account. Without either, returns the first provider
   * that pays out in the player's currency. If none pays out in this currency, returns the first provider.
   */
  const payingOut = async (
    { accountId, currencyCode }: Player,
    providerId: string | undefined,
    destinationId?: string,
  ): Promise<PaymentProvider> => {
    if (providerId !== undefined) return chosen(providerId);
    if (destinationId !== undefined) {
      const known = (await destinationsOf(db, accountId)).find((one) => one.destinationId === destinationId);
      if (known) return chosen(known.providerId);
    }
    const paying = providers.find((one) => one.destinationFields(currencyCode).length > 0);
    return chosen(paying?.id);
  };
  return {
    providers: (currencyCode) => {
      const { minDeposit, maxDeposit, minWithdrawal, maxWithdrawal } = limitsOf(currencyCode);
      return providers.map((provider) => ({
        providerId: provider.id,
        name: provider.name,
        isSandbox: provider.isSandbox,
        currencyCode,
        minDeposit,
        maxDeposit,
        minWithdrawal,
        maxWithdrawal,
        destinationFields: [...provider.destinationFields(currencyCode)],
      }));
    },
    deposit: async (player, request) => {
      return beginDeposit(deps, player, request, chosen(request.providerId));
    },
    payment: (player, paymentId) => depositOf(deps, player, paymentId),
    destinations: async ({ accountId }) => (await destinationsOf(db, accountId)).map(destinationOf),
    addDestination: async (player, request) =>
      addDestination(deps, player, request, await payingOut(player, request.providerId)),
    removeDestination: (player, destinationId) => removeDestination(deps, player, destinationId),
    withdraw: async (player, tokenHash, request) => {
      const { destination, providerId } = request;
      const provider = await payingOut(player, providerId, destination);
      return requestWithdrawal(deps, player, tokenHash, request, provider);
    },
    webhook: async (providerId, headers, rawBody) => {
      const provider = byId(providerId);
      if (!provider) return 'no such provider';
      const event = await provider.readWebhook(headers, rawBody, clock.now());
      if (event === 'ignored') return 'taken';
      if (event === null) return 'forged';
      return event.kind === 'payment'
        ? settleDeposit(deps, providerId, event)
        : settlePayoutEvent(deps, providerId, event);
    },
    openWithdrawals: () => requestedWithdrawals(db),
    decide: (decision, tx) => decideWithdrawal(deps, decision, tx),
  };
}
