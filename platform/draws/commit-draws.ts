import { randomBytes } from 'node:crypto';
import { commitmentOf } from '../../shared/domain/draw-function.ts';
import { drawIdOf } from '../../shared/domain/draw-id.ts';
import { type DrawMethod, newestDrawMethod } from '../../shared/domain/draw-methods.ts';
import { nextSlot, type Slot, slotAt, slotsBetween } from '../../shared/domain/schedule.ts';
import type { Queryable } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { createPseudoRandom } from './pseudo-random.ts';
import type { SeedVault } from './seed-vault.ts';
import { draws } from './tables.ts';

export type NewDraw = typeof draws.$inferInsert;

/**
 * Draws are stored with their commitments in advance: at least the next three draws of each game, all draws of the next
 * 30 minutes, and all draws whose sales have already opened.
 */
const aheadMs = 30 * 60_000;
const aheadDraws = 3;
/**
 * Draws are committed this much earlier than the 30 minutes or the opening of sales require. Even a delayed run of the
 * draw engine then commits them in time.
 */
const marginMs = 60_000;
/**
 * After a long downtime, the missed draws of a game are committed in batches of this size. Other games then do not have
 * to wait for all of these draws.
 */
const batchSize = 200;

/**
 * Returns how many tickets seeded (simulated) players buy in a draw: 70 to 130 percent of the game's average. Every
 * process computes the same number for a draw.
 */
function populationTarget(game: GameDefinition, drawId: string): number {
  return Math.round(game.ticketsPerDraw * (0.7 + 0.6 * createPseudoRandom(`target ${drawId}`)()));
}

/**
 * Creates a draw with a new seed of 32 random bytes. The draw uses the newest draw method. Its row contains the
 * commitment and the sealed seed, but not the seed in plain text.
 */
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
 * Returns the draw times for which draws of a game must be committed now. Draw times that were missed in a downtime
 * come before future draw times. For a game without draws, the list begins with the next draw time.
 * @param lastKnown number of the newest draw, or null if the game has none
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
  // Limit the number of draw times, so that a long downtime cannot exhaust the memory.
  const batchEnd = slotAt(game.schedule, (lastKnown ?? next.number) + batchSize, timeZone);
  return slotsBetween(game.schedule, from, until < batchEnd ? until : batchEnd, timeZone);
}

/** Stores new draws. If another process has already stored a draw, the stored row and its seed are kept. */
export async function storeDraws(db: Queryable, rows: NewDraw[]): Promise<void> {
  if (rows.length > 0) await db.insert(draws).values(rows).onConflictDoNothing();
}
