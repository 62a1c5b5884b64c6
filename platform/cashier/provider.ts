import type { IncomingHttpHeaders } from 'node:http';
import type { Transaction } from '../db/database.ts';

export interface PaymentToBegin {
  /** Our id; the provider's webhook repeats it. */
  paymentId: string;
  amountMinor: number;
  currencyCode: string;
}

/** A provider's event about a payment. */
export interface PaymentEvent {
  paymentId: string;
  outcome: 'approved' | 'declined' | 'cancelled';
  amountMinor: number;
  currencyCode: string;
}

/** A company that moves money for us: a player pays on its page, and it notifies us by webhook. */
export interface PaymentProvider {
  id: string;
  name: string;
  isSandbox: boolean;
  /**
   * Prepares a payment.
   * @param tx commits only after success, so an external provider must accept a repeated request
   * @returns the absolute address of its page
   */
  begin(payment: PaymentToBegin, tx: Transaction): Promise<string>;
  /**
   * Reads a webhook. Returns null if it is not signed by the provider or has no valid content.
   * @param rawBody the bytes as received: the signature covers them
   */
  readWebhook(headers: IncomingHttpHeaders, rawBody: Buffer, now: Date): PaymentEvent | null;
}
