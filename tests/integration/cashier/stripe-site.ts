import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect } from 'vitest';
import type { CallName, CallRequest, CallResponse } from '../../../shared/contract/calls.ts';
import { ask } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { freshName, shortForm } from '../../helpers/player.ts';
import { callAt, jarOf } from '../../helpers/recording-platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import {
  type EventChange,
  type SignedWebhook,
  type StripeServer,
  startStripeServer,
  stripeEvent,
  stripeKey,
} from '../../helpers/stripe-server.ts';

export const siteUrl = 'https://lotto.example';
export const amount = 500_00;

/** The number of the players' bank accounts. */
export const accountNumber = '123456789012';

export interface Stage {
  stripe: StripeServer;
  platform: TestPlatform;
  site: TestSite;
  /** All log lines of the platform. */
  logged: string[];
}

export interface PageChange extends EventChange {
  /** Stripe's name of the event, without the prefix `checkout.session.`. */
  type?: string;
  /** Fields of the event's payment page that replace the default fields. */
  session?: object;
}

/**
 * Starts a platform that uses a simulated Stripe server, and a site in front of the platform, for all tests of a file.
 * The returned functions send requests only to the site. After the tests, the log must contain no secret.
 */
export function useStripeSite() {
  let stage: Stage;
  beforeAll(async () => {
    const logged: string[] = [];
    const stripe = await startStripeServer();
    const platform = await startPlatform({
      historyDays: 0,
      catalogue: gamesOf('jaldi'),
      config: { siteUrl, paymentProvider: 'stripe', stripe: stripe.config },
      logger: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
    });
    const site = await startSite({ platform, warm: false, live: false, env: { CALL_RATE_PERCENT: '0' } });
    stage = { stripe, platform, site, logged };
  });
  afterAll(async () => {
    await stage?.site.close();
    await stage?.platform.stop();
    await stage?.stripe.close();
    if (stage) expectNoSecretIn(stage.logged.join(''));
  });

  /** Expects that a log contains neither Stripe’s keys and responses nor the account number. */
  const expectNoSecretIn = (log: string) => {
    for (const secret of [
      stripeKey,
      ...stage.stripe.config.webhookSecrets,
      'failed for',
      '<html>',
      'evil.example',
      accountNumber,
    ])
      expect(log).not.toContain(secret);
  };

  /** Sends a webhook as Stripe does. */
  const tell = ({ body, headers }: SignedWebhook) =>
    ask(stage.site.origin, '/webhooks/payments/stripe', { method: 'POST', body, headers });

  return {
    stage: () => stage,
    tell,
    expectNoSecretIn,
    /** Reports an event about the page of a payment. By default, the event reports an immediate success. */
    report: (paymentId: string, { type = 'completed', session = {}, ...change }: PageChange = {}) => {
      const page = { ...stage.stripe.sessionOf(paymentId), status: 'complete', payment_status: 'paid' };
      return tell(stripeEvent(`checkout.session.${type}`, { ...page, ...session }, change));
    },
    /** Signs up a player on the site. The returned functions make this player's calls. */
    freshPlayer: async () => {
      const username = freshName();
      const form = shortForm({ username });
      const jar = jarOf(await callAt(stage.site.origin, 'accounts/signup', form));
      const call = async <N extends CallName>(
        name: N,
        data: CallRequest<N>,
      ): Promise<{ firstCode: string; data: CallResponse<N> }> =>
        JSON.parse((await callAt(stage.site.origin, name, data, { jar })).text);
      return {
        username,
        jar,
        call,
        deposit: (change: Partial<CallRequest<'cashier/deposit'>> = {}) =>
          call('cashier/deposit', {
            amount,
            idempotencyKey: randomUUID(),
            returnPath: '/deposit',
            ...change,
          }),
        deposited: async () => (await call('wallet', {})).data.depositBalance,
        statusOf: async (paymentId: string) => (await call('cashier/getPayment', { paymentId })).data.status,
      };
    },
  };
}
