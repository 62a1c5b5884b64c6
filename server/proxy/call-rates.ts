import type { RateClass } from '../../shared/contract/calls.ts';
import type { RateLimit, RateLimitOptions } from '../shared-tier/rate-limits.ts';

interface Rate {
  /** Calls of the class in a minute from one public address: a household, an office, a whole mobile network. */
  address: number;
  /** And from one player, wherever he is. */
  player: number;
}

/** The one table of how often calls may be made; CALL_RATE_PERCENT scales it. */
const rates = {
  read: { address: 1200, player: 600 },
  search: { address: 300, player: 120 },
  availability: { address: 60, player: 60 },
  login: { address: 30, player: 20 },
  otp: { address: 15, player: 10 },
  money: { address: 120, player: 60 },
  account: { address: 600, player: 300 },
} as const satisfies Record<RateClass, Rate>;

/** All of them count in this window. */
export const rateWindowSeconds = 60;

export interface CallRates {
  /**
   * Counts one call.
   * @param player whose session came along, by a name that is his alone; null: a visitor
   * @returns 0, or the seconds after which it is worth coming back. Never rejects
   */
  take(rate: RateClass, address: string, player: string | null): Promise<number>;
}

/**
 * @param makeLimit counts over all instances where there is a Redis
 * @param percent of the table's figures; 0: nothing is counted
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
  const limitsOf = (rate: RateClass) => ({
    address: limit(`call:${rate}`, rates[rate].address),
    player: limit(`player:${rate}`, rates[rate].player),
  });
  const limits: Record<RateClass, ReturnType<typeof limitsOf>> = {
    read: limitsOf('read'),
    search: limitsOf('search'),
    availability: limitsOf('availability'),
    login: limitsOf('login'),
    otp: limitsOf('otp'),
    money: limitsOf('money'),
    account: limitsOf('account'),
  };
  return {
    async take(rate, address, player) {
      const wait = await limits[rate].address.take(address);
      if (wait > 0 || player === null) return wait;
      return limits[rate].player.takeNamed(player);
    },
  };
}
