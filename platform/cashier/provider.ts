import type { IncomingHttpHeaders } from 'node:http';
import type { DestinationField } from '../../shared/contract/destinations.ts';
import type { DestinationFieldName } from '../../shared/domain/destination-fields.ts';
import type { Queryable } from '../db/database.ts';

export interface PaymentToBegin {
  /** The platform's id of the payment, which is also the idempotency key. The provider's webhook contains this id. */
  paymentId: string;
  amountMinor: number;
  currencyCode: string;
  /** Absolute URL of the site's page to which the payment page links back. Null if the site's origin is unknown. */
  returnUrl: string | null;
  createdAt: Date;
}

/** An event about a payment, which the provider reports by webhook. */
export interface PaymentEvent {
  kind: 'payment';
  paymentId: string;
  outcome: 'approved' | 'declined' | 'cancelled';
  amountMinor: number;
  currencyCode: string;
}

/** Reasons for a declined payout. Each reason has a text for players in every language. */
export const declineReasons = ['destination-closed', 'destination-wrong', 'refused'] as const;
export type DeclineReason = (typeof declineReasons)[number];

/**
 * An event about a payout, which the provider reports by webhook. `declined` may follow `paid`, because a bank can
 * return money days later. Events may arrive before the answer of `payOut`, several times and in any order.
 */
export interface PayoutEvent {
  kind: 'payout';
  payoutId: string;
  outcome: 'paid' | 'declined';
  /** The reason for a declined payout. Null if the payout was paid. */
  reason: DeclineReason | null;
  amountMinor: number;
  currencyCode: string;
}

export type ProviderEvent = PaymentEvent | PayoutEvent;

/** The verified person to whom money is paid out. Fields are null if the profile lacks them. */
export interface PayoutHolder {
  accountId: string;
  firstName: string | null;
  lastName: string | null;
  birthDate: string | null;
  countryId: string | null;
  email: string | null;
}

export interface DestinationToStore {
  /** The platform's id of the destination, which is also the idempotency key. */
  destinationId: string;
  holder: PayoutHolder;
  currencyCode: string;
  /** Values of the fields that `destinationFields` returned. Each value matches the pattern of its field. */
  values: Readonly<Partial<Record<DestinationFieldName, string>>>;
}

/**
 * The provider keeps the number of the bank account. The platform stores only `token` and `label`, and no card number
 * or account number.
 */
export type StoredDestination =
  | {
      kind: 'stored';
      /** The provider's reference to the destination, of at most 200 characters. */
      token: string;
      /** A masked text for players and operators, such as `•••• 1234`, of at most 60 characters. */
      label: string;
    }
  /** The provider rejected the values of these fields. */
  | { kind: 'rejected'; fields: readonly DestinationFieldName[] };

export interface PayoutToSend {
  /** The platform's id of the payout, which is also the idempotency key. The provider's webhook contains this id. */
  payoutId: string;
  amountMinor: number;
  currencyCode: string;
  /** Token that `storeDestination` returned. */
  destinationToken: string;
  /**
   * Time of the first attempt. Null if this is the first attempt. Some providers forget an idempotency key after some
   * time. Before a late retry to such a provider, `payOut` must check whether the provider already has the payout.
   */
  firstSentAt: Date | null;
}

/** `sent` means that the provider has accepted the payout, and that a webhook will report the outcome. */
export type PayoutResult = { kind: 'sent' } | { kind: 'paid' } | { kind: 'declined'; reason: DeclineReason };

/**
 * Time after a payout within which a bank may return the money, or the provider may report another outcome. Banks
 * return transfers within a few bank days. The limit is longer because of holidays.
 */
export const returnWindowMs = 14 * 86_400_000;

/**
 * Maximum time between the start of a deposit and the arrival of its money. Card payments take minutes, but bank debits
 * take several bank days.
 */
export const arrivalWindowMs = 14 * 86_400_000;

/**
 * A company that moves money for the operator. Players pay on its page, and it pays out to their bank accounts. It
 * reports outcomes by webhook.
 *
 * The platform calls these functions outside database transactions, with a time limit. If a call throws, its result is
 * unknown, and the platform repeats the call with the same id. A repeated call must not move money again. It must
 * return the current result, even days later and after restarts of the platform and the provider.
 */
export interface PaymentProvider {
  id: string;
  name: string;
  isSandbox: boolean;
  /**
   * Prepares a payment that the platform has stored.
   * @param db used only by a provider that keeps its data in the platform's database
   * @returns the absolute address of the provider's page
   */
  begin(payment: PaymentToBegin, db: Queryable, signal: AbortSignal): Promise<string>;
  /**
   * Returns the fields in which a player enters a bank account for payouts, in the order of the form. An empty list
   * means that the provider pays out nothing in this currency.
   */
  destinationFields(currencyCode: string): readonly DestinationField[];
  storeDestination(destination: DestinationToStore, signal: AbortSignal): Promise<StoredDestination>;
  payOut(payout: PayoutToSend, signal: AbortSignal): Promise<PayoutResult>;
  /**
   * Reads a webhook. This function may send requests to the provider. If the function throws, the provider sends the
   * webhook again.
   * @param rawBody the bytes as received, because the signature covers them
   * @returns `ignored` for a signed event that concerns neither a payment nor a payout of the platform. Null if the
   *   provider did not sign the webhook, or if the content of the webhook is invalid
   */
  readWebhook(
    headers: IncomingHttpHeaders,
    rawBody: Buffer,
    now: Date,
  ): Promise<ProviderEvent | 'ignored' | null>;
}
