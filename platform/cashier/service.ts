import type { IncomingHttpHeaders } from 'node:http';
import type {
  DepositBegun,
  DepositRequest,
  PaymentProvider as OfferedProvider,
  Payment,
  Withdrawal,
  WithdrawRequest,
} from '../../shared/contract/cashier.ts';
import type { Transaction } from '../db/database.ts';
import type { Player } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import type { CashierDeps } from './context.ts';
import { beginDeposit, depositOf, type Settled, settleDeposit } from './deposits.ts';
import { limitsOf } from './limits.ts';
import type { PaymentProvider } from './provider.ts';
import { requestedWithdrawals, type WithdrawalRow } from './repository.ts';
import { type Decision, decideWithdrawal, requestWithdrawal } from './withdrawals.ts';

export interface CashierService {
  /**
   * Answers `cashier/getPaymentProvider`.
   * @param currencyCode of the account; the limits are in minor units of this currency
   */
  providers(currencyCode: string): OfferedProvider[];
  deposit(player: Player, request: DepositRequest): Promise<DepositBegun>;
  /** Answers `cashier/getPayment`. */
  payment(player: Player, paymentId: string): Promise<Payment>;
  /**
   * Answers `cashier/withdraw`.
   * @param tokenHash of the caller's session. The session must still be open when the withdrawal is stored
   */
  withdraw(player: Player, tokenHash: string | null, request: WithdrawRequest): Promise<Withdrawal>;
  /** Handles a provider's webhook as received. The result `forged` means that the provider did not sign it. */
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
  return {
    providers: (currencyCode) => {
      const { minDeposit, maxDeposit, minWithdrawal, maxWithdrawal } = limitsOf(currencyCode);
      return providers.map(({ id, name, isSandbox }) => ({
        providerId: id,
        name,
        isSandbox,
        currencyCode,
        minDeposit,
        maxDeposit,
        minWithdrawal,
        maxWithdrawal,
      }));
    },
    deposit: async (player, request) => {
      return beginDeposit(deps, player, request, chosen(request.providerId));
    },
    payment: (player, paymentId) => depositOf(deps, player, paymentId),
    withdraw: async (player, tokenHash, request) => {
      return requestWithdrawal(deps, player, tokenHash, request, chosen(request.providerId));
    },
    webhook: async (providerId, headers, rawBody) => {
      const provider = byId(providerId);
      if (!provider) return 'no such provider';
      const event = await provider.readWebhook(headers, rawBody, clock.now());
      if (event === 'ignored') return 'taken';
      if (event === null) return 'forged';
      return event.kind === 'payment' ? settleDeposit(deps, providerId, event) : 'unknown';
    },
    openWithdrawals: () => requestedWithdrawals(db),
    decide: (decision, tx) => decideWithdrawal(deps, decision, tx),
  };
}
