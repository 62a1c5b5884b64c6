import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postPastDraw } from '../../../platform/draws/post-draw.ts';
import { findDraw } from '../../../platform/draws/repository.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { annul, correct, expectClean, houseOf, tryCorrect } from './plays.ts';

/** A Saturday, 17:32 in Kolkata. The jackpot was drawn a week ago and on Wednesday, and is drawn again tonight. */
const now = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ now, historyDays: 8, catalogue: gamesOf('jackpot') });
  await platform.deps.engine.tick();
});
afterAll(() => platform?.stop());

function rows<R extends Record<string, unknown>>(text: string, values: unknown[] = []) {
  return queryDatabase<R>(platform.databaseUrl, text, values);
}

interface JackpotRow extends Record<string, unknown> {
  draw_id: string;
  draw_number: number;
  pot: string;
  carry: string;
  sales: string;
  status: string;
}

function jackpots() {
  return rows<JackpotRow>(
    `select draw_id, draw_number, pot_minor::text as pot, carry_minor::text as carry, sales_minor::text as sales,
       status from draws where game_id = 'jackpot' order by draw_number`,
  );
}

/** Returns the numbers of a sold line in the format of drawn numbers, so that a correction can make the line win. */
async function someLine(drawId: string): Promise<string[]> {
  const [ticket] = await rows<{ line: number[] }>(
    'select line from tickets where draw_id = $1 order by receipt_number limit 1',
    [drawId],
  );
  const line = (ticket?.line ?? []).map(String);
  const bonus = ['1', '2', '3', '4', '5', '6', '7'].find((ball) => !line.includes(ball));
  return [...line, bonus ?? ''];
}

async function upcomingJackpot() {
  const { body } = await platform.call('upcomingDraw', { action: 'upcomingDraw' });
  return body.success && body.data.gameList.find(({ gameId }) => gameId === 'jackpot')?.jackpotAmount;
}

describe('correction of a jackpot draw', () => {
  it('cannot replace the pot by a fixed amount', async () => {
    const [first] = await jackpots();
    const asked = { drawId: first?.draw_id ?? '', amounts: [{ prizeNo: 1, amountMinor: 1 }] };
    expect(await tryCorrect(platform, asked)).toMatchObject({
      kind: 'refused',
      why: expect.stringMatching(/shares the pot/),
    });
  });

  it('changes the pot of the next draw, unless that draw has already been held', async () => {
    const [earlier, newest, another] = (await jackpots()).filter(({ status }) => status === 'published');
    if (!earlier || !newest || another) throw new Error('two draws of the jackpot are looked for');
    const { database, ledger, clock } = platform.deps;
    const [game] = gamesOf('jackpot');
    for (const each of [earlier, newest])
      await database.db.transaction(async (tx) => {
        const row = await findDraw(tx, each.draw_id);
        if (row && game) await postPastDraw(tx, { ledger, game, now: clock.now() }, row);
      });
    const house = await houseOf(platform);

    const won = await correct(platform, { drawId: newest.draw_id, drawn: await someLine(newest.draw_id) });
    const start = 40_000_000_00;
    const share = Math.floor((Number(newest.sales) * 300) / 1000);
    const prizes = won.after.prizes.find(({ prizeNo }) => prizeNo === 1);
    const rest = Number(newest.pot) - (prizes?.amountMinor ?? 0) * (prizes?.winners ?? 0);
    expect(prizes?.winners).toBeGreaterThan(0);
    expect(won.after).toMatchObject({ rollsOver: false, carryMinor: rest + start + share });
    expect(await upcomingJackpot()).toBe(rest + start + share);
    const afterWon = await houseOf(platform);
    expect((afterWon['jackpot:jackpot'] ?? 0) - (house['jackpot:jackpot'] ?? 0)).toBe(
      won.after.carryMinor - won.before.carryMinor,
    );

    // A voided draw carries its pot over as if nobody had played. The next draw has already taken place, so the pot of
    // the next draw does not change. The house pays the difference.
    const late = await annul(platform, { drawId: earlier.draw_id });
    expect(late.after).toMatchObject({
      carryMinor: Number(earlier.carry),
      carryByRulesMinor: Number(earlier.pot),
    });
    expect(late.potDifferenceMinor).toBe(Number(earlier.pot) - Number(earlier.carry));
    expect(late.potDifferenceMinor).toBeLessThan(0);
    const afterLate = await houseOf(platform);
    expect(afterLate['jackpot:jackpot']).toBe(afterWon['jackpot:jackpot']);
    expect((afterLate['corrections'] ?? 0) - (afterWon['corrections'] ?? 0)).toBe(late.potDifferenceMinor);
    expect(await upcomingJackpot()).toBe(rest + start + share);

    await annul(platform, { drawId: newest.draw_id });
    expect(await upcomingJackpot()).toBe(Number(newest.pot));
    const end = await houseOf(platform);
    expect(end['jackpot:jackpot']).toBe(Number(newest.pot));
    expect((end['sales'] ?? 0) - (house['sales'] ?? 0)).toBe(-Number(earlier.sales) - Number(newest.sales));
    await expectClean(platform);
  });
});
