import { asc, ne, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { dropEvents } from '../events/repository.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import type { Ledger } from '../wallet/ledger.ts';
import { closeDraw } from './close-draw.ts';
import { newDraw, slotsToCommit, storeDraws } from './commit-draws.ts';
import { openDraws } from './open-draws.ts';
import { publishDraw } from './publish-draw.ts';
import type { SeedVault } from './seed-vault.ts';
import { lastSeededSaleMs, nextSeededSaleMs, seededTicketsDue, sellToSeededPlayers } from './seeded-sales.ts';
import { type DrawStatus, draws } from './tables.ts';

export interface EngineDeps {
  database: Database;
  catalogue: readonly GameDefinition[];
  vault: SeedVault;
  clock: { now(): Date };
  timeZone: string;
  seedPlayers: boolean;
  ledger: Ledger;
  logger: Logger;
  /** Called after a failure, before the next try: an embedded server that died is started again here. */
  revive?: () => Promise<void>;
}

export interface DrawEngine {
  /** Does all that is due at the clock's time; gives when something is due next, as milliseconds since 1970. */
  tick(): Promise<number>;
  /** Ticks for ever, woken by the next due time. */
  start(): void;
  /** Ends after the draw in hand. */
  stop(): Promise<void>;
}

/** Commitments ahead are looked after at least so often, and a clock that was set is noticed. */
const longestRestMs = 20_000;
/** Seeded players buy in small groups, not one by one. */
const salesRestMs = 5000;
const firstRetryMs = 1000;
const slowestRetryMs = 5000;
const eventsKeptMs = 7 * 86_400_000;
const housekeepingMs = 3_600_000;
/** Draws of one game made up in a row after a downtime, before the other games have their turn. */
const turn = 25;
const backlog = 50;

interface Pending {
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

/** What becomes due next with a draw, and when. */
function dueMs(draw: Pending): number {
  if (draw.status === 'committed') return draw.salesOpenAt.getTime();
  if (draw.status === 'open') return draw.salesCloseAt.getTime();
  return draw.drawAt.getTime();
}

/**
 * Commits, opens, sells, closes, draws, publishes: every game, by itself, for as long as it runs (spec §3;
 * docs/decisions/draw-engine.md). Each step is one transaction under the draw's row lock, and each is chosen by
 * the draw's own state: any number of engines may run, stop and die at any moment.
 */
export function createDrawEngine(deps: EngineDeps): DrawEngine {
  const { database, catalogue, vault, clock, timeZone, logger } = deps;
  const { db } = database;
  const games = new Map(catalogue.map((game) => [game.gameId, game]));
  let housekeepingAt = 0;
  const ending = new AbortController();

  /** Gives whether anything was committed. Games with a backlog wait: it is held first, batch by batch. */
  const commitAhead = async (pending: readonly Pending[]): Promise<boolean> => {
    const now = clock.now();
    const wanted = catalogue.filter(
      (game) => pending.filter((draw) => draw.gameId === game.gameId && draw.drawAt <= now).length < backlog,
    );
    const ids = sql.param(wanted.map((game) => game.gameId));
    const { rows } = await db.execute<{ game_id: string; newest: number | null }>(sql`
      select game_id, (select max(draw_number) from ${draws} where ${draws.gameId} = wanted.game_id) as newest
      from unnest(${ids}::text[]) wanted(game_id)`);
    const newest = new Map(rows.map((row) => [row.game_id, row.newest]));
    const fresh = wanted.flatMap((game) =>
      slotsToCommit(game, newest.get(game.gameId) ?? null, now, timeZone).map(
        (slot) => newDraw(game, slot, now, vault, deps.seedPlayers).draw,
      ),
    );
    await storeDraws(db, fresh);
    return fresh.length > 0;
  };

  const pendingDraws = (): Promise<Pending[]> =>
    db
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

  /** Closes and draws what is due of one game, in the order of its numbers. Gives how many it published. */
  const holdDue = async (game: GameDefinition, pending: Pending[]): Promise<number> => {
    let published = 0;
    for (const draw of pending) {
      if (draw.salesCloseAt > clock.now()) continue;
      if (draw.status !== 'closed') await closeDraw(db, game, draw.drawId, clock.now());
      if (draw.drawAt > clock.now() || published === turn) continue;
      const isDone = await publishDraw(
        db,
        { game, vault, timeZone, ledger: deps.ledger },
        draw.drawId,
        clock.now(),
      );
      // Another process has it in hand, and its successors wait for it.
      if (!isDone) break;
      published += 1;
      logger.info(
        { drawId: draw.drawId, lateMs: clock.now().getTime() - draw.drawAt.getTime() },
        'a draw was held',
      );
    }
    return published;
  };

  const sell = async (draw: Pending): Promise<void> => {
    const game = games.get(draw.gameId);
    const now = clock.now();
    if (!game || draw.status !== 'open' || draw.salesCloseAt <= now || seededTicketsDue(draw, now) <= 0)
      return;
    await sellToSeededPlayers(db, game, draw.drawId, now);
  };

  const keepHouse = async (): Promise<void> => {
    const nowMs = clock.now().getTime();
    if (nowMs < housekeepingAt) return;
    housekeepingAt = nowMs + housekeepingMs;
    await dropEvents(db, new Date(nowMs - eventsKeptMs));
  };

  const restUntil = (pending: Pending[]): number => {
    const nowMs = clock.now().getTime();
    const dues = pending.flatMap((draw) => {
      const due = dueMs(draw);
      // What is overdue here is in another process's hand; it is looked at again soon.
      const step = due > nowMs ? due : nowMs + firstRetryMs;
      if (draw.status !== 'open') return [step];
      const lastSale = lastSeededSaleMs(draw);
      const sale = Math.max(nextSeededSaleMs(draw), nowMs + salesRestMs);
      return [step, lastSale > nowMs ? Math.min(sale, lastSale) : sale];
    });
    return Math.min(nowMs + longestRestMs, ...dues);
  };

  const tick = async (): Promise<number> => {
    while (!ending.signal.aborted) {
      const committed = await commitAhead(await pendingDraws());
      await openDraws(db, clock.now());
      const pending = await pendingDraws();
      let published = 0;
      for (const game of catalogue) {
        published += await holdDue(
          game,
          pending.filter((draw) => draw.gameId === game.gameId),
        );
      }
      for (const draw of pending) await sell(draw);
      if (!committed && published === 0) break;
    }
    await keepHouse();
    return restUntil(await pendingDraws());
  };

  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let failures = 0;

  const run = async (): Promise<void> => {
    let restMs: number;
    try {
      restMs = Math.max(0, (await tick()) - clock.now().getTime());
      if (failures > 0) logger.info('draws go on');
      failures = 0;
    } catch (error) {
      failures += 1;
      restMs = Math.min(slowestRetryMs, firstRetryMs * failures);
      logger.error({ err: error, retryMs: restMs }, 'the draw engine failed and tries again');
      await deps.revive?.().catch((failure: unknown) => logger.error({ err: failure }, 'no database'));
    }
    if (!ending.signal.aborted) schedule(restMs);
  };

  const schedule = (restMs: number): void => {
    timer = setTimeout(() => {
      running = run();
    }, restMs);
  };

  return {
    tick,
    start: () => schedule(0),
    stop: async () => {
      ending.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
