import { createHash } from 'node:crypto';

/** Names of a player's buckets (spec §3, wallet response). */
export const playerBuckets = [
  'deposit',
  'winnings',
  'casino-bonus',
  'live-casino-bonus',
  'sports-bonus',
  'poker-bonus',
  'rummy-bonus',
  // The player cannot spend the following granted bonuses until a condition is met.
  'open-casino-bonus',
  'open-live-casino-bonus',
  'open-sports-bonus',
  'open-poker-bonus',
  'open-rummy-bonus',
  'loyalty',
  'held',
] as const;
export type PlayerBucket = (typeof playerBuckets)[number];

export const houseBuckets = ['payments', 'sales', 'prizes', 'bonuses', 'loyalty', 'corrections'] as const;
export type HouseBucket = (typeof houseBuckets)[number] | `jackpot:${string}`;

export type Side =
  | { owner: 'house'; bucket: HouseBucket; amountMinor: number }
  /** `player:` with an account id, or `seeded:` with the number of a seeded (simulated) player. */
  | { owner: `player:${string}` | `seeded:${number}`; bucket: PlayerBucket; amountMinor: number };

export type TransferKind =
  | 'deposit'
  | 'withdrawal-hold'
  | 'withdrawal-paid'
  | 'withdrawal-refused'
  // The provider or the bank declined a payout, so its money returned to the wallet.
  | 'withdrawal-declined'
  | 'ticket'
  | 'prize'
  | 'jackpot'
  | 'bonus'
  | 'bonus-released'
  // A bonus expired before the player used it.
  | 'bonus-expired'
  | 'loyalty'
  | 'referral'
  | 'correction';

/** A transfer of money. Each side has a different owner or bucket. Positive amounts are credits, and the sum is 0. */
export interface Transfer {
  /**
   * Idempotency key that the caller chooses, such as `deposit:sandbox:91c…`, so that a transfer is posted only once.
   */
  key: string;
  kind: TransferKind;
  /** ISO 4217 code, or PTS for loyalty points. */
  currencyCode: string;
  /** Identifies the draw, receipt or withdrawal of the transfer. The reference contains no personal data. */
  reference: Readonly<Record<string, string | number | null>>;
  sides: readonly Side[];
}

/** A transfer as read from the database. Its digest is not verified yet. */
export type StoredTransfer = Omit<Transfer, 'kind' | 'sides'> & {
  kind: string;
  sides: readonly { owner: string; bucket: string; amountMinor: number }[];
};

/** Thrown if a transfer breaks the ledger's rules. This is a bug in the caller. */
export class ImpossibleTransfer extends Error {}

/** @throws ImpossibleTransfer if the sides, amounts, currency or key are invalid */
export function checkTransfer({ key, currencyCode, sides }: Transfer): void {
  const places = new Set<string>();
  let sum = 0;
  for (const { owner, bucket, amountMinor } of sides) {
    if (!Number.isSafeInteger(amountMinor) || amountMinor === 0)
      throw new ImpossibleTransfer(`${key}: ${amountMinor} is not an amount`);
    const place = JSON.stringify([owner, bucket]);
    if (places.has(place)) throw new ImpossibleTransfer(`${key}: ${place} occurs twice`);
    places.add(place);
    sum += amountMinor;
    if (!Number.isSafeInteger(sum)) throw new ImpossibleTransfer(`${key}: too large`);
  }
  if (sum !== 0 || sides.length < 2) throw new ImpossibleTransfer(`${key}: does not sum to zero`);
  if (!/^[A-Z]{3}$/.test(currencyCode))
    throw new ImpossibleTransfer(`${key}: ${currencyCode} is not a currency`);
  if (key.length === 0 || key.length > 200) throw new ImpossibleTransfer('a key has 1 to 200 characters');
}

/** Returns the SHA-256 of all fields as hex. The hash does not depend on the order of fields and sides. */
export function digestOf({ key, kind, currencyCode, reference, sides }: StoredTransfer): string {
  const facts = Object.entries(reference).sort(([one], [other]) => (one < other ? -1 : 1));
  const entries = sides
    .map(({ owner, bucket, amountMinor }) => [owner, bucket, amountMinor] as const)
    .sort(([a, b], [c, d]) => (a < c || (a === c && b < d) ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([key, kind, currencyCode, facts, entries]))
    .digest('hex');
}
