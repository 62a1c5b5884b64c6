import { afterEach, describe, expect, it } from 'vitest';
import { closeConnections, queryDatabase } from '../../helpers/database.ts';
import { startPlatform, type TestPlatform, type TestPlatformOptions } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { runDraws } from '../../helpers/run-draws.ts';

const MINUTE_MS = 60_000;
/** The time is 17:32 in Kolkata. The next Jaldi draw is at 17:35, the next Keno draw at 18:00. */
const START = new Date('2026-11-18T12:02:00Z');

interface Row extends Record<string, unknown> {
  draw_id: string;
  draw_number: number;
  status: string;
  draw_at: Date;
  sales_open_at: Date;
  sales_close_at: Date;
  committed_at: Date;
  opened_at: Date | null;
  closed_at: Date | null;
  published_at: Date | null;
  seed: string | null;
  tickets_root: string | null;
  tickets_total: number;
  population_target: number;
  population_sold: number;
  winners_total: number;
  paid_minor: string;
}

const running: TestPlatform[] = [];
const start = async (options: TestPlatformOptions): Promise<TestPlatform> => {
  const platform = await startPlatform(options);
  running.unshift(platform);
  return platform;
};
afterEach(async () => {
  for (const platform of running.splice(0)) await platform.stop();
});

const drawsOf = (platform: TestPlatform): Promise<Row[]> =>
  queryDatabase<Row>(platform.databaseUrl, 'select * from draws order by game_id, draw_number');

/** Runs each step of the draws at the time at which it is due, until the given time. */
const runUntil = (platform: TestPlatform, isoTime: string): Promise<void> =>
  runDraws(platform, new Date(isoTime), { shortestStepMs: 0 });

describe('draw engine', () => {
  it('stores commitments for at least the next 3 draws of each game', async () => {
    const platform = await start({ now: START, catalogue: gamesOf('jaldi', 'keno', 'jackpot') });
    await platform.deps.engine.tick();
    const rows = await drawsOf(platform);
    const count = (game: string) => rows.filter((row) => row.draw_id.startsWith(game)).length;
    expect(count('jackpot')).toBeGreaterThanOrEqual(3);
    expect(count('keno')).toBeGreaterThanOrEqual(3);
    const lastJaldi = rows.findLast((row) => row.draw_id.startsWith('jaldi'));
    expect(lastJaldi?.draw_at.getTime()).toBeGreaterThanOrEqual(
      START.getTime() + 30 * MINUTE_MS - 5 * MINUTE_MS,
    );
    expect(rows.every((row) => row.seed === null)).toBe(true);
  });

  it('stores the commitment of a draw before its sales open', async () => {
    const platform = await start({ now: START, catalogue: gamesOf('jaldi') });
    await runUntil(platform, '2026-11-18T12:42:00Z');
    // The sales of some draws should have opened before the platform's first start. The test excludes these draws,
    // because their sales opened late.
    const rows = (await drawsOf(platform)).filter((row) => row.sales_open_at > START && row.opened_at);
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows) {
      expect(row.committed_at.getTime()).toBeLessThan(row.opened_at?.getTime() ?? 0);
      expect(row.committed_at.getTime()).toBeLessThan(row.sales_open_at.getTime());
    }
  });

  it('sells tickets to sample players, closes the draw and publishes its result', async () => {
    const platform = await start({ now: START, catalogue: gamesOf('keno'), seedPlayers: true });
    await platform.deps.engine.tick();
    const at = async (): Promise<Row> => {
      const [row] = await drawsOf(platform);
      if (!row) throw new Error('no draw');
      return row;
    };
    expect(await at()).toMatchObject({ status: 'open', seed: null, tickets_root: null });
    await runUntil(platform, '2026-11-18T12:12:00Z');
    const halfway = await at();
    expect(halfway.population_sold).toBeGreaterThan(0);
    expect(halfway.population_sold).toBeLessThan(halfway.population_target);
    await runUntil(platform, '2026-11-18T12:28:00Z');
    const closed = await at();
    expect(closed).toMatchObject({
      status: 'closed',
      seed: null,
      population_sold: closed.population_target,
      tickets_total: closed.population_target,
    });
    expect(closed.tickets_root).toMatch(/^[0-9a-f]{64}$/);
    await runUntil(platform, '2026-11-18T12:30:00Z');
    expect(await at()).toMatchObject({
      status: 'published',
      published_at: new Date('2026-11-18T12:30:00Z'),
      tickets_root: closed.tickets_root,
    });
    const wins = await queryDatabase<{ count: number; sum: number; posted: number }>(
      platform.databaseUrl,
      'select count(*)::int as count, coalesce(sum(amount_minor), 0)::int as sum, count(posted_at)::int as posted from wins',
    );
    const published = await at();
    expect(wins[0]).toEqual({
      count: published.winners_total,
      sum: Number(published.paid_minor),
      posted: published.winners_total,
    });
    const verified = await platform.call('draws/verify', { drawId: published.draw_id });
    expect(verified.body).toMatchObject({
      success: true,
      data: { verified: true, seed: published.seed, openedAt: published.opened_at?.toISOString() },
    });
  });

  it('counts the draws that were committed before their sales opened', async () => {
    const platform = await start({ now: START, catalogue: gamesOf('jaldi') });
    await runUntil(platform, '2026-11-18T13:42:00Z');
    const published = (await drawsOf(platform)).filter(({ status }) => status === 'published');
    const committed = published.filter(
      ({ committed_at, opened_at }) => opened_at !== null && committed_at < opened_at,
    );
    // Not all published draws are counted, because the sales of the first draws opened at the moment of their
    // commitment.
    expect(committed.length).toBeGreaterThan(5);
    expect(committed.length).toBeLessThan(published.length);
    const { body } = await platform.call('winners', {});
    expect(body).toMatchObject({
      success: true,
      data: { totals: { drawsHeld: published.length, drawsCommitted: committed.length } },
    });
  });

  it('sells no ticket at or after the close of sales', async () => {
    const platform = await start({ now: START, catalogue: gamesOf('jaldi'), seedPlayers: true });
    await runUntil(platform, '2026-11-18T12:22:00Z');
    const [late] = await queryDatabase<{ count: number; all: number }>(
      platform.databaseUrl,
      `select count(*) filter (where bought_at >= sales_close_at or bought_at < opened_at)::int as count, count(*)::int as all
       from tickets join draws using (draw_id)`,
    );
    expect(late?.count).toBe(0);
    expect(late?.all).toBeGreaterThan(20);
  });

  it('returns the time of its next step', async () => {
    const platform = await start({ now: START, catalogue: gamesOf('jaldi') });
    const dueMs = await platform.deps.engine.tick();
    expect(dueMs).toBeGreaterThan(START.getTime());
    expect(dueMs).toBeLessThanOrEqual(START.getTime() + 20_000);
    platform.clock.set(new Date('2026-11-18T12:04:59.300Z'));
    expect(await platform.deps.engine.tick()).toBe(Date.parse('2026-11-18T12:05:00Z'));
  });
});

