import { setTimeout as wait } from 'node:timers/promises';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Ledger } from '../wallet/ledger.ts';
import type { DrawSizes } from './chunk-store.ts';
import { announceDraw } from './draw-events.ts';
import { postBatch } from './post-draw.ts';
import { draws } from './tables.ts';
import { queueWinMails, type WinMailDeps } from './win-mails.ts';

export interface PosterDeps extends WinMailDeps {
  ledger: Ledger;
  clock: { now(): Date };
  logger: Logger;
  drawSizes: DrawSizes;
}

/**
 * Result of posting one batch. 'draw': all prizes of the draw are posted. 'batch': some prizes of the draw are not
 * posted yet. 'none': all draws are posted, or other processes are posting them.
 */
export type Posted = 'draw' | 'batch' | 'none';

/**
 * Posts the next batch of the oldest draw that has unposted prizes. The publication of a small draw posts its prizes,
 * so this function posts only the prizes of large draws and of generated past draws. Each batch has its own transaction.
 */
export function postNext({
  db,
  ledger,
  catalogue,
  clock,
  drawSizes,
}: Omit<PosterDeps, 'messages'>): Promise<Posted> {
  const games = new Map(catalogue.map((game) => [game.gameId, game]));
  return db.transaction(async (tx) => {
    // This commit need not wait for the disk. If a crash loses the commit, the batch is posted again.
    await tx.execute(sql`set local synchronous_commit = off`);
    const [row] = await tx
      .select()
      .from(draws)
      .where(
        and(eq(draws.status, 'published'), isNull(draws.postedAt), inArray(draws.gameId, [...games.keys()])),
      )
      .orderBy(asc(draws.drawAt))
      .limit(1)
      .for('update', { skipLocked: true });
    const game = row && games.get(row.gameId);
    if (!game) return 'none';
    const now = clock.now();
    const isDone = await postBatch(tx, { ledger, game, drawSizes, now }, row);
    // Announce the draw again, because its result was published before all its prizes were posted. Generated past draws
    // have no chunks and were never announced.
    if (isDone && row.chunks > 0) await announceDraw(tx, 'posted', row, now);
    return isDone ? 'draw' : 'batch';
  });
}

export interface Poster {
  start(): void;
  /** Starts a search for unposted draws immediately, without waiting for the end of the usual interval. */
  wake(): void;
  stop(): Promise<void>;
}

/**
 * Pause after each batch, as a fraction of the time that the batch took. Purchases and other work run during the pause.
 */
const pausePerBatch = 1 / 8;

/** At this interval, the poster searches for draws that another process began to post but did not finish. */
const betweenMs = 60_000;

/** Pause before the first batch. At the start of the platform, the site loads its first pages, which must not wait. */
const beforeFirstMs = 1000;

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return wait(ms, undefined, { signal }).catch(() => undefined);
}

/** Posts the prizes of unposted draws, one batch after another, and queues the mails about wins, until stopped. */
export function createPoster(deps: PosterDeps): Poster {
  const ending = new AbortController();
  let waking = new AbortController();
  let running: Promise<void> = Promise.resolve();

  const postAll = async (): Promise<void> => {
    let posted = 0;
    while (!ending.signal.aborted) {
      const startedAt = performance.now();
      const outcome = await postNext(deps);
      if (outcome === 'none') break;
      if (outcome === 'draw') posted++;
      else await pause((performance.now() - startedAt) * pausePerBatch, ending.signal);
    }
    if (posted > 0) deps.logger.info({ draws: posted }, 'draws posted to the ledger');
  };

  const queueAllMails = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const startedAt = performance.now();
      if ((await queueWinMails(deps)) === 0) break;
      await pause((performance.now() - startedAt) * pausePerBatch, ending.signal);
    }
  };

  const run = async (): Promise<void> => {
    await pause(beforeFirstMs, ending.signal);
    while (!ending.signal.aborted) {
      waking = new AbortController();
      await postAll().catch((error: unknown) =>
        deps.logger.warn({ err: error }, 'posting draws failed, retrying'),
      );
      await queueAllMails().catch((error: unknown) =>
        deps.logger.warn({ err: error }, 'queueing mails about wins failed, retrying'),
      );
      await pause(betweenMs, waking.signal);
    }
  };

  return {
    start: () => {
      running = run();
    },
    wake: () => waking.abort(),
    async stop() {
      ending.abort();
      waking.abort();
      await running;
    },
  };
}
