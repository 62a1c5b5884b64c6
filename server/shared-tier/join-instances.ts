import type { Metrics } from '../ops/metrics.ts';
import { createRateLimit, type RateLimit, type RateLimitOptions } from './rate-limits.ts';
import type { RedisLink } from './redis-link.ts';
import {
  createSharedTier,
  type SharedOutcome,
  type SharedTier,
  type SharedTierOptions,
  standsAlone,
} from './shared-tier.ts';

export interface Instances {
  tier: SharedTier;
  /** Counted over all instances that are joined. */
  rateLimit: (options: Omit<RateLimitOptions, 'redis'>) => RateLimit;
}

/**
 * The other instances of this site, where there is a Redis to meet them.
 * @param options.redisUrl null: this instance stands alone
 */
export async function joinInstances(
  options: Omit<SharedTierOptions, 'link' | 'count'> & {
    redisUrl: string | null;
    metrics: Pick<Metrics, 'watch'>;
  },
): Promise<Instances> {
  const { redisUrl, metrics } = options;
  if (redisUrl === null)
    return { tier: standsAlone, rateLimit: (limit) => createRateLimit({ ...limit, redis: null }) };
  // A client that most sites do without is not even loaded there.
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
    help: 'Loads of upstream data by where it came from: another instance, or here for all, or here alone',
    kind: 'counter',
    label: 'outcome',
    read: () => reads,
  });
  metrics.watch({
    name: 'shared_tier_joined',
    help: 'Whether the other instances are heard; 0: this one stands alone',
    kind: 'gauge',
    together: 'min',
    read: () => (tier.joined ? 1 : 0),
  });
  await tier.start();
  const redis = { link, isJoined: () => tier.joined };
  return { tier, rateLimit: (limit) => createRateLimit({ ...limit, redis }) };
}
