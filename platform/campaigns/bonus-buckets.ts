import type { BonusProduct } from '../wallet/service.ts';
import type { PlayerBucket, Transfer } from '../wallet/transfer.ts';

/**
 * The wallet buckets of each kind of bonus. A bonus is in the bucket `open` until the player has met the condition of
 * the bonus, and then in the bucket `playable`.
 */
export const bucketsOf = {
  casino: { open: 'open-casino-bonus', playable: 'casino-bonus' },
  liveCasino: { open: 'open-live-casino-bonus', playable: 'live-casino-bonus' },
  sports: { open: 'open-sports-bonus', playable: 'sports-bonus' },
  poker: { open: 'open-poker-bonus', playable: 'poker-bonus' },
  rummy: { open: 'open-rummy-bonus', playable: 'rummy-bonus' },
} as const satisfies Record<BonusProduct, Record<'open' | 'playable', PlayerBucket>>;

interface Bonus {
  useId: string;
  accountId: string;
  product: BonusProduct;
  currencyCode: string;
}

export function grantTransfer(
  { useId, accountId, product, currencyCode }: Bonus,
  state: 'open' | 'playable',
  amountMinor: number,
): Transfer {
  return {
    key: `bonus:${useId}`,
    kind: 'bonus',
    currencyCode,
    reference: { bonusId: useId },
    sides: [
      { owner: `player:${accountId}`, bucket: bucketsOf[product][state], amountMinor },
      { owner: 'house', bucket: 'bonuses', amountMinor: -amountMinor },
    ],
  };
}

/** Returns the transfer that makes a bonus playable after its condition is met. */
export function releaseTransfer(
  { useId, accountId, product, currencyCode }: Bonus,
  amountMinor: number,
): Transfer {
  return {
    key: `bonus:${useId}:released`,
    kind: 'bonus-released',
    currencyCode,
    reference: { bonusId: useId },
    sides: [
      { owner: `player:${accountId}`, bucket: bucketsOf[product].open, amountMinor: -amountMinor },
      { owner: `player:${accountId}`, bucket: bucketsOf[product].playable, amountMinor },
    ],
  };
}

/** Returns the transfer that gives the unused part of an expired bonus back to the house. */
export function expiryTransfer(
  { useId, accountId, product, currencyCode }: Bonus,
  state: 'open' | 'playable',
  amountMinor: number,
): Transfer {
  return {
    key: `bonus:${useId}:expired`,
    kind: 'bonus-expired',
    currencyCode,
    reference: { bonusId: useId },
    sides: [
      { owner: `player:${accountId}`, bucket: bucketsOf[product][state], amountMinor: -amountMinor },
      { owner: 'house', bucket: 'bonuses', amountMinor },
    ],
  };
}
