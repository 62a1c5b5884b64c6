import { postNext } from '../../platform/draws/poster.ts';
import { type DrawRow, findDraw } from '../../platform/draws/repository.ts';
import { seededTickets } from '../../platform/draws/seeded-sales.ts';
import { insertTickets } from '../../platform/draws/ticket-store.ts';
import { queryDatabase } from './database.ts';
import { startPlatform, type TestPlatform } from './platform.ts';
import { gamesOf } from './platform-games.ts';

/** 17:32 in Kolkata. Golden Keno is drawn at 18:00, Golden Jaldi every five minutes. */
const START = new Date('2026-11-18T12:02:00Z');

/** A draw of Golden Keno that is processed in several small batches. */
export interface LargeDraw {
  platform: TestPlatform;
  drawId: string;
  closeAt: Date;
  drawAt: Date;
  row(): Promise<DrawRow>;
  /** Sets the clock, and calls `tick` until the engine has nothing left to do. @returns the number of ticks */
  tickAt(now: Date): Promise<number>;
  /** Posts all prizes. @returns the number of batches */
  postAll(): Promise<number>;
}

/**
 * Starts a platform with a draw of Golden Keno, for which seeded players have bought `lines` lines. The platform
 * processes draws in batches of two chunks with eight lines each.
 */
export const startLargeDraw = async (lines: number): Promise<LargeDraw> => {
  const platform = await startPlatform({
    now: START,
    catalogue: gamesOf('keno', 'jaldi'),
    overrides: { drawSizes: { linesPerChunk: 8, chunksPerBatch: 2 } },
  });
  const { engine, db, catalogue } = platform.deps;
  await engine.tick();
  const [open] = await queryDatabase<{ draw_id: string; sales_close_at: Date; draw_at: Date }>(
    platform.databaseUrl,
    "select draw_id, sales_close_at, draw_at from draws where game_id = 'keno' order by draw_at limit 1",
  );
  const game = catalogue.find(({ gameId }) => gameId === 'keno');
  if (!open || !game) throw new Error('no draw');
  const drawId = open.draw_id;
  await insertTickets(db, seededTickets(game, drawId, 0, lines, START));
  return {
    platform,
    drawId,
    closeAt: open.sales_close_at,
    drawAt: open.draw_at,
    async row() {
      const row = await findDraw(db, drawId);
      if (!row) throw new Error(`no draw ${drawId}`);
      return row;
    },
    async tickAt(now) {
      platform.clock.set(now);
      for (let ticks = 1; ; ticks++) if ((await engine.tick()) - now.getTime() >= 1000) return ticks;
    },
    async postAll() {
      for (let batches = 0; ; batches++) if ((await postNext(platform.deps)) === 'none') return batches;
    },
  };
};
