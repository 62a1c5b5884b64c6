import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../platform/games/catalogue.ts';
import { drawsPerBatch } from '../../../platform/statistics/count-draws.ts';
import type { DrawStatisticsResponse } from '../../../shared/contract/draw-statistics.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { annul, correct, jaldiDrawn } from '../draws-corrections/plays.ts';

/** The time is 17:32 on a Saturday in Kolkata. */
const now = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ now, historyDays: 8 });
  await platform.deps.engine.tick();
});
afterAll(() => platform?.stop());

const gameIds = catalogue.map(({ gameId }) => gameId);

async function statisticsOf(gameId: string): Promise<DrawStatisticsResponse> {
  const { body } = await platform.call('draws/statistics', { gameId });
  if (!body.success) throw new Error(`refused: ${JSON.stringify(body)}`);
  return body.data;
}

/**
 * Groups the drawn values of a result by part, such as main numbers and bonus number. The statistics count each part
 * separately.
 */
function partsOf(gameId: string, drawn: string[]): Record<string, string[]> {
  const places = Object.fromEntries(drawn.map((value, index) => [`place ${index + 1}`, [value]]));
  const [first = '', second = ''] = drawn;
  switch (gameId) {
    case 'daily':
    case 'keno':
      return { main: drawn };
    case 'jackpot':
      return { main: drawn.slice(0, 6), bonus: drawn.slice(6) };
    case 'jaldi':
      return { number: [first], color: [second] };
    case 'raffle':
      return { series: [first.slice(0, 3)], lastDigit: [first.slice(-1)] };
    default:
      return places;
  }
}

/** Returns the drawn number of a Jaldi draw. */
async function drawnOf(drawId: string): Promise<number> {
  const { body } = await platform.call('draws/verify', { drawId });
  return Number(body.success ? body.data.drawn[0] : Number.NaN);
}

/** Returns the results of all published draws that are not void, newest first. */
async function resultsOf(gameId: string): Promise<string[][]> {
  const rows = await queryDatabase<{ drawn: string[] }>(
    platform.databaseUrl,
    `select drawn from draws where game_id = $1 and status = 'published'
       and (correction is null or correction ->> 'kind' <> 'voided') order by draw_number desc`,
    [gameId],
  );
  return rows.map(({ drawn }) => drawn);
}

/** Compares the statistics with counts over all results of the game. */
async function expectCounted(gameId: string): Promise<void> {
  const { parts, draws, recentDraws } = await statisticsOf(gameId);
  const results = (await resultsOf(gameId)).map((drawn) => partsOf(gameId, drawn));
  expect([draws, recentDraws]).toEqual([results.length, Math.min(50, results.length)]);
  const names = parts.map(({ part, place }) => (place === null ? part : `${part} ${place}`));
  expect(names).toEqual(Object.keys(results[0] ?? {}));
  for (const [index, { values, perDraw }] of parts.entries()) {
    const name = names[index] ?? '';
    const drawn = results.map((result) => result[name] ?? []);
    expect(drawn.every((each) => each.length === perDraw)).toBe(true);
    const counted = values.map(({ tNumber }) => {
      const nths = drawn.flatMap((each, nth) => (each.includes(tNumber) ? [nth] : []));
      const recentTimes = nths.filter((nth) => nth < 50).length;
      return { tNumber, times: nths.length, recentTimes, drawsAgo: nths[0] ?? null };
    });
    expect(
      values.map(({ tNumber, times, recentTimes, drawsAgo }) => ({ tNumber, times, recentTimes, drawsAgo })),
    ).toEqual(counted);
    expect(values.reduce((sum, { times }) => sum + times, 0)).toBe(perDraw * results.length);
  }
}

describe('draws/statistics', () => {
  it.each(gameIds)('counts the generated past draws of %s', (gameId) => expectCounted(gameId));

  it('returns all possible values of each part of a result, in their natural order', async () => {
    const { parts } = await statisticsOf('jackpot');
    const balls = Array.from({ length: 49 }, (_, index) => String(index + 1));
    expect(parts.map(({ values }) => values.map(({ tNumber }) => tNumber))).toEqual([balls, balls]);
    const [first] = (await statisticsOf('symbols')).parts;
    expect(first?.values[0]).toMatchObject({
      tNumber: 'lotus',
      isImage: true,
      resultUrl: '/symbols/lotus.svg',
    });
    const [numbers] = (await statisticsOf('jaldi')).parts;
    expect(numbers?.values.slice(0, 3).map(({ colorKey }) => colorKey)).toEqual(['violet', 'green', 'red']);
  });

  it('counts a new draw in the transaction that publishes it', async () => {
    const before = await statisticsOf('jaldi');
    const { number, at } = await drawNextJaldi(platform);
    const after = await statisticsOf('jaldi');
    expect(after).toMatchObject({
      lastDrawNumber: number,
      lastDrawDate: at,
      firstDrawDate: before.firstDrawDate,
    });
    expect(after.draws).toBeGreaterThan(before.draws);
    await expectCounted('jaldi');
    await expectCounted('symbols');
  });
});

