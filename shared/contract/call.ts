import type { z } from 'zod';
import type { Code } from './codes.ts';

/**
 * Calls of one class share a rate limit for each address and each player. `server/calls/call-rates.ts` defines the
 * limits.
 */
export type RateClass = 'read' | 'search' | 'availability' | 'login' | 'otp' | 'money' | 'account';

/** A valid request of a call, and the answer that a platform gave to it. Long lists are shortened. */
interface Example<Q extends z.ZodType, A extends z.ZodType> {
  request: z.input<Q>;
  response: z.input<A>;
}

/**
 * The effect of a call on the session of the browser.
 * - 'opens': the answer contains `userData.authToken`. The site encrypts this token into the session cookie.
 * - 'closes': a logout. The browser loses its session even if the platform fails.
 * - 'ends': a success ends all sessions of the player.
 * - 'may end': a success with `endedCurrent` ends the session.
 * - 'renews': the answer contains the newest `avatarImage`, alone or in `userData`. The site encrypts the avatar into
 *   the session cookie.
 */
export type SessionEffect = 'opens' | 'closes' | 'ends' | 'may end' | 'renews';

/**
 * A setting in `config/` that the site checks before it sends a call.
 * - 'sales': if `sales` is off, the site refuses the call.
 * - 'currency': if `multiCurrency` is off, the site refuses a call whose `currency` is not the default currency.
 */
export type ConfiguredNeed = 'sales' | 'currency';

/** One call of the platform's API: POST /api/v1/{name}. */
export interface Call<Q extends z.ZodType = z.ZodType, A extends z.ZodType = z.ZodType> {
  /** One sentence that describes the call in the OpenAPI document. */
  summary: string;
  /** Clients that may make the call. 'player': clients with a session. 'visitor': clients without a session. */
  who: 'anyone' | 'visitor' | 'player';
  /**
   * Whether the call only reads data that is the same for every client. The site answers such a call from its data
   * cache.
   */
  read: boolean;
  rate: RateClass;
  /**
   * Codes that this call can return, apart from the common codes. All calls can return 10000, 10400, 15101, 15429 and
   * 15500. Calls that only players may make can also return 15107.
   */
  codes: readonly Code[];
  session?: SessionEffect;
  needs?: ConfiguredNeed;
  /** Names of the fields that contain files in Base64. A browser sends these files as multipart/form-data. */
  files?: readonly string[];
  /** Maximum size of the body. The default is 64 kB. */
  longestBodyBytes?: number;
  /**
   * Time after which the site stops waiting for the answer. The default suits calls that the platform answers from its
   * database alone, without asking another service.
   */
  answersWithinMs?: number;
  request: Q;
  response: A;
  /** A valid request with its answer, for the OpenAPI document and for the platform check in conformance/. */
  example: Example<Q, A>;
}

/** Declares a call. The types check the example against the schemas and keep the literal types of the other fields. */
export function declareCall<
  const C extends Omit<Call, 'request' | 'response' | 'example'>,
  Q extends z.ZodType,
  A extends z.ZodType,
>(
  call: C & { request: Q; response: A; example: Example<Q, A> },
): C & { request: Q; response: A; example: Example<Q, A> } {
  return call;
}
