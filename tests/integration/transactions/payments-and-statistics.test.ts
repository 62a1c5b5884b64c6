import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { voidResult } from '../../../platform/draws/corrections/service.ts';
import type { FundedPlayer } from '../../helpers/funded-player.ts';
import type { Drawn } from '../../helpers/next-draw.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { dataOf } from '../../helpers/player-actions.ts';
import { allTransactions } from './all-pages.ts';
import { after, hostile, playStory, storyStart } from './story.ts';

const price = 11_00;
let platform: TestPlatform;
let player: FundedPlayer;
let drawn: [Drawn, Drawn];
beforeAll(async () => {
  platform = await startPlatform({ now: storyStart, catalogue: gamesOf('jaldi', 'symbols') });
  ({ player, drawn } = await playStory(platform));
}, 120_000);
afterAll(() => platform?.stop());

describe('summaries of deposits and withdrawals', () => {
  it('list each deposit with its state', async () => {
    const all = await dataOf(player, 'transaction/depositSummary', {});
    expect(new Map(all.deposits.map(({ amount, status }) => [amount, status]))).toEqual(
      new Map([
        [1000_00, 'approved'],
        [200_00, 'declined'],
      ]),
    );
    expect(all.totals).toEqual({
      created: { count: 0, amount: 0 },
      approved: { count: 1, amount: 1000_00 },
      returned: { count: 0, amount: 0 },
      declined: { count: 1, amount: 200_00 },
      cancelled: { count: 0, amount: 0 },
    });
    const approved = await dataOf(player, 'transaction/depositSummary', { status: 'approved', limit: 1 });
    expect(approved).toMatchObject({ cursor: null, totals: all.totals });
    expect(approved.deposits).toEqual(all.deposits.filter(({ status }) => status === 'approved'));
    const none = await dataOf(player, 'transaction/depositSummary', after);
    expect([none.deposits, none.totals.approved]).toEqual([[], { count: 0, amount: 0 }]);
  });

  it('list each withdrawal with its state and the reason for a refusal', async () => {
    const first = await dataOf(player, 'transaction/withdrawSummary', { limit: 1 });
    const second = await dataOf(player, 'transaction/withdrawSummary', {
      limit: 1,
      cursor: first.cursor ?? '',
    });
    expect(second.cursor).toBeNull();
    const all = [...first.withdrawals, ...second.withdrawals];
    expect(new Map(all.map(({ amount, state, reason }) => [amount, [state, reason]]))).toEqual(
      new Map([
        [500_00, ['paid', null]],
        [600_00, ['refused', hostile]],
      ]),
    );
    expect(first.totals).toEqual({
      requested: { count: 0, amount: 0 },
      approved: { count: 0, amount: 0 },
      sending: { count: 0, amount: 0 },
      sent: { count: 0, amount: 0 },
      paid: { count: 1, amount: 500_00 },
      refused: { count: 1, amount: 600_00 },
      declined: { count: 0, amount: 0 },
    });
  });
});
it('a player’s statistics match the player’s tickets and payments', async () => {
  const statistics = await dataOf(player, 'transaction/getPlayerStatistics', {});
  const { purchases } = await dataOf(player, 'transaction/purchaseSummary', { limit: 100 });
  const sum = (part: (row: (typeof purchases)[number]) => number, of = purchases) =>
    of.reduce((total, row) => total + part(row), 0);
  const played = (of = purchases) => {
    const [stake, won] = [sum((row) => row.totalPrice, of), sum((row) => row.wonAmount, of)];
    return { purchases: of.length, lines: sum((row) => row.lines.length, of), stake, won, net: won - stake };
  };
  expect(statistics.total).toEqual(played());
  expect(statistics.open).toEqual({ purchases: 1, stake: price });
  expect(statistics.byGame.map(({ gameId }) => gameId)).toEqual(['jaldi', 'symbols']);
  for (const { gameId, gameName: _name, ...of } of statistics.byGame)
    expect(of).toEqual(played(purchases.filter((row) => row.gameId === gameId)));
  expect(statistics.byMonth[0]).toEqual({ month: '2026-11', ...played() });
  expect(statistics.byMonth[11]).toEqual({ month: '2025-12', ...played([]) });
  const { draws } = await dataOf(player, 'transaction/gameHistorySummary', {});
  const prizes = draws.flatMap(({ lines }) => lines.map(({ wonAmount }) => wonAmount));
  expect(statistics.biggestWin?.amount).toBe(Math.max(...prizes));
  expect(statistics).toMatchObject({
    deposited: { count: 1, amount: 1000_00 },
    withdrawn: { count: 1, amount: 500_00 },
    withdrawing: { count: 0, amount: 0 },
  });
});

it('a player’s statistics omit the tickets of a voided draw', async () => {
  const ahead = await dataOf(player, 'transaction/getPlayerStatistics', {});
  const { deps } = platform;
  const order = { drawId: `jaldi-${drawn[0].number}`, reason: 'A fault of the machine.', by: 'an operator' };
  const outcome = await deps.database.db.transaction((tx) =>
    voidResult({ ...deps, timeZone: deps.config.timeZone }, tx, order),
  );
  expect(outcome.kind).toBe('done');
  const { purchases } = await dataOf(player, 'transaction/purchaseSummary', {});
  const voided = purchases.filter(({ drawNumber }) => drawNumber === drawn[0].number);
  expect(voided.map(({ state, wonAmount }) => [state, wonAmount])).toEqual([['voided', 0]]);
  const only = await dataOf(player, 'transaction/purchaseSummary', { outcome: 'voided' });
  expect(only.purchases).toEqual(voided);
  const { draws } = await dataOf(player, 'transaction/gameHistorySummary', {});
  const played = draws.find(({ drawNumber, gameId }) => gameId === 'jaldi' && drawNumber === drawn[0].number);
  expect(played).toMatchObject({ state: 'voided', wonAmount: 0 });
  expect(played?.lines.some(({ prizeName, wonAmount }) => prizeName !== null || wonAmount > 0)).toBe(false);
  const newest = (await allTransactions(player)).find(({ kind }) => kind === 'correction');
  expect(newest).toMatchObject({ amount: 10 * price - 77_00, drawNumber: drawn[0].number });
  const { total, biggestWin } = await dataOf(player, 'transaction/getPlayerStatistics', {});
  expect([ahead.total.stake - total.stake, ahead.total.won - total.won]).toEqual([10 * price, 77_00]);
  expect(biggestWin?.drawNumber).not.toBe(drawn[0].number);
});
