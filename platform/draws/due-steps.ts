import { asc, ne, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Db } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import type { Ledger } from '../wallet/ledger.ts';
import type { DrawSizes } from './chunk-store.ts';
import { type Closing, closeDraw, closeUnopened, continueClose } from './close-draw.ts';
import { newDraw, slotsToCommit, storeDraws } from './commit-draws.ts';
import type { WinnerCounts } from './count-winners.ts';
import { openDraws } from './open-draws.ts';
import type { Poster } from './poster.ts';
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
  /** Posts the prizes of large draws. The engine wakes the poster after each publication. */
  poster: Pick<Poster, 'wake'>;
  drawSizes: DrawSizes;
  logger: Logger;
}

/**
 * Maximum pause between two rounds of steps. Because of this limit, new draws are committed in time and a change of the
 * clock is noticed.
 */
const longestPauseMs = 20_000;
/**
 * Shortest time between two sales to seeded (simulated) players. Because of this pause, one transaction sells several
 * tickets.
 */
const seededSalePauseMs = 5000;
/**
 * If a draw's step is still overdue after a round, another process has probably locked the draw. The draw is checked
 * again after this time.
 */
const overduePauseMs = 1000;
/**
 * Pause after each turn of closing or counting a large draw, as a fraction of the turn's duration. Purchases and other
 * API calls are answered during the pause. On a busy machine, turns take longer, so pauses become longer. Longer pauses
 * delay the settlement of the draw. Shorter pauses make purchases slower. bench/budgets.json limits the durations of
 * settlement and purchases.
 */
const pausePerTurn = { closing: 0.8, counting: 0.8 };
const longestTurnPauseMs = 500;
/**
 * Number of batches that are hashed in one turn. They contain about 16,000 ticket lines. After the turn, the draws of
 * other games get their turn.
 */
const closingBatchesPerTurn = 4;
/**
 * Maximum number of draws of one game that are published in a row, so that every game gets its turn after a downtime.
 */
const drawsPerTurn = 25;
/**
 * If a game has this many overdue draws, the engine publishes overdue draws before it commits new draws of the game.
 */
const overdueLimit = 50;

