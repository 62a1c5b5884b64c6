import type { Logger } from 'pino';
import type { Db, Transaction } from '../db/database.ts';
import type { Ledger } from '../wallet/ledger.ts';
import type { Transfer } from '../wallet/transfer.ts';
import type { WithdrawalOrigin } from './origin.ts';
import type { DeclineReason, PaymentProvider } from './provider.ts';

/**
 * A deposit, or a withdrawal's change to a new state. The state `sending` causes no event, because this state lasts
 * only a moment.
 */
export interface MoneyEvent {
  kind:
    | 'deposit'
    | 'withdrawal'
    | 'withdrawal-approved'
    | 'withdrawal-sent'
    | 'withdrawal-paid'
    | 'withdrawal-refused'
    | 'withdrawal-declined';
  accountId: string;
  amountMinor: number;
  currencyCode: string;
  /** Id of the payment or withdrawal. */
  id: string;
  /** How a withdrawal began. If undefined, the player requested the withdrawal. */
  origin?: WithdrawalOrigin;
  /** The operator's reason for a refused or declined withdrawal, as a text for the player. */
  reason?: string | null;
  /** The provider's reason for a declined payout. */
  declineReason?: DeclineReason | null;
  /**
   * Amount that was taken from the wallet a second time. Set only if a declined withdrawal is booked as paid:
   * the decline had returned the money to the wallet.
   */
  takenMinor?: number;
}

export interface CashierDeps {
  db: Db;
  ledger: Ledger;
  clock: { now(): Date };
  logger: Pick<Logger, 'warn' | 'error'>;
  /** Deposit limits count days, weeks and months in this time zone. */
  timeZone: string;
  /**
   * Payment providers in the order in which players see them. If the list is empty, deposits and withdrawals are
   * impossible.
   */
  providers: readonly PaymentProvider[];
  /** Origin of the site to which payment pages link back. Null if no site is configured. */
  siteUrl: string | null;
  /** Called in the transaction that returns a deposit because of a limit, a time-out or an exclusion. */
  onReturned?: (
    tx: Transaction,
    deposit: Pick<MoneyEvent, 'accountId' | 'amountMinor' | 'currencyCode'>,
  ) => Promise<void>;
  /** Called in the transaction that stores the event. */
  onMoney?: (tx: Transaction, event: MoneyEvent) => Promise<void>;
  /** Called in the transaction that stores a bank account for withdrawals. */
  onDestination?: (tx: Transaction, added: { accountId: string; label: string }) => Promise<void>;
  /**
   * Returns further transfers to be posted with a deposit. This function is called in the deposit's transaction and may
   * also write rows.
   */
  onDeposit?: (tx: Transaction, event: MoneyEvent) => Promise<readonly Transfer[]>;
}
