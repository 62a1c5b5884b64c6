import type { Transaction } from '../db/database.ts';
import { storeEvent } from '../events/repository.ts';
import type { DrawRow } from './repository.ts';

/** Returns the cache tags of the lists that change when a draw is published. */
export function tagsOf(gameId: string): string[] {
  return ['results', `results:${gameId}`, 'upcoming', `upcoming:${gameId}`, 'winners'];
}

/**
 * For each kind of event, the cache tags of the data that the event changes. Events of new results use `tagsOf`
 * instead.
 */
const tagsOfKind = {
  closed: (gameId: string) => [`proofs:${gameId}`],
  posted: (gameId: string) => [`results:${gameId}`, `draws:${gameId}`],
};

/** Announces that the Merkle root of a closed draw is stored, or that the last prize of a large draw was posted. */
export async function announceDraw(
  tx: Transaction,
  kind: keyof typeof tagsOfKind,
  draw: Pick<DrawRow, 'drawId' | 'gameId' | 'drawNumber' | 'ticketsRoot' | 'ticketsTotal'>,
  now: Date,
): Promise<void> {
  const { drawId, gameId, drawNumber, ticketsRoot, ticketsTotal } = draw;
  if (ticketsRoot === null) throw new Error(`${drawId} has no root to announce`);
  const tags = tagsOfKind[kind](gameId);
  const at = now.toISOString();
  const payload = { tags, drawId, gameId, drawNumber, ticketsRoot, ticketsTotal, at };
  await storeEvent(tx, { drawId, kind, payload, createdAt: now });
}
