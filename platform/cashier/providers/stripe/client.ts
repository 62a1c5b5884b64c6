import { setTimeout as wait } from 'node:timers/promises';
import type { Stripe } from 'stripe';
import type { z } from 'zod';
import type { StripeConfig } from '../../../config/stripe-config.ts';
import { StripeFault, stripeFaultOf } from './fault.ts';

/** The requests and answers of this folder have the form of this version. */
const apiVersion = '2026-10-28.endive';
/** The limit of one attempt. The caller limits all attempts together. */
const attemptLimitMs = 4000;
const rateLimitPauseMs = 400;
const toleranceSeconds = 300;

export interface RequestToStripe<T> {
  /** Names the request in error messages. */
  what: string;
  /** The part of the answer that the caller needs. */
  answer: z.ZodType<T>;
  /** Ends the wait before a repetition. The library cannot cancel a request that it has sent. */
  signal?: AbortSignal;
  send: (stripe: Stripe) => Promise<unknown>;
}

export interface StripeClient {
  /**
   * Sends a request, repeats it after a network error, a 409, a 429 or a 5xx, and checks its answer.
   * @throws StripeFault, which contains nothing of the answer but Stripe's error code
   */
  request<T>(request: RequestToStripe<T>): Promise<T>;
  /** Whether one of the configured secrets signed the body within five minutes before `now`. */
  isSigned(signature: string | string[] | undefined, rawBody: Buffer, now: Date): Promise<boolean>;
}

export function createStripeClient({ secretKey, webhookSecrets, apiUrl }: StripeConfig): StripeClient {
  let loaded: Promise<Stripe> | undefined;
  // Load the library at the first use, because it takes 100 ms, and most platforms use another provider.
  const load = (): Promise<Stripe> =>
    (loaded ??= import('stripe').then(({ Stripe }) => {
      const { hostname: host, port, protocol } = new URL(apiUrl);
      return new Stripe(secretKey, {
        apiVersion,
        host,
        ...(port !== '' && { port }),
        protocol: protocol === 'http:' ? 'http' : 'https',
        timeout: attemptLimitMs,
        maxNetworkRetries: 2,
        telemetry: false,
      });
    }));

  return {
    async request({ what, answer, signal, send }) {
      const stripe = await load();
      const once = async () => {
        try {
          return await send(stripe);
        } catch (error) {
          throw stripeFaultOf(what, error);
        }
      };
      const received = await once().catch(async (error: unknown) => {
        // The library repeats other failed requests, but not requests over the rate limit.
        if (!(error instanceof StripeFault) || error.httpStatus !== 429) throw error;
        await wait(rateLimitPauseMs, undefined, { ...(signal && { signal }) });
        return once();
      });
      const parsed = answer.safeParse(received);
      if (parsed.success) return parsed.data;
      const fields = parsed.error.issues.map(({ path }) => path.join('.'));
      throw new StripeFault(what, `unexpected answer in ${fields.join(', ')}`);
    },
    async isSigned(signature, rawBody, now) {
      if (typeof signature !== 'string') return false;
      const { webhooks } = await load();
      return webhookSecrets.some((secret) => {
        try {
          return webhooks.signature?.verifyHeader(
            rawBody,
            signature,
            secret,
            toleranceSeconds,
            undefined,
            now.getTime(),
          );
        } catch {
          return false;
        }
      });
    },
  };
}
