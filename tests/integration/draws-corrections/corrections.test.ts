import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { correctResult } from '../../../platform/draws/corrections/service.ts';
import { queryDatabase } from '../../helpers/database.ts';
import type { FundedPlayerOptions } from '../../helpers/funded-player.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import {
  annul,
  claimOf,
  correct,
  drawnHalves,
  expectClean,
  type Half,
  houseOf,
  jaldiDrawn,
  numberPrize,
  resultOf,
  stakeMinor,
  transactionNotices,
  tryCorrect,
  tryVoid,
  why,
} from './plays.ts';

/** A Saturday, 17:32 in Kolkata. */
const now = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ now, historyDays: 8 });
  await platform.deps.engine.tick();
});
afterAll(() => platform?.stop());

function rows<R extends Record<string, unknown>>(text: string, values: unknown[] = []) {
  return queryDatabase<R>(platform.databaseUrl, text, values);
}

async function verify(drawId: string) {
  const { body } = await platform.call('draws/verify', { drawId });
  if (!body.success) throw new Error('no such draw');
  return body.data;
}

function drawn(change?: FundedPlayerOptions) {
  return drawnHalves(platform, change);
}

function claim(half: Half) {
  return claimOf(platform, half);
}

describe('correction of a result', () => {
  it('moves the prize to the right player', async () => {
    const { winner, loser, drawId, number, result, first, across } = await drawn();
    expect([await winner.player.holds('winnings'), await loser.player.holds('winnings')]).toEqual([
      numberPrize,
      0,
    ]);
    const reason = 'The wheel was read upside down.';
    const summary = await correct(platform, { drawId, drawn: jaldiDrawn(across), reason });
    expect(summary).toMatchObject({
      kind: 'corrected',
      no: 1,
      before: { drawn: jaldiDrawn(first), paidMinor: result.paidTotal },
      after: { drawn: jaldiDrawn(across) },
      paid: { accounts: 1 },
      takenBack: { accounts: 1 },
      refunded: { accounts: 0, seeded: 0, amountMinor: 0 },
      writtenOff: [],
      potDifferenceMinor: 0,
    });
    expect(summary.paid.amountMinor - summary.takenBack.amountMinor).toBe(
      summary.after.paidMinor - summary.before.paidMinor,
    );
    expect([await winner.player.holds('winnings'), await loser.player.holds('winnings')]).toEqual([
      0,
      numberPrize,
    ]);

    const shown = await resultOf(platform, 'jaldi', number);
    expect(shown).toMatchObject({
      winnersTotal: summary.after.winnersTotal,
      paidTotal: summary.after.paidMinor,
      correction: {
        kind: 'corrected',
        no: 1,
        at: platform.clock.now().toISOString(),
        reason,
        drawnBefore: jaldiDrawn(first),
        numbersBefore: result.resultNumber.tNumbers,
      },
    });
    expect(shown.resultNumber.tNumbers.map(({ tNumber }) => tNumber)).toEqual(jaldiDrawn(across));
    // The corrected numbers no longer follow from the seed. The verification reports this difference.
    expect(await verify(drawId)).toMatchObject({
      drawn: jaldiDrawn(across),
      drawnBySeed: jaldiDrawn(first),
      verified: false,
      correction: { drawnBefore: jaldiDrawn(first) },
    });

    expect(await claim(winner)).toMatchObject({
      status: 'no_win',
      wonAmount: 0,
      prizes: [],
      correction: { kind: 'corrected', reason },
    });
    expect(await claim(loser)).toMatchObject({
      status: 'paid',
      wonAmount: numberPrize,
      correction: { kind: 'corrected', reason },
    });
    const about = `A result was corrected: Golden Jaldi, draw ${number}: the published result was wrong and has been corrected.`;
    expect(await transactionNotices(winner.player)).toContain(
      `${about} ₹77 was taken back from your winnings. Reason: ${reason}`,
    );
    expect(await transactionNotices(loser.player)).toEqual([
      `${about} ₹77 was paid into your winnings. Reason: ${reason}`,
    ]);

    // A second correction restores the numbers of the seed. As `drawnBefore`, the result shows the numbers that were
    // published first, and not those of the first correction.
    await correct(platform, { drawId, drawn: 'seed', reason: 'It was right after all.' });
    expect(await verify(drawId)).toMatchObject({ verified: true, correction: { no: 2, kind: 'corrected' } });
    expect(await winner.player.holds('winnings')).toBe(numberPrize);
    expect((await resultOf(platform, 'jaldi', number)).correction?.drawnBefore).toEqual(jaldiDrawn(first));
    await expectClean(platform);
  });

  it('makes the house pay the part of a prize that the player has already spent', async () => {
    const { winner, loser, drawId, number, across, first } = await drawn();
    const more = await correct(platform, { drawId, amounts: [{ prizeNo: 1, amountMinor: 100_00 }] });
    expect(more.after.drawn).toEqual(jaldiDrawn(first));
    expect(await winner.player.holds('winnings')).toBe(100_00);
    expect((await resultOf(platform, 'jaldi', number)).firstPrizeDetail.prizeAmount).toBe(100_00);

    // The winner spends 80 rupees of the prize of 100 rupees, so the correction can take back only 20.
    await platform.deps.ledger.post({
      key: `test:${drawId}`,
      kind: 'correction',
      currencyCode: 'INR',
      reference: {},
      sides: [
        { owner: `player:${winner.player.accountId}`, bucket: 'winnings', amountMinor: -80_00 },
        { owner: 'house', bucket: 'sales', amountMinor: 80_00 },
      ],
    });
    const house = await houseOf(platform);
    const lost = await correct(platform, { drawId, drawn: jaldiDrawn(across) });
    expect(lost.writtenOff).toEqual([{ owner: `player:${winner.player.accountId}`, amountMinor: 80_00 }]);
    expect(await winner.player.holds('winnings')).toBe(0);
    expect(await winner.player.holds('deposit')).toBe(1000_00 - stakeMinor);
    // The correction makes the other player the winner of the prize of 100 rupees.
    expect(await loser.player.holds('winnings')).toBe(100_00);
    expect((await houseOf(platform))['corrections']).toBe((house['corrections'] ?? 0) - 80_00);

    // A second correction gives the prize of 100 rupees to the first player again. The first correction took back only
    // 20 rupees, so the house now pays only 20 and no longer has a loss.
    await correct(platform, { drawId, drawn: jaldiDrawn(first) });
    expect(await winner.player.holds('winnings')).toBe(20_00);
    expect(await loser.player.holds('winnings')).toBe(0);
    expect((await houseOf(platform))['corrections']).toBe(house['corrections'] ?? 0);
    await expectClean(platform);
  });

  it('is rejected if the new result equals the old one or is impossible', async () => {
    const { drawId, first } = await drawn();
    const say = (change: Partial<Parameters<typeof tryCorrect>[1]>) =>
      why(tryCorrect(platform, { drawId, ...change }));
    expect(await say({})).toMatch(/nothing would change/);
    expect(await say({ drawn: 'seed' })).toMatch(/nothing would change/);
    expect(await say({ drawn: [String(first), 'pink'] })).toMatch(/a number from 0 to 9/);
    expect(await say({ drawn: ['10', 'red'] })).toMatch(/a number from 0 to 9/);
    expect(await say({ amounts: [{ prizeNo: 9, amountMinor: 1 }] })).toMatch(/no prize 9/);
    expect(await say({ amounts: [{ prizeNo: 1, amountMinor: -1 }] })).toMatch(/not an amount/);
    expect(await say({ drawn: jaldiDrawn((first + 1) % 10), reason: ' ' })).toMatch(/reason/);
    expect(await say({ drawId: 'jaldi-1' })).toMatch(/is not a draw/);
    expect(await say({ drawId: "keno'; --" })).toMatch(/is not a draw/);
    const upcoming = await platform.call('upcomingDraw', { action: 'upcomingDraw' });
    const [next] = upcoming.body.success ? upcoming.body.data.gameList : [];
    expect(await say({ drawId: next?.drawId ?? '' })).toMatch(/no result yet/);
    expect(await why(tryVoid(platform, { drawId: next?.drawId ?? '' }))).toMatch(/no result yet/);
    expect((await verify(drawId)).correction).toBeNull();
  });

  it('changes nothing if its transaction is rolled back', async () => {
    const { winner, drawId, across } = await drawn();
    const before = await rows('select * from draws where draw_id = $1', [drawId]);
    const { deps } = platform;
    const dry = deps.database.db.transaction(async (tx) => {
      const outcome = await correctResult({ ...deps, timeZone: deps.config.timeZone }, tx, {
        drawId,
        drawn: jaldiDrawn(across),
        reason: 'Only looking.',
        by: 'an operator',
      });
      expect(outcome).toMatchObject({ kind: 'done', summary: { takenBack: { accounts: 1 } } });
      tx.rollback();
    });
    await expect(dry).rejects.toThrow(/rollback/i);
    expect(await rows('select * from draws where draw_id = $1', [drawId])).toEqual(before);
    expect(await winner.player.holds('winnings')).toBe(numberPrize);
    await expectClean(platform);
  });

  it('leaves a record that cannot be changed or deleted', async () => {
    for (const text of [
      "update draw_corrections set reason = 'nothing happened'",
      'delete from draw_corrections',
      'truncate draw_corrections',
    ])
      await expect(rows(text), text).rejects.toThrow(/only added/);
  });
});