interface PendingDraw {
  drawId: string;
  gameId: string;
  drawNumber: number;
  status: DrawStatus;
  hasRoot: boolean;
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
      hasRoot: sql<boolean>`${draws.ticketsRoot} is not null`,
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

/** Returns the time of a draw's next status change, as milliseconds since 1970. */
function nextStepMs(draw: PendingDraw): number {
  if (draw.status === 'committed') return draw.salesOpenAt.getTime();
  if (draw.status === 'open') return draw.salesCloseAt.getTime();
  return draw.drawAt.getTime();
}

/**
 * Stores the next draws of each game with their commitments, unless too many draws of the game are overdue. Returns
 * whether any draw was stored.
 */
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

/** Stores the next draws with their commitments, and opens the sales of due draws. */
export async function announceDraws(deps: DueStepDeps): Promise<void> {
  await commitAhead(deps, await pendingDraws(deps.db));
  await openDraws(deps.db, deps.clock.now());
}

interface Turn {
  /** Whether any step of a draw was attempted. */
  hasSteps: boolean;
  published: number;
  /** Pause before the next turn of a large draw. The pause is Infinity if no draw needs another turn. */
  pauseMs: number;
}

/**
 * Ends the sales of a draw if they are still open, and hashes the next tickets. After the last ticket, stores the
 * Merkle root.
 */
async function closeNext(deps: DueStepDeps, game: GameDefinition, draw: PendingDraw): Promise<Closing> {
  const { db, clock, drawSizes } = deps;
  const proceed = () => continueClose(db, game, drawSizes, draw.drawId, clock.now());
  let closing = await (draw.status === 'closed'
    ? proceed()
    : closeDraw(db, game, drawSizes, draw.drawId, clock.now()));
  for (let batch = 1; closing === 'more' && batch < closingBatchesPerTurn; batch++) closing = await proceed();
  return closing;
}

/** Counts winners among the next lines of a draw. Publishes the draw when all lines are counted. */
async function publishNext(
  deps: DueStepDeps,
  counts: WinnerCounts,
  game: GameDefinition,
  draw: PendingDraw,
): Promise<'published' | 'more' | 'busy'> {
  const { clock, poster, logger } = deps;
  const tally = await counts.advance(game, draw.drawId, clock.now());
  if (tally === 'more') return 'more';
  if (!tally || !(await publishDraw(deps, game, draw.drawId, tally, clock.now()))) return 'busy';
  const lateMs = clock.now().getTime() - draw.drawAt.getTime();
  logger.info({ drawId: draw.drawId, lateMs }, 'draw published');
  poster.wake();
  return 'published';
}

/**
 * Closes and publishes the due draws of one game, ordered by draw number. One call hashes or counts only some of the
 * lines of a large draw, so that the draws of other games are not delayed.
 */
async function publishDue(
  deps: DueStepDeps,
  counts: WinnerCounts,
  game: GameDefinition,
  pending: readonly PendingDraw[],
): Promise<Turn> {
  const turn: Turn = { hasSteps: false, published: 0, pauseMs: Number.POSITIVE_INFINITY };
  // A draw needs the pot of the previous draw of its game. So an unpublished draw blocks the publication of later
  // draws, but the sales of later draws still close on time.
  let isBlocked = false;
  for (const draw of pending) {
    if (draw.salesCloseAt > deps.clock.now()) continue;
    const startedAt = performance.now();
    const takesTurns = (pausePerTime: number) => {
      const pauseMs = (performance.now() - startedAt) * pausePerTime;
      turn.pauseMs = Math.min(turn.pauseMs, longestTurnPauseMs, pauseMs);
    };
    if (!draw.hasRoot) turn.hasSteps = true;
    const closing = draw.hasRoot ? 'done' : await closeNext(deps, game, draw);
    if (closing === 'more') takesTurns(pausePerTurn.closing);
    if (closing !== 'done') isBlocked = true;
    if (isBlocked || draw.drawAt > deps.clock.now() || turn.published === drawsPerTurn) continue;
    turn.hasSteps = true;
    const outcome = await publishNext(deps, counts, game, draw);
    if (outcome === 'published') turn.published += 1;
    else isBlocked = true;
    if (outcome === 'more') takesTurns(pausePerTurn.counting);
  }
  return turn;
}

/** Sells the due tickets of a draw to seeded (simulated) players. Returns whether any tickets were due. */
async function sellDue({ db, catalogue, clock }: DueStepDeps, draw: PendingDraw): Promise<boolean> {
  const game = catalogue.find(({ gameId }) => gameId === draw.gameId);
  const now = clock.now();
  if (!game || draw.status !== 'open' || draw.salesCloseAt <= now || seededTicketsDue(draw, now) <= 0)
    return false;
  await sellToSeededPlayers(db, game, draw.drawId, now);
  return true;
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
 * Performs every step that is due at the clock's time: commit, open, sell, close, count, publish. If the signal aborts,
 * the function returns after the current round.
 * @returns when the next step is due, as milliseconds since 1970
 */
export async function runDueSteps(
  deps: DueStepDeps,
  counts: WinnerCounts,
  signal: AbortSignal,
): Promise<number> {
  const { db, catalogue, clock } = deps;
  let pauseMs = Number.POSITIVE_INFINITY;
  // Read the draws again only after a change, because most rounds of steps change nothing.
  let pending = await pendingDraws(db);
  while (!signal.aborted) {
    const hasCommitted = await commitAhead(deps, pending);
    const hasOpened = await openDraws(db, clock.now());
    const hasClosed = await closeUnopened(db, clock.now());
    if (hasCommitted || hasOpened || hasClosed) pending = await pendingDraws(db);
    counts.keepOnly(new Set(pending.map(({ drawId }) => drawId)));
    const turns: Turn[] = [];
    for (const game of catalogue) {
      const ofGame = pending.filter((draw) => draw.gameId === game.gameId);
      turns.push(await publishDue(deps, counts, game, ofGame));
    }
    let hasSold = false;
    for (const draw of pending) hasSold = (await sellDue(deps, draw)) || hasSold;
    if (hasSold || turns.some(({ hasSteps }) => hasSteps)) pending = await pendingDraws(db);
    pauseMs = Math.min(...turns.map((turn) => turn.pauseMs));
    if (!hasCommitted && turns.every(({ published }) => published === 0)) break;
  }
  const nowMs = clock.now().getTime();
  return Math.min(nowMs + pauseMs, nextDueMs(pending, nowMs));
}
