import type { Db, Transaction } from '../db/database.ts';
import type { Ledger } from '../wallet/ledger.ts';
import type { Transfer } from '../wallet/transfer.ts';
import type { PaymentProvider } from './provider.ts';

/** A movement of a player's money at the cashier. */
export interface MoneyEvent {
  kind: 'deposit' | 'withdrawal' | 'withdrawal-paid' | 'withdrawal-refused';
  accountId: string;
  amountMinor: number;
  currencyCode: string;
  /** The payment or withdrawal. */
  id: string;
  /** The reason of a refused withdrawal, as a text for the player. */
  reason?: string | null;
}

export interface CashierDeps {
  db: Db;
  ledger: Ledger;
  clock: { now(): Date };
  /** In the order in which they are offered. Without any, neither deposits nor withdrawals are possible. */
  providers: readonly PaymentProvider[];
  /** Called in the transaction that moves the money. */
  onMoney?: (tx: Transaction, event: MoneyEvent) => Promise<void>;
  /**
   * Returns further transfers that are posted with a deposit. Called in its transaction, and may write rows of its
   * own.
   */
  onDeposit?: (tx: Transaction, event: MoneyEvent) => Promise<readonly Transfer[]>;
}
