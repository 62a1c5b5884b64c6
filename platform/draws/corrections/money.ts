import type { Side } from '../../wallet/transfer.ts';
import type { WrittenOff } from '../tables.ts';
import type { Moved } from './order.ts';

export type Owner = WrittenOff['owner'];
/** Amount of each owner in minor units. */
export type Amounts = ReadonlyMap<Owner, number>;

export interface PrizeChange {
  owner: Owner;
  /** Amount that is paid to the owner's winnings. */
  payMinor: number;
  /** Amount that is taken back from the owner's winnings. */
  takeMinor: number;
  /** Amount that cannot be taken back. It is negative if a new prize pays off the loss of an earlier correction. */
  lossMinor: number;
}

export interface PrizeChanges {
  /** One change for each owner whose prizes change, sorted by owner. */
  changes: PrizeChange[];
  /** Overpaid winnings that this correction and earlier corrections could not take back. */
  writtenOff: WrittenOff[];
}

function at(amounts: Amounts, owner: Owner): number {
  return amounts.get(owner) ?? 0;
}

/**
 * Computes how much each owner receives or pays back when prizes change. If an earlier correction wrote off an
 * overpayment, that amount is deducted from new prizes of the same owner. The amount is never deducted from winnings
 * that the owner already has.
 * @param before sum of each owner's wins before the correction
 * @param after sum of each owner's wins after the correction
 * @param available balance of each owner's winnings, from which prizes are taken back
 */
export function changePrizes(
  before: Amounts,
  after: Amounts,
  writtenOffBefore: readonly WrittenOff[],
  available: Amounts,
): PrizeChanges {
  const losses = new Map(writtenOffBefore.map(({ owner, amountMinor }) => [owner, amountMinor]));
  const owners = [...new Set([...before.keys(), ...after.keys()])].sort();
  const changes = owners.flatMap((owner): PrizeChange[] => {
    const riseMinor = at(after, owner) - at(before, owner);
    if (riseMinor === 0) return [];
    const lost = at(losses, owner);
    if (riseMinor > 0) {
      const kept = Math.min(riseMinor, lost);
      losses.set(owner, lost - kept);
      return [{ owner, payMinor: riseMinor - kept, takeMinor: 0, lossMinor: 0 - kept }];
    }
    const takeMinor = Math.min(-riseMinor, Math.max(0, at(available, owner)));
    const lossMinor = -riseMinor - takeMinor;
    losses.set(owner, lost + lossMinor);
    return [{ owner, payMinor: 0, takeMinor, lossMinor }];
  });
  const writtenOff = [...losses].flatMap(([owner, amountMinor]) =>
    amountMinor > 0 ? [{ owner, amountMinor }] : [],
  );
  return { changes, writtenOff };
}

/**
 * Merges the sides (debits and credits) of a transfer that have the same owner and bucket, and omits sums of 0. The
 * ledger rejects a transfer with two sides for one bucket or with an amount of 0.
 */
export function mergeSides(sides: readonly Side[]): Side[] {
  const places = new Map<string, Side>();
  for (const side of sides) {
    const place = JSON.stringify([side.owner, side.bucket]);
    const known = places.get(place);
    places.set(place, known ? { ...known, amountMinor: known.amountMinor + side.amountMinor } : side);
  }
  return [...places.values()].filter(({ amountMinor }) => amountMinor !== 0);
}

export function movedOf(changes: readonly PrizeChange[], amountOf: (change: PrizeChange) => number): Moved {
  const moved: Moved = { accounts: 0, seeded: 0, amountMinor: 0 };
  for (const change of changes) {
    const amountMinor = amountOf(change);
    if (amountMinor === 0) continue;
    moved[change.owner.startsWith('player:') ? 'accounts' : 'seeded'] += 1;
    moved.amountMinor += amountMinor;
  }
  return moved;
}
