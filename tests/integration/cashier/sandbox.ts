import { randomUUID } from 'node:crypto';
import { signWebhook } from '../../../platform/cashier/webhook-signature.ts';
import { deriveKey } from '../../../platform/config/derive-key.ts';
import type { DepositBegun } from '../../../shared/contract/cashier.ts';
import { queryDatabase } from '../../helpers/database.ts';
import type { FundedPlayer } from '../../helpers/funded-player.ts';
import { ask } from '../../helpers/http.ts';
import { type TestPlatform, testKeys } from '../../helpers/platform.ts';
import { dataOf } from '../../helpers/player-actions.ts';

export const now = new Date('2026-11-21T12:02:00Z');
export const amount = 500_00;

/** The key with which the sandbox signs its webhooks. */
export const secret = deriveKey(testKeys.drawSealKey, 'payments');

export interface WebhookChange {
  at?: Date;
  key?: Buffer;
  provider?: string;
  signature?: string;
}

export function begin(player: FundedPlayer, change = {}): Promise<DepositBegun> {
  return dataOf(player, 'cashier/deposit', { amount, idempotencyKey: randomUUID(), ...change });
}

export function pathOf(begun: DepositBegun): string {
  return new URL(begun.paymentUrl).pathname;
}

/** Returns the webhook event that reports an outcome. */
export function eventOf(begun: DepositBegun, outcome: string, change = {}) {
  return {
    paymentId: begun.paymentId,
    outcome,
    amountMinor: begun.amount,
    currencyCode: begun.currencyCode,
    ...change,
  };
}

/**
 * Returns functions that use the sandbox of a platform. The functions open the sandbox's payment page, post webhooks,
 * and read the payments from the database.
 */
export function paymentsOf(platform: TestPlatform) {
  /** Posts a webhook. By default the webhook has a valid signature of the sandbox. */
  const sendBody = (body: string, change: WebhookChange = {}) => {
    const { at = now, key = secret, provider = 'sandbox' } = change;
    const signature = change.signature ?? signWebhook(key, Buffer.from(body), at);
    return ask(platform.url, `/webhooks/payments/${provider}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-webhook-signature': signature },
      body,
    });
  };
  return {
    sendBody,
    send: (event: unknown, change?: WebhookChange) => sendBody(JSON.stringify(event), change),
    page: (begun: DepositBegun) => ask(platform.url, pathOf(begun)),
    choose: (begun: DepositBegun, outcome: string) =>
      ask(platform.url, pathOf(begun), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `outcome=${outcome}`,
      }),
    async statusOf({ paymentId }: DepositBegun) {
      const [row] = await queryDatabase(
        platform.databaseUrl,
        'select status from payments where payment_id = $1',
        [paymentId],
      );
      return row?.['status'];
    },
    postings: (begun: DepositBegun) =>
      queryDatabase(platform.databaseUrl, 'select transfer_id from transfers where key = $1', [
        `deposit:sandbox:${begun.paymentId}`,
      ]),
  };
}
