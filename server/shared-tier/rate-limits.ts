import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { countedAs } from '../live/address-counts.ts';
import type { RedisLink } from './redis-link.ts';

export interface RateLimit {
  /**
   * Counts one request of an address. Private addresses are not counted, since they are proxies for many clients.
   * @returns 0, or the seconds until the next request is allowed. Never rejects
   */
  take(address: string): Promise<number>;
  /** Counts one request of a client that has another name than its address, such as a player. */
  takeNamed(name: string): Promise<number>;
}

export interface RateLimitOptions {
  /** The kind of request: each kind is counted apart. */
  name: string;
  /** Null: counts in this process alone. */
  redis: { link: RedisLink; isJoined: () => boolean } | null;
  points: number;
  seconds: number;
}

/** Allows `points` requests in `seconds` for each client, across all instances while Redis works, else in each. */
export function createRateLimit({ name, redis, points, seconds }: RateLimitOptions): RateLimit {
  const alone = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
  const together =
    redis &&
    new RateLimiterRedis({
      storeClient: redis.link.client,
      keyPrefix: `golden-lotto:rate:${name}`,
      points,
      duration: seconds,
      // A client over the limit is refused without a request to Redis.
      inMemoryBlockOnConsumed: points + 1,
      insuranceLimiter: alone,
    });
  const takeNamed = async (client: string): Promise<number> => {
    try {
      await (together && redis?.isJoined() ? together : alone).consume(client);
      return 0;
    } catch (refusal) {
      // Any other error is a fault of the counting: let the request through.
      return refusal instanceof RateLimiterRes ? Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) : 0;
    }
  };
  return {
    async take(address) {
      const counted = countedAs(address);
      return counted === null ? 0 : takeNamed(counted);
    },
    takeNamed,
  };
}
