import type { RateClass } from '../../shared/contract/call.ts';
import type { RateLimit, RateLimitOptions } from '../shared-tier/rate-limits.ts';

interface Rate {
  /** Calls of the class in a minute from one public address: a household, an office, or a whole mobile network. */
  address: number;
  /** Calls of the class in a minute from one player, at any address. */
  player: number;
}

/** The classes of calls, and of the requests passed through to the platform: payment pages and webhooks. */
export type RateName = RateClass | 'payment' | 'webhook';

/** The one table of rate limits; CALL_RATE_PERCENT scales it. */
const rates = {
  read: { address: 1200, player: 600 },
  search: { address: 300, player: 120 },
  availability: { address: 60, player: 60 },
  login: { address: 30, player: 20 },
  otp: { address: 15, player: 10 },
  money: { address: 120, player: 60 },
  account: { address: 600, player: 300 },
  payment: { address: 120, player: 120 },
  // One address serves a whole provider, and providers repeat refused webhooks.
  webhook: { address: 6000, player: 6000 },
} as const satisfies Record<RateName, Rate>;

/** The window of every limit. */
export const rateWindowSeconds = 60;

export interface CallRates {
  /**
   * Counts one call.
   * @param player key of the player (session/player-key.ts); null: a visitor
   * @returns 0, or the seconds until the next call is allowed. Never rejects
   */
  take(rate: RateName, address: string, player: string | null): Promise<number>;
}

/**
 * @param makeLimit with Redis, the limit counts across all instances
 * @param percent of the table's figures; 0: no limits
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
  const limits: Record<RateName, ReturnType<typeof limitsOf>> = {
    read: limitsOf('read'),
    search: limitsOf('search'),
    availability: limitsOf('availability'),
    login: limitsOf('login'),
    otp: limitsOf('otp'),
    money: limitsOf('money'),
    account: limitsOf('account'),
    payment: limitsOf('payment'),
    webhook: limitsOf('webhook'),
  };
  return {
    async take(rate, address, player) {
      const wait = await limits[rate].address.take(address);
      if (wait > 0 || player === null) return wait;
      return limits[rate].player.takeNamed(player);
    },
  };
}
