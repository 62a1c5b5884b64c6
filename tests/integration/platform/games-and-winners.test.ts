import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../platform/games/catalogue.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';

/** The time is 17:32 on a Saturday in Kolkata. The raffle of 16:00 has been drawn, the jackpot of 20:30 has not. */
const NOW = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ now: NOW, historyDays: 8 });
  await platform.deps.engine.tick();
});
afterAll(() => platform?.stop());

describe('call `upcomingDraw`', () => {
  it('returns the next draw of each game and its commitment, soonest first', async () => {
    const { body } = await platform.call('upcomingDraw', { action: 'upcomingDraw' });
    const list = body.success ? body.data.gameList : [];
    expect(list.map(({ gameId }) => gameId).toSorted()).toEqual(
      catalogue.map(({ gameId }) => gameId).toSorted(),
    );
    const times = list.map(({ drawStartDate }) => drawStartDate);
    expect(times).toEqual(times.toSorted());
    expect(times.every((time) => time > NOW.toISOString())).toBe(true);
    expect(list.find(({ gameId }) => gameId === 'jackpot')?.drawStartDate).toBe('2026-11-21T15:00:00.000Z');
  });
});

describe('call `gameList`', () => {
  it('describes the tickets of each game in the same way as `draws/verify`', async () => {
    const { body } = await platform.call('gameList', {});
    if (!body.success) throw new Error('refused');
    expect(body.data.sales).toBe(true);
    for (const { gameId, drawParameters, maxLinesPerPurchase } of body.data.gameList) {
      const open = await platform.call('draws/open', { gameId });
      const drawId = open.body.success ? (open.body.data.draws[0]?.drawId ?? '') : '';
      const proof = await platform.call('draws/verify', { drawId });
      expect(proof.body).toMatchObject({ data: { gameId, drawParameters } });
      expect(maxLinesPerPurchase).toBe(50);
    }
  });
});

describe('draws/open', () => {
  it('returns, for one game, every draw on sale, each with its commitment', async () => {
    for (const { gameId } of catalogue) {
      const { body } = await platform.call('draws/open', { gameId });
      if (!body.success) throw new Error('refused');
      const rows = await queryDatabase<{ draw_id: string; commitment: string; method: string }>(
        platform.databaseUrl,
        `select draw_id, commitment, method from draws
         where game_id = '${gameId}' and status = 'open' order by draw_at limit 10`,
      );
      expect(rows.length).toBeGreaterThan(0);
      expect(
        body.data.draws.map(({ drawId, commitment, drawFunction }) => [drawId, commitment, drawFunction]),
      ).toEqual(rows.map(({ draw_id, commitment, method }) => [draw_id, commitment, method]));
    }
  });

  it('rejects an unknown game', async () => {
    const { status, body } = await platform.call('draws/open', { gameId: 'poker' });
    expect([status, body]).toEqual([
      400,
      { success: false, firstCode: '10400', data: { fields: { gameId: 'results.error_game' } } },
    ]);
  });
});

describe('call `winners`', () => {
  it('returns the largest and the newest wins under masked names', async () => {
    const { body } = await platform.call('winners', {});
    if (!body.success) throw new Error('refused');
    const { topWinners, recentWinners, totals } = body.data;
    const amounts = topWinners.map(({ prizeAmount }) => prizeAmount);
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
    const times = recentWinners.map(({ drawStartDate }) => drawStartDate);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(new Set(recentWinners.map(({ gameId }) => gameId)).size).toBeGreaterThan(3);
    const prices = new Map(catalogue.map((game) => [game.gameId, game.ticketPriceMinor]));
    const small = recentWinners.filter(
      ({ gameId, prizeAmount }) => prizeAmount < 5 * (prices.get(gameId) ?? 0),
    );
    expect(small).toEqual([]);
    for (const { alias } of [...topWinners, ...recentWinners]) expect(alias).toMatch(/^\p{L}{1,3}•+/u);
    expect(totals.largestPrize).toBe(amounts[0]);
    expect(totals.drawsHeld).toBeGreaterThan(3000);
    // Generated past draws are not counted as committed, because they have no commitment from before their sales.
    expect(totals.drawsCommitted).toBe(0);
  });

  it('returns only the wins of one game if the request names a game', async () => {
    const { body } = await platform.call('winners', { lastestGameId: 'symbols' });
    if (!body.success) throw new Error('refused');
    expect(body.data.topWinners.length).toBe(20);
    expect(
      [...body.data.topWinners, ...body.data.recentWinners].every(({ gameId }) => gameId === 'symbols'),
    ).toBe(true);
  });
});
