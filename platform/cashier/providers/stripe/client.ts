import { setTimeout as wait } from 'node:timers/promises';
import type { Stripe } from 'stripe';
import type { z } from 'zod';
import type { StripeConfig } from '../../../config/stripe-config.ts';
import { StripeFault, stripeFaultOf } from './fault.ts';

/** Version of Stripe's API. All requests and responses in this folder have the form of this version. */
const apiVersion = '2026-10-28.endive';
/** Time limit of one attempt. The caller limits the time of all attempts together. */
const attemptLimitMs = 4000;
const rateLimitPauseMs = 400;
const toleranceSeconds = 300;

export interface RequestToStripe<T> {
  /** Name of the request in error messages. */
  what: string;
  /** Schema of the fields in the response that the caller needs. */
  answer: z.ZodType<T>;
  /** Ends the pause before a retry. The library cannot cancel a request that it has sent. */
  signal?: AbortSignal;
  send: (stripe: Stripe) => Promise<unknown>;
}

export interface StripeClient {
  /**
   * Sends a request and validates the response. Retries after a network error, a 409, a 429 or a 5xx.
   * @throws StripeFault, which contains only identifiers and codes of the response, and no other part of it
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
        // Retry here after a rate-limit response (429), because the library retries only other failures.
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
