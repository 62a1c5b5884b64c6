import type { IncomingHttpHeaders } from 'node:http';
import type { Transaction } from '../db/database.ts';

export interface PaymentToBegin {
  /** Ours; the provider says it back in its webhook. */
  paymentId: string;
  amountMinor: number;
  currencyCode: string;
}

/** What a provider tells of a payment. */
export interface PaymentEvent {
  paymentId: string;
  outcome: 'approved' | 'declined' | 'cancelled';
  amountMinor: number;
  currencyCode: string;
}

/** Somebody who moves money for us: a player pays on a page of theirs, and they tell us by webhook. */
export interface PaymentProvider {
  id: string;
  name: string;
  isSandbox: boolean;
  /**
   * Prepares a payment.
   * @param tx commits only where this has succeeded: a provider outside must bear to be asked again
   * @returns the absolute address of its page
   */
  begin(payment: PaymentToBegin, tx: Transaction): Promise<string>;
  /**
   * Reads a webhook. Whoever it comes from, and however often and late: what is not signed by the provider, or not
   * a thing it can say, is null.
   * @param rawBody the bytes as they came: the signature is made over them
   */
  readWebhook(headers: IncomingHttpHeaders, rawBody: Buffer, now: Date): PaymentEvent | null;
}
