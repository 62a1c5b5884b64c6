import type { RateClass } from '../../shared/contract/call.ts';
import type { RateLimit, RateLimitOptions } from '../shared-tier/rate-limits.ts';

interface Rate {
  /**
   * Maximum number of calls per minute from one public IP address. A household, an office or a mobile network may share
   * one address.
   */
  address: number;
  /** Maximum number of calls per minute of one player, from all addresses together. */
  player: number;
}

/**
 * The names of the rate limits. `payment` and `webhook` are requests that the site passes through to the platform.
 * `notice` is a request with which the CMS reports changed texts.
 */
export type RateName = RateClass | 'payment' | 'webhook' | 'notice';

/** All rate limits of calls. CALL_RATE_PERCENT scales them. */
const rates = {
  read: { address: 1200, player: 600 },
  search: { address: 300, player: 120 },
  availability: { address: 60, player: 60 },
  login: { address: 30, player: 20 },
  otp: { address: 15, player: 10 },
  money: { address: 120, player: 60 },
  account: { address: 600, player: 300 },
  payment: { address: 120, player: 120 },
  // The limit of webhooks is high, because a provider sends all its webhooks from a few addresses and repeats refused
  // webhooks.
  webhook: { address: 6000, player: 6000 },
  notice: { address: 120, player: 120 },
} as const satisfies Record<RateName, Rate>;

/** The period of each rate limit, in seconds. */
export const rateWindowSeconds = 60;

export interface CallRates {
  /**
   * Counts one call. The returned promise never rejects.
   * @param player key of the player (session/player-key.ts); null for a visitor
   * @param points how many calls this call counts as; 1 by default
   * @returns 0, or the seconds until the next call is allowed
   */
  take(rate: RateName, address: string, player: string | null, points?: number): Promise<number>;
}

/**
 * @param makeLimit creates a rate limit. With Redis, such a limit counts the calls of all instances together
 * @param percent scales every limit: 100 leaves them unchanged, 0 means no limits
 */
export function createCallRates(
  makeLimit: (options: Omit<RateLimitOptions, 'redis'>) => RateLimit,
  percent: number,
): CallRates {
  if (percent === 0) return { take: async () => 0 };
  const limit = (name: string, points: number) =>
    makeLimit({
      name,
      points: Math.max(1, Math.round((points * percent) / 100)),
      seconds: rateWindowSeconds,
    });
  const limitsOf = (rate: RateName) => ({
    address: limit(`call:${rate}`, rates[rate].address),
    player: limit(`player:${rate}`, rates[rate].player),
  });
  const known = new Map<RateName, ReturnType<typeof limitsOf>>();
  const limitsFor = (rate: RateName) => {
    const limits = known.get(rate) ?? limitsOf(rate);
    known.set(rate, limits);
    return limits;
  };
  return {
    async take(rate, address, player, points) {
      const limits = limitsFor(rate);
      const wait = await limits.address.take(address, points);
      if (wait > 0 || player === null) return wait;
      return limits.player.takeNamed(player, points);
    },
  };
}