describe('draw engine after an outage or beside other engines', () => {
  it('holds each draw once, even if several engines share a database', async () => {
    const catalogue = gamesOf('jaldi', 'symbols', 'keno');
    const first = await start({ now: START, catalogue, seedPlayers: true });
    const second = await start({ now: START, catalogue, seedPlayers: true, beside: first });
    for (let step = 0; step < 80; step++) {
      for (const platform of [first, second]) platform.clock.advance(MINUTE_MS / 2);
      await Promise.all([first.deps.engine.tick(), second.deps.engine.tick()]);
    }
    await first.deps.engine.tick();
    const rows = await drawsOf(first);
    const published = rows.filter((row) => row.status === 'published');
    expect(published.length).toBeGreaterThanOrEqual(8);
    expect(rows.filter((row) => row.draw_at <= first.clock.now() && row.status !== 'published')).toEqual([]);
    const [sums] = await queryDatabase<{ events: number; held: number; double: number }>(
      first.databaseUrl,
      `select (select count(*)::int from events where kind = 'result') as events, (select sum(draws_held)::int from game_days) as held,
       (select count(*)::int from draws where status = 'published' and (population_sold > population_target or population_sold <> tickets_total)) as double`,
    );
    expect(sums).toEqual({ events: published.length, held: published.length, double: 0 });
  });

  it('holds the draws that it missed in an outage, in their order', async () => {
    const platform = await start({ now: START, catalogue: gamesOf('jaldi', 'jackpot'), seedPlayers: true });
    await platform.deps.engine.tick();
    const OUTAGE_MS = 16 * 60 * MINUTE_MS;
    platform.clock.advance(OUTAGE_MS);
    const backAt = platform.clock.now();
    await platform.deps.engine.tick();
    const rows = (await drawsOf(platform)).filter((row) => row.draw_id.startsWith('jaldi'));
    const numbers = rows.map((row) => row.draw_number);
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
    const held = rows.filter((row) => row.status === 'published');
    expect(held.length).toBe(Math.floor(OUTAGE_MS / (5 * MINUTE_MS)));
    const missed = held.filter((row) => row.committed_at.getTime() === backAt.getTime());
    expect(missed.length).toBeGreaterThan(150);
    expect(missed.every((row) => row.tickets_total === 0 && row.opened_at === null)).toBe(true);
    const { body } = await platform.call('draws/verify', { drawId: missed[0]?.draw_id ?? '' });
    expect(body).toMatchObject({ success: true, data: { openedAt: null, verified: true } });
    // If the sales of a draw never opened, the only event of the draw is its result.
    const unopened = rows.filter((row) => row.status === 'published' && row.opened_at === null);
    const events = await queryDatabase<{ kind: string; count: number }>(
      platform.databaseUrl,
      `select kind, count(*)::int as count from events join draws using (draw_id)
       where game_id = 'jaldi' and opened_at is null group by kind`,
    );
    expect(events).toEqual([{ kind: 'result', count: unopened.length }]);
    // Each draw takes over the pot of the previous draw, even if the previous draw took place late.
    const pots = await queryDatabase<{ broken: number; held: number }>(
      platform.databaseUrl,
      `select count(*) filter (where next.pot_minor <> d.carry_minor)::int as broken, count(*)::int as held
       from draws d join draws next on next.game_id = d.game_id and next.draw_number = d.draw_number + 1
       where d.status = 'published' and next.status = 'published'`,
    );
    expect(pots[0]?.broken).toBe(0);
    expect(pots[0]?.held).toBeGreaterThan(150);
  });

  it('continues after an outage of the database', async () => {
    const platform = await start({ now: START, catalogue: gamesOf('jaldi') });
    await platform.deps.engine.tick();
    await closeConnections(platform.databaseUrl);
    platform.clock.advance(5 * MINUTE_MS);
    // The first tick may fail, because the engine may still use a connection that has already ended.
    await expect.poll(() => platform.deps.engine.tick()).toBeGreaterThan(0);
    const [row] = await drawsOf(platform);
    expect(row?.status).toBe('published');
  });
});
