import type { IncomingHttpHeaders } from 'node:http';
import type { Queryable } from '../db/database.ts';

export interface PaymentToBegin {
  /** The platform's id of the payment. The provider's webhook contains this id. */
  paymentId: string;
  amountMinor: number;
  currencyCode: string;
  /** Absolute URL of the site's page to which the payment page links back. Null if the site's origin is unknown. */
  returnUrl: string | null;
  createdAt: Date;
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
   * Prepares a payment that the platform has stored. The call is repeated with equal values if its answer was lost, and
   * then it must prepare no second payment.
   * @param db for a provider that keeps its data in the platform's database
   * @returns the absolute address of the provider's page
   */
  begin(payment: PaymentToBegin, db: Queryable): Promise<string>;
  /**
   * Reads a webhook. It may send requests to the provider. If it throws, the provider sends the webhook again.
   * @param rawBody the bytes as received, because the signature covers them
   * @returns `ignored` for a signed event that concerns no payment of the platform. Null if the provider did not sign
   *   the webhook or its content is invalid
   */
  readWebhook(
    headers: IncomingHttpHeaders,
    rawBody: Buffer,
    now: Date,
  ): Promise<PaymentEvent | 'ignored' | null>;
}
