import type { IncomingMessage } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

export const stripeVersion = '2026-10-28.endive';

export interface StripeRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  /** The decoded form of API v1, or the JSON of API v2. */
  params: Params;
}

export interface StripeAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** The faults that the simulated Stripe server can apply to a request. */
export type StripeFaultKind =
  /** Answers with this error, and executes nothing. */
  | { kind: 'error'; status: number; type?: string; code?: string; headers?: Record<string, string> }
  /** Answers with a 500, and stores this answer under the idempotency key, as Stripe does after a failed execution. */
  | { kind: 'stored' }
  /** Executes the request and answers with this text. */
  | { kind: 'text'; text: string }
  /** Executes the request and closes the connection without an answer. */
  | { kind: 'lost' }
  /** Executes the request, and answers when the promise resolves. */
  | { kind: 'late'; until: Promise<unknown> };

export const stripeError = (status: number, type: string, message: string, code?: string): StripeAnswer => ({
  status,
  body: { error: { type, message, ...(code && { code }) } },
});

type Params = Record<string, unknown>;
const isParams = (value: unknown): value is Params => typeof value === 'object' && value !== null;

/** Decodes the form encoding of API v1, such as `line_items[0][quantity]=1`. */
export const decodeForm = (text: string): Params => {
  const root: Params = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '');
    let at = root;
    for (const part of path.slice(0, -1)) {
      const known = at[part];
      const below: Params = isParams(known) ? known : {};
      at[part] = below;
      at = below;
    }
    at[path.at(-1) ?? ''] = value;
  }
  return root;
};

/** Reads a request, or returns the error with which Stripe rejects it before its execution. */
export const readStripeRequest = async (
  request: IncomingMessage,
  secretKey: string,
): Promise<StripeRequest | StripeAnswer> => {
  const { method = '', url = '', headers } = request;
  const text = await readText(request);
  if (headers.authorization !== `Bearer ${secretKey}`)
    return stripeError(401, 'invalid_request_error', `Invalid API Key provided: ${headers.authorization}`);
  if (headers['stripe-version'] !== stripeVersion)
    return stripeError(
      400,
      'invalid_request_error',
      `unexpected version ${String(headers['stripe-version'])}`,
    );
  const isV2 = url.startsWith('/v2/');
  const expected = isV2 ? 'application/json' : 'application/x-www-form-urlencoded';
  if (method === 'POST' && headers['content-type'] !== expected)
    return stripeError(400, 'invalid_request_error', `unexpected content type ${headers['content-type']}`);
  // The library sends a random idempotency key if the caller gives none. Reject such a key, because it protects only
  // the retries of a single call.
  const key = String(headers['idempotency-key'] ?? '');
  if (method === 'POST' && (key === '' || key.startsWith('stripe-node-retry-')))
    return stripeError(400, 'invalid_request_error', 'no idempotency key');
  const params = isV2 ? JSON.parse(text || '{}') : decodeForm(text);
  return { method, path: url, headers, params };
};

export type StripeHandler = (request: StripeRequest) => StripeAnswer;

/**
 * Repeats the stored answer for a known idempotency key, as Stripe does. A request that reuses a key with other
 * parameters is rejected. While the first request with a key is running, further requests with this key are answered
 * with 409.
 */
export const createIdempotency = () => {
  const known = new Map<string, { params: string; answer: StripeAnswer }>();
  const running = new Set<string>();
  const answerOf = async (
    request: StripeRequest,
    handle: StripeHandler,
    delay: Promise<unknown> | null,
  ): Promise<StripeAnswer> => {
    const key = String(request.headers['idempotency-key'] ?? '');
    if (request.method !== 'POST') {
      await delay;
      return handle(request);
    }
    const params = `${request.path} ${JSON.stringify(request.params)}`;
    const before = known.get(key);
    if (before && before.params !== params)
      return stripeError(400, 'idempotency_error', 'Keys for idempotent requests need the same parameters');
    if (before)
      return { ...before.answer, headers: { ...before.answer.headers, 'idempotent-replayed': 'true' } };
    if (running.has(key))
      return stripeError(
        409,
        'invalid_request_error',
        'another request has the key',
        'idempotency_key_in_use',
      );
    running.add(key);
    const answer = handle(request);
    await (delay ?? wait(0));
    running.delete(key);
    // Stripe stores no answer for a request that fails validation.
    if (answer.status !== 400) known.set(key, { params, answer });
    return answer;
  };
  /** Forgets all keys, as Stripe does after some time. */
  return { answerOf, forget: () => known.clear() };
};
