import { randomBytes } from 'node:crypto';
import { commitmentOf } from '../../shared/domain/draw-function.ts';
import { nextSlot, type Slot, slotAt, slotsBetween } from '../../shared/domain/schedule.ts';
import type { Queryable } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { drawIdOf } from './draw-id.ts';
import { createPseudoRandom } from './pseudo-random.ts';
import type { SeedVault } from './seed-vault.ts';
import { draws } from './tables.ts';

export type NewDraw = typeof draws.$inferInsert;

/** Draws are known, with their commitments, at least so far ahead, and at least so many of each game. */
const aheadMs = 30 * 60_000;
const aheadDraws = 3;
/** Commitments are made this much before they have to be there. */
const marginMs = 60_000;
/** After a long downtime draws are made up in batches, so that other games' draws are not kept waiting. */
const batch = 200;

/** A third more or fewer than the game's mean, the same for everyone who asks. */
function populationTarget(game: GameDefinition, drawId: string): number {
  return Math.round(game.ticketsPerDraw * (0.7 + 0.6 * createPseudoRandom(`target ${drawId}`)()));
}

/** A draw with a fresh seed of 32 random bytes, of which its row holds the commitment and a seal alone. */
export function newDraw(
  game: GameDefinition,
  slot: Slot,
  committedAt: Date,
  vault: SeedVault,
  withPopulation: boolean,
): { draw: NewDraw; seedHex: string } {
  const drawId = drawIdOf(game.gameId, slot.number);
  const seedHex = randomBytes(32).toString('hex');
  const draw: NewDraw = {
    drawId,
    gameId: game.gameId,
    drawNumber: slot.number,
    status: 'committed',
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
 * The slots of a game that want a commitment now: those missed in a downtime first, then those ahead. Without any
 * draw known yet the first is the next one.
 *
 * @param lastKnown number of the newest draw there is, or null
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
  // A year of downtime must not be laid out in memory at once.
  const batchEnd = slotAt(game.schedule, (lastKnown ?? next.number) + batch, timeZone);
  return slotsBetween(game.schedule, from, until < batchEnd ? until : batchEnd, timeZone);
}

/** Stores draws that nobody else has stored: of two processes the first one's seed counts. */
export async function storeDraws(db: Queryable, rows: NewDraw[]): Promise<void> {
  if (rows.length > 0) await db.insert(draws).values(rows).onConflictDoNothing();
}
