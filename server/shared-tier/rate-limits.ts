import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { countedAs } from '../../shared/domain/client-address.ts';
import type { RedisLink } from './redis-link.ts';

export interface RateLimit {
  /**
   * Counts one request from an IP address. Private addresses are not counted, because a private address belongs to a
   * proxy that many clients use. The promise never rejects.
   * @param count how many requests this request counts as, 1 by default
   * @returns 0, or the seconds until the next request is allowed
   */
  take(address: string, count?: number): Promise<number>;
  /**
   * Counts one request as `take` does, but by the name of a client instead of an IP address. The name can be a player's
   * key.
   */
  takeNamed(name: string, count?: number): Promise<number>;
}

export interface RateLimitOptions {
  /** Kind of request that the limit applies to. Each kind has its own counter. */
  name: string;
  /** The connection to Redis. If it is null, each process counts only its own requests. */
  redis: { link: RedisLink; isJoined: () => boolean } | null;
  points: number;
  seconds: number;
}

const noWait = (): number => 0;
const admitted = Promise.resolve(0);
/**
 * Returns the waiting time, in seconds, after the rate limiter's promise has rejected. A RateLimiterRes means that the
 * client is over the limit. Any other error means that the request could not be counted, so the request is allowed.
 */
const waitAfter = (refusal: unknown): number =>
  refusal instanceof RateLimiterRes ? Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) : 0;

/**
 * Allows each client `points` requests in `seconds`. While Redis works, the requests to all instances are counted
 * together. Otherwise, each instance counts only its own requests.
 */
export function createRateLimit({ name, redis, points, seconds }: RateLimitOptions): RateLimit {
  const alone = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
  const together =
    redis &&
    new RateLimiterRedis({
      storeClient: redis.link.client,
      keyPrefix: `golden-lotto:rate:${name}`,
      points,
      duration: seconds,
      // Remember in memory which clients are over the limit, so that refusing them needs no request to Redis.
      inMemoryBlockOnConsumed: points + 1,
      insuranceLimiter: alone,
    });
  const takeNamed = (client: string, count = 1): Promise<number> =>
    (together && redis?.isJoined() ? together : alone).consume(client, count).then(noWait, waitAfter);
  return {
    take(address, count) {
      const counted = countedAs(address);
      return counted === null ? admitted : takeNamed(counted, count);
    },
    takeNamed,
  };
}
