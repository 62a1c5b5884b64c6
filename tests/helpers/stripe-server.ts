import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { StripeConfig } from '../../platform/config/stripe-config.ts';
import { type CheckoutSession, createCheckoutSession } from './stripe-checkout.ts';
import { createPayoutObjects, financialAccount, type OutboundPayment } from './stripe-payouts.ts';
import {
  createIdempotency,
  readStripeRequest,
  type StripeAnswer,
  type StripeFaultKind,
  type StripeRequest,
  stripeError,
  stripeVersion,
} from './stripe-requests.ts';

export const stripeKey = 'sk_test_51StandInKeyOfTheTests';
export const snapshotSecret = 'whsec_snapshotDestinationOfTheTests';
export const thinSecret = 'whsec_thinDestinationOfTheTests';

export interface SignedWebhook {
  body: string;
  headers: Record<string, string>;
}

export interface StripeServer {
  /** Configuration of a platform that uses this simulated Stripe server. */
  config: StripeConfig;
  /** All authenticated requests so far, including repeated ones. */
  requests: StripeRequest[];
  sessions: Map<string, CheckoutSession>;
  /** The objects of Stripe's Global Payouts. */
  payouts: ReturnType<typeof createPayoutObjects>;
  /** Forgets all idempotency keys, as Stripe does after some time. */
  forgetKeys(): void;
  /** Sets what happens to the next requests, in this order. */
  next(...faults: StripeFaultKind[]): void;
  /** Returns the payment page of one of the platform's payments. */
  sessionOf(paymentId: string): CheckoutSession;
  close(): Promise<void>;
}

/** Returns the header `Stripe-Signature`, computed as Stripe documents it: HMAC-SHA256 over `{t}.{body}`. */
export const stripeSignature = (secret: string, body: string, at: Date): string => {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
};

export interface EventChange {
  secret?: string;
  at?: Date;
  livemode?: boolean;
  /** Id of another Stripe account, to which the event belongs. */
  account?: string;
}

const signed = (event: unknown, secret: string, at: Date): SignedWebhook => {
  const body = JSON.stringify(event, null, 2);
  return {
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': stripeSignature(secret, body, at),
    },
  };
};

let events = 0;

/** Returns a signed snapshot event as Stripe sends it, with indented JSON. */
export const stripeEvent = (type: string, object: unknown, change: EventChange = {}): SignedWebhook => {
  const { secret = snapshotSecret, at = new Date(), livemode = false, account } = change;
  const event = {
    id: `evt_${++events}`,
    object: 'event',
    ...(account && { account }),
    api_version: stripeVersion,
    created: Math.floor(at.getTime() / 1000),
    data: { object },
    livemode,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  return signed(event, secret, at);
};

/**
 * Returns a signed thin event about an outbound payment. `type` is the last part of the event's type, for example
 * `posted`.
 */
export const stripePayoutEvent = (
  { id }: Pick<OutboundPayment, 'id'>,
  type: string,
  change: EventChange = {},
): SignedWebhook => {
  const { secret = thinSecret, at = new Date(), livemode = false, account } = change;
  const object = 'v2.money_management.outbound_payment';
  const event = {
    id: `evt_test_65StandIn${++events}`,
    object: 'v2.core.event',
    type: `${object}.${type}`,
    livemode,
    created: at.toISOString(),
    ...(account && { context: account }),
    related_object: { id, type: object, url: `/v2/money_management/outbound_payments/${id}` },
  };
  return signed(event, secret, at);
};

const send = (response: ServerResponse, { status, body, headers = {} }: StripeAnswer): void => {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': 'req_StandIn1',
    ...headers,
  });
  response.end(JSON.stringify(body));
};

const failedExecution = (): StripeAnswer => ({
  ...stripeError(500, 'api_error', 'failed'),
  headers: { 'stripe-should-retry': 'false' },
});

/**
 * Starts a server that answers as Stripe's documentation says. It checks the key, the version, the encoding and the
 * idempotency key of each request.
 */
export const startStripeServer = async (now: () => Date = () => new Date()): Promise<StripeServer> => {
  const requests: StripeRequest[] = [];
  const sessions = new Map<string, CheckoutSession>();
  const faults: StripeFaultKind[] = [];
  const payouts = createPayoutObjects();
  const idempotency = createIdempotency();
  const handle = (request: StripeRequest): StripeAnswer => {
    if (request.method === 'POST' && request.path === '/v1/checkout/sessions')
      return createCheckoutSession(request, sessions, now());
    return (
      payouts.handle(request) ??
      stripeError(404, 'invalid_request_error', `Unrecognized request URL (${request.path})`)
    );
  };

  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await readStripeRequest(incoming, stripeKey);
    if ('status' in request) return send(response, request);
    requests.push(request);
    const fault = faults.shift();
    if (fault?.kind === 'error') {
      const { status, type = 'api_error', code, headers = {} } = fault;
      return send(response, { ...stripeError(status, type, `failed for ${stripeKey}`, code), headers });
    }
    const execute = fault?.kind === 'stored' ? failedExecution : handle;
    const normal = await idempotency.answerOf(request, execute, fault?.kind === 'late' ? fault.until : null);
    if (fault?.kind === 'lost') return void response.destroy();
    if (fault?.kind === 'text') return void response.end(fault.text);
    return send(response, normal);
  };
  const server = createServer((incoming, response) => void answer(incoming, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    config: {
      secretKey: stripeKey,
      isLive: false,
      webhookSecrets: [snapshotSecret, thinSecret],
      apiUrl: `http://127.0.0.1:${port}`,
      payouts: { financialAccount, currency: 'usd' },
    },
    requests,
    sessions,
    payouts,
    forgetKeys: idempotency.forget,
    next: (...queued) => void faults.push(...queued),
    sessionOf: (paymentId) => {
      const found = [...sessions.values()].find(({ metadata }) => metadata['paymentId'] === paymentId);
      if (!found) throw new Error(`no session of ${paymentId}`);
      return found;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
