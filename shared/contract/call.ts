import type { z } from 'zod';
import type { Code } from './codes.ts';

/**
 * Calls of one class share a rate limit for each address and each player. The limits are in
 * `server/calls/call-rates.ts`.
 */
export type RateClass = 'read' | 'search' | 'availability' | 'login' | 'otp' | 'money' | 'account';

/** A valid request of a call and its answer, recorded from a platform; long lists are shortened. */
interface Example<Q extends z.ZodType, A extends z.ZodType> {
  request: z.input<Q>;
  response: z.input<A>;
}

/** One call of the platform: POST /api/v1/{name}. */
export interface Call<Q extends z.ZodType = z.ZodType, A extends z.ZodType = z.ZodType> {
  /** A summary of the call in one sentence, for the OpenAPI document. */
  summary: string;
  /** 'player': needs a session. 'visitor': for clients without one. */
  who: 'anyone' | 'visitor' | 'player';
  /** The answer to a read is the same for everyone: the site answers it from its data cache. */
  read: boolean;
  rate: RateClass;
  /** The codes it can answer with besides 10000 and those of any call: 10400, 15101, 15107, 15429, 15500. */
  codes: readonly Code[];
  /** 'opens': its answer carries `userData.authToken`, which the site seals. 'closes': it ends the session. */
  session?: 'opens' | 'closes';
  request: Q;
  response: A;
  /** For the OpenAPI document and the tests of platforms. */
  example: Example<Q, A>;
}

/** Checks the example of a call against its schemas, and keeps the literal types of the rest. */
export function declareCall<
  const C extends Omit<Call, 'request' | 'response' | 'example'>,
  Q extends z.ZodType,
  A extends z.ZodType,
>(
  call: C & { request: Q; response: A; example: Example<Q, A> },
): C & { request: Q; response: A; example: Example<Q, A> } {
  return call;
}