describe('voiding of a draw', () => {
  it('refunds all stakes and takes prizes back', async () => {
    const funds = { 'casino-bonus': 20_00, deposit: 30_00, winnings: 50_00 };
    const { winner, loser, drawId, number, first } = await drawn({ funds });
    // The stake was paid with 20 rupees of the bonus, 30 of the deposit and 5 of the winnings.
    expect(await loser.player.holds('winnings')).toBe(45_00);
    const house = await houseOf(platform);
    const [draw] = await rows<{ sales: string; paid: string }>(
      'select sales_minor::text as sales, paid_minor::text as paid from draws where draw_id = $1',
      [drawId],
    );
    const reason = 'The draw was held before the close.';
    const summary = await annul(platform, { drawId, reason });
    expect(summary).toMatchObject({
      kind: 'voided',
      no: 1,
      refunded: { accounts: 2, amountMinor: Number(draw?.sales) },
      after: { drawn: jaldiDrawn(first), winnersTotal: 0, paidMinor: 0 },
      writtenOff: [],
    });
    for (const half of [winner, loser]) {
      for (const bucket of ['casino-bonus', 'deposit', 'winnings'] as const)
        expect(await half.player.holds(bucket), bucket).toBe(funds[bucket]);
      expect(await claim(half)).toMatchObject({
        status: 'voided',
        wonAmount: 0,
        prizes: [],
        totalPrice: stakeMinor,
        correction: { kind: 'voided', reason },
      });
    }
    const after = await houseOf(platform);
    expect((after['sales'] ?? 0) - (house['sales'] ?? 0)).toBe(-Number(draw?.sales));
    expect((after['prizes'] ?? 0) - (house['prizes'] ?? 0)).toBe(Number(draw?.paid));
    expect(await transactionNotices(winner.player)).toContain(
      `A draw is void: Golden Jaldi, draw ${number} does not count. Your stake of ₹55 is back in your wallet. A prize of ₹77 was taken back from your winnings. Reason: ${reason}`,
    );
    expect(await transactionNotices(loser.player)).toEqual([
      `A draw is void: Golden Jaldi, draw ${number} does not count. Your stake of ₹55 is back in your wallet. Reason: ${reason}`,
    ]);
    expect(await resultOf(platform, 'jaldi', number)).toMatchObject({
      winnersTotal: 0,
      paidTotal: 0,
      correction: { kind: 'voided', drawnBefore: jaldiDrawn(first) },
    });
    // Voiding does not change the numbers, so they still follow from the seed.
    expect(await verify(drawId)).toMatchObject({ verified: true, correction: { kind: 'voided' } });
    expect(await tryVoid(platform, { drawId })).toMatchObject({ kind: 'refused' });
    expect(await tryCorrect(platform, { drawId, drawn: jaldiDrawn(0) })).toMatchObject({ kind: 'refused' });
    await expectClean(platform);
  });

  it('removes the draw from the list of winners and from the top wins of the day', async () => {
    const [best] = await rows<{ draw_id: string; amount: number; day: string }>(
      `select draw_id, (top_win ->> 'amountMinor')::int as amount, (draw_at at time zone 'Asia/Kolkata')::date::text as day
       from draws where game_id = 'keno' and top_win is not null and posted_at is null
       order by amount desc, draw_at desc limit 1`,
    );
    if (!best) throw new Error('nobody has won');
    const topOf = async () => {
      const { body } = await platform.call('winners', { lastestGameId: 'keno' });
      return body.success ? body.data.topWinners.map(({ drawNumber }) => `keno-${drawNumber}`) : [];
    };
    expect((await topOf())[0]).toBe(best.draw_id);
    // The draw's prizes are not posted yet. Voiding must post the prizes first, because it can take back only posted
    // prizes.
    const summary = await annul(platform, { drawId: best.draw_id });
    expect(summary.takenBack.amountMinor).toBe(summary.before.paidMinor);
    expect(await topOf()).not.toContain(best.draw_id);
    const [day] = await rows<{ top: string[]; wins: number }>(
      `select jsonb_path_query_array(top_wins, '$[*].drawNumber') as top, jsonb_array_length(top_wins) as wins
       from game_days where game_id = 'keno' and day = $1`,
      [best.day],
    );
    expect(day?.top.map((each) => `keno-${each}`)).not.toContain(best.draw_id);
    expect(day?.wins).toBe(20);
    await expectClean(platform);
  });
});
