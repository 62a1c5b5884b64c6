import type { Db, Transaction } from '../db/database.ts';
import type { Ledger } from '../wallet/ledger.ts';
import type { Transfer } from '../wallet/transfer.ts';
import type { PaymentProvider } from './provider.ts';

/** What happened to a player's money at the cashier. */
export interface MoneyEvent {
  kind: 'deposit' | 'withdrawal' | 'withdrawal-paid' | 'withdrawal-refused';
  accountId: string;
  amountMinor: number;
  currencyCode: string;
  /** Of the payment or the withdrawal. */
  id: string;
  /** Of a refusal, in words for the player. */
  reason?: string | null;
}

export interface CashierDeps {
  db: Db;
  ledger: Ledger;
  clock: { now(): Date };
  /** In the order in which they are offered; none: money neither comes nor goes. */
  providers: readonly PaymentProvider[];
  /** Told in the transaction that moves the money, and part of it. */
  onMoney?: (tx: Transaction, event: MoneyEvent) => Promise<void>;
  /** What a deposit brings about besides itself, to be posted with it. Writes whatever else belongs to that. */
  onDeposit?: (tx: Transaction, event: MoneyEvent) => Promise<readonly Transfer[]>;
}
