import { asc, ne, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Db } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import type { Ledger } from '../wallet/ledger.ts';
import { closeDraw } from './close-draw.ts';
import { newDraw, slotsToCommit, storeDraws } from './commit-draws.ts';
import { openDraws } from './open-draws.ts';
import { publishDraw } from './publish-draw.ts';
import type { SeedVault } from './seed-vault.ts';
import { lastSeededSaleMs, nextSeededSaleMs, seededTicketsDue, sellToSeededPlayers } from './seeded-sales.ts';
import { type DrawStatus, draws } from './tables.ts';

export interface DueStepDeps {
  db: Db;
  catalogue: readonly GameDefinition[];
  vault: SeedVault;
  clock: { now(): Date };
  timeZone: string;
  seedPlayers: boolean;
  ledger: Ledger;
  logger: Logger;
}

/** Upper bound of a pause: commitments ahead are renewed and a changed clock is noticed. */
const longestPauseMs = 20_000;
/** Seeded players buy in small groups instead of one by one. */
const seededSalePauseMs = 5000;
/** A step that is overdue here is probably locked by another process: look again soon. */
const overduePauseMs = 1000;
/** After a downtime: draws of one game that are published in a row before the next game gets its turn. */
const drawsPerTurn = 25;
/** A game with this many overdue draws gets no new commitments until they are published. */
const overdueLimit = 50;

interface PendingDraw {
  drawId: string;
  gameId: string;
  drawNumber: number;
  status: DrawStatus;
  drawAt: Date;
  salesOpenAt: Date;
  salesCloseAt: Date;
  populationTarget: number;
  populationSold: number;
}

function pendingDraws(db: Db): Promise<PendingDraw[]> {
  return db
    .select({
      drawId: draws.drawId,
      gameId: draws.gameId,
      drawNumber: draws.drawNumber,
      status: draws.status,
      drawAt: draws.drawAt,
      salesOpenAt: draws.salesOpenAt,
      salesCloseAt: draws.salesCloseAt,
      populationTarget: draws.populationTarget,
      populationSold: draws.populationSold,
    })
    .from(draws)
    .where(ne(draws.status, 'published'))
    .orderBy(asc(draws.drawAt));
}

/** Time of the next step in a draw's life, as milliseconds since 1970. */
function nextStepMs(draw: PendingDraw): number {
  if (draw.status === 'committed') return draw.salesOpenAt.getTime();
  if (draw.status === 'open') return draw.salesCloseAt.getTime();
  return draw.drawAt.getTime();
}

/** Returns whether any draw was committed. */
async function commitAhead(deps: DueStepDeps, pending: readonly PendingDraw[]): Promise<boolean> {
  const { db, catalogue, clock, timeZone, vault } = deps;
  const now = clock.now();
  const games = catalogue.filter(
    (game) =>
      pending.filter((draw) => draw.gameId === game.gameId && draw.drawAt <= now).length < overdueLimit,
  );
  const ids = sql.param(games.map((game) => game.gameId));
  const { rows } = await db.execute<{ game_id: string; newest: number | null }>(sql`
    select game_id, (select max(draw_number) from ${draws} where ${draws.gameId} = wanted.game_id) as newest
    from unnest(${ids}::text[]) wanted(game_id)`);
  const newest = new Map(rows.map((row) => [row.game_id, row.newest]));
  const fresh = games.flatMap((game) =>
    slotsToCommit(game, newest.get(game.gameId) ?? null, now, timeZone).map(
      (slot) => newDraw(game, slot, now, vault, deps.seedPlayers).draw,
    ),
  );
  await storeDraws(db, fresh);
  return fresh.length > 0;
}

/** Closes and publishes the due draws of one game, ordered by draw number. Returns how many it published. */
async function publishDue(
  deps: DueStepDeps,
  game: GameDefinition,
  pending: readonly PendingDraw[],
): Promise<number> {
  const { db, clock, vault, timeZone, ledger, logger } = deps;
  let published = 0;
  for (const draw of pending) {
    if (draw.salesCloseAt > clock.now()) continue;
    if (draw.status !== 'closed') await closeDraw(db, game, draw.drawId, clock.now());
    if (draw.drawAt > clock.now() || published === drawsPerTurn) continue;
    const isDone = await publishDraw(db, { game, vault, timeZone, ledger }, draw.drawId, clock.now());
    // Another process holds the lock. Later draws of the game need its pot.
    if (!isDone) break;
    published += 1;
    const lateMs = clock.now().getTime() - draw.drawAt.getTime();
    logger.info({ drawId: draw.drawId, lateMs }, 'draw published');
  }
  return published;
}

async function sellDue({ db, catalogue, clock }: DueStepDeps, draw: PendingDraw): Promise<void> {
  const game = catalogue.find(({ gameId }) => gameId === draw.gameId);
  const now = clock.now();
  if (!game || draw.status !== 'open' || draw.salesCloseAt <= now || seededTicketsDue(draw, now) <= 0) return;
  await sellToSeededPlayers(db, game, draw.drawId, now);
}

function nextDueMs(pending: readonly PendingDraw[], nowMs: number): number {
  const dues = pending.flatMap((draw) => {
    const due = nextStepMs(draw);
    const step = due > nowMs ? due : nowMs + overduePauseMs;
    if (draw.status !== 'open') return [step];
    const lastSale = lastSeededSaleMs(draw);
    const sale = Math.max(nextSeededSaleMs(draw), nowMs + seededSalePauseMs);
    return [step, lastSale > nowMs ? Math.min(sale, lastSale) : sale];
  });
  return Math.min(nowMs + longestPauseMs, ...dues);
}

/**
 * Performs every step that is due at the clock's time: commit, open, sell, close, publish. Ends between two rounds
 * once the signal is aborted.
 * @returns when the next step is due, as milliseconds since 1970
 */
export async function runDueSteps(deps: DueStepDeps, signal: AbortSignal): Promise<number> {
  const { db, catalogue, clock } = deps;
  while (!signal.aborted) {
    const hasCommitted = await commitAhead(deps, await pendingDraws(db));
    await openDraws(db, clock.now());
    const pending = await pendingDraws(db);
    let published = 0;
    for (const game of catalogue) {
      const ofGame = pending.filter((draw) => draw.gameId === game.gameId);
      published += await publishDue(deps, game, ofGame);
    }
    for (const draw of pending) await sellDue(deps, draw);
    if (!hasCommitted && published === 0) break;
  }
  return nextDueMs(await pendingDraws(db), clock.now().getTime());
}
