import type { IncomingHttpHeaders } from 'node:http';
import type { Transaction } from '../db/database.ts';

export interface PaymentToBegin {
  /** The platform's id of the payment. The provider's webhook contains this id. */
  paymentId: string;
  amountMinor: number;
  currencyCode: string;
  /** Absolute URL of the site's page to which the payment page links back. Null if the site's origin is unknown. */
  returnUrl: string | null;
}

/** An event about a payment, which the provider reports by webhook. */
export interface PaymentEvent {
  paymentId: string;
  outcome: 'approved' | 'declined' | 'cancelled';
  amountMinor: number;
  currencyCode: string;
}

/** A company that moves money for the operator. Players pay on its page, and it notifies the platform by webhook. */
export interface PaymentProvider {
  id: string;
  name: string;
  isSandbox: boolean;
  /**
   * Prepares a payment.
   * @param tx the caller's transaction. It may roll back after this call, so an external provider must accept a
   *   repeated request
   * @returns the absolute address of the provider's page
   */
  begin(payment: PaymentToBegin, tx: Transaction): Promise<string>;
  /**
   * Reads a webhook. Returns null if the provider did not sign it or its content is invalid.
   * @param rawBody the bytes as received, because the signature covers them
   */
  readWebhook(headers: IncomingHttpHeaders, rawBody: Buffer, now: Date): PaymentEvent | null;
}
