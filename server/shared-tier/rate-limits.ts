import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { countedAs } from '../live/address-counts.ts';
import type { RedisLink } from './redis-link.ts';

export interface RateLimit {
  /**
   * Counts one; addresses of our own networks are not counted, since they are proxies that stand for many.
   * @returns 0, or the seconds after which it is worth coming back. Never rejects
   */
  take(address: string): Promise<number>;
  /** The same for a name that is no address, and stands for one. */
  takeNamed(name: string): Promise<number>;
}

export interface RateLimitOptions {
  /** Of one kind of request: counts of different names are apart. */
  name: string;
  /** Null: counted in this process alone. */
  redis: { link: RedisLink; isJoined: () => boolean } | null;
  points: number;
  seconds: number;
}

/** So many requests in so many seconds for one public address: over all instances where Redis is there, else over each. */
export function createRateLimit({ name, redis, points, seconds }: RateLimitOptions): RateLimit {
  const alone = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
  const together =
    redis &&
    new RateLimiterRedis({
      storeClient: redis.link.client,
      keyPrefix: `golden-lotto:rate:${name}`,
      points,
      duration: seconds,
      // Who is over the limit is refused without asking Redis.
      inMemoryBlockOnConsumed: points + 1,
      insuranceLimiter: alone,
    });
  const takeNamed = async (who: string): Promise<number> => {
    try {
      await (together && redis?.isJoined() ? together : alone).consume(who);
      return 0;
    } catch (refusal) {
      // Anything else is a fault of the counting, and nobody's who asks.
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
