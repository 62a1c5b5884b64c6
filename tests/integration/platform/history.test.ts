import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../platform/games/catalogue.ts';
import { slotsBetween } from '../../../shared/domain/schedule.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';

const NOW = new Date('2026-11-21T12:02:00Z');
const DAYS = 15;
let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ now: NOW, historyDays: DAYS });
});
afterAll(() => platform?.stop());

const query = <R extends Record<string, unknown>>(text: string): Promise<R[]> =>
  queryDatabase<R>(platform.databaseUrl, text);

describe('generated draw history', () => {
  it('contains every draw of every game in the last 15 days', async () => {
    const rows = await query<{ game_id: string; numbers: number[] }>(
      'select game_id, array_agg(draw_number order by draw_number) as numbers from draws group by game_id',
    );
    const from = new Date(NOW.getTime() - DAYS * 86_400_000);
    for (const game of catalogue) {
      const wanted = slotsBetween(game.schedule, from, NOW, 'Asia/Kolkata').map((slot) => slot.number);
      expect(rows.find((row) => row.game_id === game.gameId)?.numbers).toEqual(wanted);
    }
  });

  it('carries the jackpot game’s pot over from each draw to the next', async () => {
    const rows = await query<{ pot: number; carry: number; sales: number; over: boolean }>(
      `select pot_minor::float8 as pot, carry_minor::float8 as carry, sales_minor::float8 as sales, rolls_over as over
       from draws where game_id = 'jackpot' order by draw_number`,
    );
    const jackpot = catalogue.find((game) => game.gameId === 'jackpot')?.jackpot;
    const pots = rows.map((row) => row.pot);
    expect(pots).toEqual([jackpot?.startMinor, ...rows.slice(0, -1).map((row) => row.carry)]);
    const rolled = rows.filter((row) => row.over);
    const share = (sales: number) => Math.floor((sales * (jackpot?.sharePermille ?? 0)) / 1000);
    expect(rolled.map((row) => row.carry)).toEqual(rolled.map((row) => row.pot + share(row.sales)));
    expect(rows.length).toBeGreaterThanOrEqual(4);
  });

  it('has winners and prizes that match its tickets', async () => {
    const [sums] = await query<Record<string, number>>(
      `select (select count(*)::int from tickets) as tickets, (select sum(tickets_total)::int from draws) as counted,
       (select count(*)::int from wins) as wins, (select sum(winners_total)::int from draws) as winners,
       (select sum(winning_tickets)::int from game_days) as day_winners,
       (select sum(amount_minor)::float8 from wins) as won, (select sum(paid_minor)::float8 from draws) as paid,
       (select sum(paid_minor)::float8 from game_days) as day_paid,
       (select count(*)::int from wins left join tickets using (draw_id, receipt_number, line_no) where line is null) as strangers`,
    );
    expect(sums?.['tickets']).toBeGreaterThan(50_000);
    expect(sums?.['counted']).toBe(sums?.['tickets']);
    expect(sums?.['winners']).toBe(sums?.['wins']);
    expect(sums?.['day_winners']).toBe(sums?.['wins']);
    expect(sums?.['paid']).toBe(sums?.['won']);
    expect(sums?.['day_paid']).toBe(sums?.['won']);
    expect(sums?.['strangers']).toBe(0);
  });

  it('records the time of its generation as the commitment time of every draw', async () => {
    const rows = await query('select distinct committed_at, method from draws');
    expect(rows).toEqual([{ committed_at: NOW, method: 'golden-lotto/2' }]);
  });

  it('is not generated again when a second platform starts', async () => {
    const second = await startPlatform({ now: NOW, historyDays: DAYS, beside: platform });
    await second.stop();
    const [row] = await query<{ count: number }>(
      "select count(*)::int as count from draws where status = 'published'",
    );
    expect(row?.count).toBeGreaterThan(6000);
  });

  it('passes verification of seed, commitment and numbers for every game', async () => {
    for (const game of catalogue) {
      const [row] = await query<{ draw_id: string }>(
        `select draw_id from draws where game_id = '${game.gameId}' order by draw_number desc limit 1`,
      );
      const { body } = await platform.call('draws/verify', { drawId: row?.draw_id ?? '' });
      expect(body).toMatchObject({ success: true, data: { verified: true } });
    }
  });

  // An independent Python implementation computed the expected numbers for the seed below and a draw without tickets.
  it.each([
    ['golden-lotto/1', '["1","30","6","3","23"]'],
    ['golden-lotto/2', '["15","26","27","4","25"]'],
  ])('passes verification for a draw that uses the method %s', async (method, drawn) => {
    const seed = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
    await query(`update draws set method = '${method}', seed = '${seed}', drawn = '${drawn}', tickets_total = 0,
        tickets_root = encode(sha256(''), 'hex'), commitment = encode(sha256(decode('${seed}', 'hex')), 'hex')
      where draw_id = 'daily-321'`);
    const { body } = await platform.call('draws/verify', { drawId: 'daily-321' });
    expect(body).toMatchObject({ success: true, data: { drawFunction: method, verified: true } });
  });

  it('fails verification after a seed or a drawn number is changed', async () => {
    await query("update draws set seed = repeat('ab', 32) where draw_id = 'daily-320'");
    await query(`update draws set drawn = '["1","2","3","4","5"]' where draw_id = 'daily-321'`);
    for (const drawId of ['daily-320', 'daily-321']) {
      const { body } = await platform.call('draws/verify', { drawId });
      expect(body).toMatchObject({ success: true, data: { drawId, verified: false } });
    }
  });

  it('continues without a gap in the future draws', async () => {
    await platform.deps.engine.tick();
    const gaps = await query(
      `select game_id from draws group by game_id having max(draw_number) - min(draw_number) + 1 <> count(*)`,
    );
    expect(gaps).toEqual([]);
    const [first] = await query<{ pot: number; carry: number }>(
      `select carry_minor::float8 as carry from draws where game_id = 'jackpot' and status = 'published' order by draw_number desc limit 1`,
    );
    const { body } = await platform.call('upcomingDraw', { action: 'upcomingDraw' });
    const upcoming = body.success ? body.data.gameList : [];
    expect(upcoming.map((draw) => draw.gameId).toSorted()).toEqual(
      catalogue.map((game) => game.gameId).toSorted(),
    );
    expect(upcoming.find((draw) => draw.gameId === 'jackpot')?.jackpotAmount).toBe(first?.carry);
  });
});