describe('statistics of a game', () => {
  it('reflect a correction of the newest draw and of an old draw', async () => {
    const { number } = await drawNextJaldi(platform);
    for (const drawNumber of [number, number - 700]) {
      const drawId = `jaldi-${drawNumber}`;
      const drawn = await drawnOf(drawId);
      const before = await statisticsOf('jaldi');
      await correct(platform, { drawId, drawn: jaldiDrawn((drawn + 3) % 10) });
      const after = await statisticsOf('jaldi');
      expect(after.parts[0]?.values[drawn]?.times).toBe((before.parts[0]?.values[drawn]?.times ?? 0) - 1);
      await expectCounted('jaldi');
    }
  });

  it('stay unchanged if only the amounts of a draw are corrected', async () => {
    const { number } = await drawNextJaldi(platform);
    const before = await statisticsOf('jaldi');
    await correct(platform, { drawId: `jaldi-${number}`, amounts: [{ prizeNo: 1, amountMinor: 100_00 }] });
    expect(await statisticsOf('jaldi')).toEqual(before);
  });

  it('omit void draws, also after the next draws are published', async () => {
    const { number } = await drawNextJaldi(platform);
    for (const drawNumber of [number, number - 1, number - 500]) {
      const { draws } = await statisticsOf('jaldi');
      await annul(platform, { drawId: `jaldi-${drawNumber}` });
      expect((await statisticsOf('jaldi')).draws).toBe(draws - 1);
      await expectCounted('jaldi');
    }
    await drawNextJaldi(platform);
    await expectCounted('jaldi');
  });

  it('do not count a value as drawn if one correction added the value and the next correction removed it', async () => {
    const [newest] = await queryDatabase<{ draw_id: string; drawn: string[] }>(
      platform.databaseUrl,
      `select draw_id, drawn from draws where game_id = 'jackpot' and status = 'published'
       order by draw_number desc limit 1`,
    );
    const { draw_id: drawId = '', drawn = [] } = newest ?? {};
    const [main] = (await statisticsOf('jackpot')).parts;
    const fresh =
      main?.values.find(({ times, tNumber }) => times === 0 && !drawn.includes(tNumber))?.tNumber ?? '';
    await correct(platform, { drawId, drawn: [fresh, ...drawn.slice(1)] });
    await expectCounted('jackpot');
    await correct(platform, { drawId, drawn });
    const [restored] = (await statisticsOf('jackpot')).parts;
    expect(restored?.values.find(({ tNumber }) => tNumber === fresh)).toMatchObject({
      times: 0,
      drawsAgo: null,
    });
    await expectCounted('jackpot');
  });
});

describe('database that was filled before statistics existed', () => {
  it('gets its statistics in the background while draws are published and corrected', async () => {
    await queryDatabase(platform.databaseUrl, 'delete from drawn_values');
    await queryDatabase(platform.databaseUrl, 'delete from draw_statistics');
    expect(await statisticsOf('keno')).toMatchObject({ draws: 0, lastDrawNumber: null, firstDrawDate: null });
    const { number } = await drawNextJaldi(platform);
    const { draws } = await statisticsOf('jaldi');
    expect(draws).toBeGreaterThan(0);
    expect(draws).toBeLessThanOrEqual(2 * drawsPerBatch);
    const drawId = `jaldi-${number}`;
    await correct(platform, { drawId, drawn: jaldiDrawn(((await drawnOf(drawId)) + 1) % 10) });
    await annul(platform, { drawId: `jaldi-${number - 5}` });
    await platform.deps.housekeeping.run();
    for (const gameId of gameIds) await expectCounted(gameId);
    await drawNextJaldi(platform);
    await expectCounted('jaldi');
  });
});
