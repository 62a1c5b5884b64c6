import { randomBytes } from 'node:crypto';
import { commitmentOf } from '../../shared/domain/draw-function.ts';
import { type DrawMethod, newestDrawMethod } from '../../shared/domain/draw-methods.ts';
import { nextSlot, type Slot, slotAt, slotsBetween } from '../../shared/domain/schedule.ts';
import type { Queryable } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { drawIdOf } from './draw-id.ts';
import { createPseudoRandom } from './pseudo-random.ts';
import type { SeedVault } from './seed-vault.ts';
import { draws } from './tables.ts';

export type NewDraw = typeof draws.$inferInsert;

/** Draws are committed at least this long ahead, and at least this many of each game. */
const aheadMs = 30 * 60_000;
const aheadDraws = 3;
/** Commitments are stored this long before they are required. */
const marginMs = 60_000;
/** After a long downtime missed draws are committed in batches, so that other games do not wait. */
const batchSize = 200;

/** 70 to 130 percent of the game's mean, the same in every process. */
function populationTarget(game: GameDefinition, drawId: string): number {
  return Math.round(game.ticketsPerDraw * (0.7 + 0.6 * createPseudoRandom(`target ${drawId}`)()));
}

/** Creates a draw by the newest method, with a new seed of 32 random bytes. Its row contains the commitment and the sealed seed only. */
export function newDraw(
  game: GameDefinition,
  slot: Slot,
  committedAt: Date,
  vault: SeedVault,
  withPopulation: boolean,
): { draw: NewDraw & { method: DrawMethod }; seedHex: string } {
  const drawId = drawIdOf(game.gameId, slot.number);
  const seedHex = randomBytes(32).toString('hex');
  const draw = {
    drawId,
    gameId: game.gameId,
    drawNumber: slot.number,
    method: newestDrawMethod,
    status: 'committed' as const,
    drawAt: slot.at,
    salesOpenAt: new Date(slot.at.getTime() - game.salesOpenSeconds * 1000),
    salesCloseAt: new Date(slot.at.getTime() - game.salesCloseSeconds * 1000),
    ticketPriceMinor: game.ticketPriceMinor,
    commitment: commitmentOf(seedHex),
    sealedSeed: vault.seal(seedHex, drawId),
    committedAt,
    populationTarget: withPopulation ? populationTarget(game, drawId) : 0,
  };
  return { draw, seedHex };
}

/**
 * The slots of a game to commit now: those missed in a downtime, then those ahead. Without any draw the first slot is
 * the next one.
 * @param lastKnown number of the newest draw, or null
 */
export function slotsToCommit(
  game: GameDefinition,
  lastKnown: number | null,
  now: Date,
  timeZone: string,
): Slot[] {
  const next = nextSlot(game.schedule, now, timeZone);
  const third = slotAt(game.schedule, next.number + aheadDraws - 1, timeZone).getTime();
  const opening = now.getTime() + game.salesOpenSeconds * 1000;
  const until = new Date(Math.max(third, opening + marginMs, now.getTime() + aheadMs + marginMs));
  const from = lastKnown === null ? now : slotAt(game.schedule, lastKnown, timeZone);
  // Bounds the memory after a long downtime.
  const batchEnd = slotAt(game.schedule, (lastKnown ?? next.number) + batchSize, timeZone);
  return slotsBetween(game.schedule, from, until < batchEnd ? until : batchEnd, timeZone);
}

/** Stores draws that no other process has stored. The first stored seed counts. */
export async function storeDraws(db: Queryable, rows: NewDraw[]): Promise<void> {
  if (rows.length > 0) await db.insert(draws).values(rows).onConflictDoNothing();
}
