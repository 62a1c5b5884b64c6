import { parseDrawId } from '../../../shared/domain/draw-id.ts';
import { countRefusals } from '../../claims/refusals.ts';
import type { Transaction } from '../../db/database.ts';
import type { GameDefinition } from '../../games/catalogue.ts';
import type { DrawRow } from '../repository.ts';
import type { DrawOutcome } from '../tables.ts';
import { beginCorrection, lockDraw, lockNext, lockPlayers } from './repository.ts';

export type PublishedRow = DrawRow & Pick<DrawOutcome, 'drawn' | 'prizes'>;

/** A published draw, locked for a correction until the transaction ends. */
export interface LockedDraw {
  game: GameDefinition;
  row: PublishedRow;
  /** Ids of deleted accounts that played in the draw. Their players cannot be notified. */
  deleted: ReadonlySet<string>;
  /** Whether the next draw has already taken place with the pot that this draw carried over. */
  isNextHeld: boolean;
}

/**
 * Locks a published draw for a correction. Locks are taken in this order: corrections, accounts by id, the draw, the
 * next draw. The caller then locks the ledger rows and the day's sums. Every transaction, even a publication, takes
 * these locks in this order, so that no deadlock occurs.
 * @returns the locked draw, or `why` (a sentence for the operator) if the draw cannot be corrected
 */
export async function lockPublishedDraw(
  tx: Transaction,
  catalogue: readonly GameDefinition[],
  drawId: string,
): Promise<LockedDraw | { why: string }> {
  if (parseDrawId(drawId) === null) return { why: `${drawId} is not a draw` };
  await beginCorrection(tx);
  const deleted = await lockPlayers(tx, drawId);
  const row = await lockDraw(tx, drawId);
  const game = catalogue.find(({ gameId }) => gameId === row?.gameId);
  if (!row || !game) return { why: `${drawId} is not a draw` };
  const { drawn, prizes, gameId, drawNumber } = row;
  if (row.status !== 'published' || drawn === null || prizes === null)
    return { why: `${drawId} has no result yet` };
  if (row.correction?.kind === 'voided') return { why: `${drawId} is void and cannot be changed any more` };
  const refusals = await countRefusals(tx, drawId);
  if (refusals > 0)
    return {
      why: `${refusals} prizes of ${drawId} are refused: run claims accept for each, correct the draw, then refuse them again`,
    };
  const isNextHeld = game.jackpot !== null && (await lockNext(tx, gameId, drawNumber));
  return { game, row: { ...row, drawn, prizes }, deleted, isNextHeld };
}
