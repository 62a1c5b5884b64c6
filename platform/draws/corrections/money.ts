import type { Side } from '../../wallet/transfer.ts';
import type { WrittenOff } from '../tables.ts';
import type { Moved } from './order.ts';

export type Owner = WrittenOff['owner'];
/** Amount of each owner in minor units. */
export type Amounts = ReadonlyMap<Owner, number>;

export interface PrizeChange {
  owner: Owner;
  /** Paid to the owner's winnings. */
  payMinor: number;
  /** Taken back from the owner's winnings. */
  takeMinor: number;
  /** Part that cannot be taken back. Negative if an earlier loss is recovered. */
  lossMinor: number;
}

export interface PrizeChanges {
  /** Sorted by owner. Without owners whose prizes stay the same. */
  changes: PrizeChange[];
  /** Remaining losses, including those of earlier corrections. */
  writtenOff: WrittenOff[];
}

function at(amounts: Amounts, owner: Owner): number {
  return amounts.get(owner) ?? 0;
}

/**
 * Computes what each winner is paid or gives back when prizes change. An owner who kept a prize as a written-off loss
 * and wins again is paid the rest only. A later correction never takes a written-off loss back.
 * @param before wins of each owner until now
 * @param after wins of each owner from now on
 * @param available winnings of each owner that can be taken
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

/** Sums the sides of each owner and bucket and drops zeros, as a transfer requires. */
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
