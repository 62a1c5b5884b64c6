import type { VerifyResponse } from '../../shared/contract/draw-proof.ts';
import { commitmentOf, draw } from '../../shared/domain/draw-function.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import type { DrawRow } from './repository.ts';
import { correctionOf, prizesPostedOf } from './result-view.ts';

/**
 * Repeats a published draw from its seed and compares the numbers and the commitment. `verified` is false if a
 * correction replaced the numbers that the seed gives.
 */
function repeatDraw(game: GameDefinition, row: DrawRow): Pick<VerifyResponse, 'drawnBySeed' | 'verified'> {
  if (row.status !== 'published' || row.seed === null || row.ticketsRoot === null)
    return { drawnBySeed: [], verified: null };
  if (!/^[0-9a-f]{64}$/.test(row.seed)) return { drawnBySeed: [], verified: false };
  const drawnBySeed = draw(game.kind, {
    method: row.method,
    seedHex: row.seed,
    drawId: row.drawId,
    ticketsRoot: row.ticketsRoot,
  });
  const isSame =
    drawnBySeed.length === row.drawn?.length && drawnBySeed.every((one, index) => one === row.drawn?.[index]);
  return { drawnBySeed, verified: isSame && commitmentOf(row.seed) === row.commitment };
}

/** Returns all data for repeating a draw, and whether the repeated draw gives the published result. */
export function proofOf(game: GameDefinition, row: DrawRow): VerifyResponse {
  return {
    drawId: row.drawId,
    gameId: game.gameId,
    gameName: game.name,
    gameSlug: game.slug,
    drawNumber: row.drawNumber,
    drawStartDate: row.drawAt.toISOString(),
    commitment: row.commitment,
    committedAt: row.committedAt.toISOString(),
    openedAt: row.openedAt?.toISOString() ?? null,
    ticketsRoot: row.ticketsRoot,
    ticketsTotal: row.ticketsTotal,
    closedAt: row.closedAt?.toISOString() ?? null,
    seed: row.status === 'published' ? row.seed : null,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    winnersTotal: row.winnersTotal,
    prizesPosted: prizesPostedOf(row),
    drawFunction: row.method,
    drawParameters: { ...game.kind },
    drawn: row.status === 'published' ? (row.drawn ?? []) : [],
    ...repeatDraw(game, row),
    correction: correctionOf(game, row.correction),
  };
}
