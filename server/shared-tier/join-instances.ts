import type { Metrics } from '../ops/metrics.ts';
import { createRateLimit, type RateLimit, type RateLimitOptions } from './rate-limits.ts';
import type { RedisLink } from './redis-link.ts';
import type { SharedOutcome } from './shared-read.ts';
import { createSharedTier, type SharedTier, type SharedTierOptions, singleInstance } from './shared-tier.ts';

export interface Instances {
  tier: SharedTier;
  /** Creates a rate limit. While Redis works, the limit counts the requests to all instances together. */
  rateLimit: (options: Omit<RateLimitOptions, 'redis'>) => RateLimit;
}

/**
 * Connects to the other instances of this site through Redis.
 * @param options.redisUrl null if the site has only one instance
 */
export async function joinInstances(
  options: Omit<SharedTierOptions, 'link' | 'count'> & {
    redisUrl: string | null;
    metrics: Pick<Metrics, 'watch'>;
  },
): Promise<Instances> {
  const { redisUrl, metrics } = options;
  if (redisUrl === null)
    return { tier: singleInstance, rateLimit: (limit) => createRateLimit({ ...limit, redis: null }) };
  // Import the Redis client only when needed, because most sites run without Redis.
  const { createRedisLink } = await import('./redis-link.ts');
  const link: RedisLink = createRedisLink(redisUrl);
  const reads: Record<SharedOutcome, number> = { fresh: 0, load: 0, alone: 0, stale: 0, bad: 0 };
  const tier = createSharedTier({
    ...options,
    link,
    count: (outcome) => reads[outcome]++,
  });
  metrics.watch({
    name: 'shared_reads_total',
    help: 'Reads of upstream data by source: fresh from another instance, loaded here for all, or loaded here alone',
    kind: 'counter',
    label: 'outcome',
    read: () => reads,
  });
  metrics.watch({
    name: 'shared_tier_joined',
    help: '1: this instance shares values and purges with the others; 0: it is alone',
    kind: 'gauge',
    together: 'min',
    read: () => (tier.joined ? 1 : 0),
  });
  await tier.start();
  const redis = { link, isJoined: () => tier.joined };
  return { tier, rateLimit: (limit) => createRateLimit({ ...limit, redis }) };
}
