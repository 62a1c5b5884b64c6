import type { Side } from '../../wallet/transfer.ts';
import type { WrittenOff } from '../tables.ts';
import type { Moved } from './order.ts';

export type Owner = WrittenOff['owner'];
/** By owner, in minor units. */
export type Amounts = ReadonlyMap<Owner, number>;

export interface PrizeChange {
  owner: Owner;
  /** Goes to the owner's winnings; what is taken back from them; what of the fall nobody can take back. */
  payMinor: number;
  takeMinor: number;
  lossMinor: number;
}

export interface PrizeChanges {
  /** In the order of their owners; those alone for whom something changes. */
  changes: PrizeChange[];
  /** All losses that remain, those of earlier corrections among them. */
  writtenOff: WrittenOff[];
}

function at(amounts: Amounts, owner: Owner): number {
  return amounts.get(owner) ?? 0;
}

/**
 * What each winner is paid or gives back when prizes change. Nobody is paid twice: who still has a prize that was
 * written off as a loss, and wins after all, is paid the rest alone. A loss is final: it is never asked for again.
 * @param before what each owner's lines won until now, and `after` from now on
 * @param available what of each owner's winnings can be taken
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

/** Each place once, and none where nothing moves: what a transfer is made of. */
export function gathered(sides: readonly Side[]): Side[] {
  const places = new Map<string, Side>();
  for (const side of sides) {
    const place = JSON.stringify([side.owner, side.bucket]);
    const known = places.get(place);
    places.set(place, known ? { ...known, amountMinor: known.amountMinor + side.amountMinor } : side);
  }
  return [...places.values()].filter(({ amountMinor }) => amountMinor !== 0);
}

/** As the ledger names the holder of a ticket. */
export function ownerOf({
  playerNo,
  accountId,
}: {
  playerNo: number | null;
  accountId: string | null;
}): Owner {
  return accountId === null ? `seeded:${Number(playerNo)}` : `player:${accountId}`;
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
