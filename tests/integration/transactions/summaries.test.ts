import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryDatabase } from '../../helpers/database.ts';
import { type FundedPlayer, fund } from '../../helpers/funded-player.ts';
import type { Drawn } from '../../helpers/next-draw.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { dataOf } from '../../helpers/player-actions.ts';
import { allDraws, allPurchases, allTransactions } from './all-pages.ts';
import { after, before, playStory, storyStart } from './story.ts';

const price = 11_00;

let platform: TestPlatform;
let player: FundedPlayer;
let stranger: FundedPlayer;
/** The Jaldi draws at 23:55 and at 00:00 of the next day. */
let drawn: [Drawn, Drawn];

function transactions(change = {}, limit = 3) {
  return allTransactions(player, change, limit);
}

function purchased(change = {}) {
  return allPurchases(player, change);
}

function history(change = {}) {
  return allDraws(player, change);
}

function sql<R extends Record<string, unknown>>(text: string, values: unknown[] = []) {
  return queryDatabase<R>(platform.databaseUrl, text, values);
}

beforeAll(async () => {
  platform = await startPlatform({ now: storyStart, catalogue: gamesOf('jaldi', 'symbols') });
  ({ player, stranger, drawn } = await playStory(platform));
}, 120_000);
afterAll(() => platform?.stop());

/**
 * Returns, for each kind of transfer, the sum of the ledger entries in some buckets of the player. `bucket` contains
 * the names of the buckets, separated by spaces.
 */
function booked(bucket: string) {
  return sql<{ kind: string; amount: string }>(
    `select kind, sum(amount_minor) as amount from ledger_entries join transfers using (transfer_id)
     join ledger_accounts using (account_id) where owner = $1 and bucket = any ($2::text[]) group by kind order by kind`,
    [`player:${player.accountId}`, bucket.split(' ')],
  ).then((rows) =>
    rows.map(({ kind, amount }) => [kind, Number(amount)]).filter(([, amount]) => amount !== 0),
  );
}

function byKind(rows: readonly { kind: string }[], part: (index: number) => number) {
  const sums = new Map<string, number>();
  for (const [index, { kind }] of rows.entries()) sums.set(kind, (sums.get(kind) ?? 0) + part(index));
  return [...sums].filter(([, amount]) => amount !== 0).sort(([one], [other]) => (one < other ? -1 : 1));
}

describe('call `transactionSummary`', () => {
  it('lists every kind of ledger transfer with the correct balances', async () => {
    const all = await transactions();
    expect(new Set(all.map(({ transactionId }) => transactionId)).size).toBe(all.length);
    const [money, points] = [
      all.filter(({ currencyCode }) => currencyCode === 'INR'),
      all.filter(({ currencyCode }) => currencyCode === 'PTS'),
    ];
    const play = 'deposit winnings casino-bonus';
    expect(byKind(money, (index) => money[index]?.amount ?? 0)).toEqual(await booked(play));
    expect(byKind(money, (index) => money[index]?.cashAmount ?? 0)).toEqual(await booked('deposit winnings'));
    expect(byKind(money, (index) => money[index]?.heldAmount ?? 0)).toEqual(await booked('held'));
    expect(byKind(points, (index) => points[index]?.amount ?? 0)).toEqual(await booked('loyalty'));
    for (const rows of [money, points]) {
      for (const [index, row] of rows.entries()) {
        const older = rows[index + 1];
        expect(row.totalBalance - row.amount).toBe(older?.totalBalance ?? 0);
        expect(row.totalCashBalance - row.cashAmount).toBe(older?.totalCashBalance ?? 0);
        expect(row.heldBalance - row.heldAmount).toBe(older?.heldBalance ?? 0);
        expect(row.lockedBonusBalance - row.lockedBonusAmount).toBe(older?.lockedBonusBalance ?? 0);
      }
    }
    const wallet = await dataOf(player, 'wallet', {});
    expect(money[0]).toMatchObject({
      totalBalance: wallet.totalBalance,
      totalCashBalance: wallet.totalCashBalance,
      heldBalance: wallet.heldBalance,
    });
    expect(points[0]?.totalBalance).toBe(wallet.loyaltyBalance);
  });

  it('returns the amounts, game, draw and receipt of each kind of transaction', async () => {
    const all = await transactions({}, 100);
    const first = (kind: string) => all.findLast((row) => row.kind === kind);
    expect(first('deposit')).toMatchObject({ amount: 1000_00, providerId: 'sandbox', gameId: null });
    const [bought] = await sql(
      'select receipt_number from purchases where account_id = $1 order by bought_at, receipt_number',
      [player.accountId],
    );
    expect(first('ticket')).toMatchObject({
      amount: -10 * price,
      cashAmount: -10 * price + 5_00,
      gameId: 'jaldi',
      gameName: 'Golden Jaldi',
      drawNumber: drawn[0].number,
      receiptNumber: bought?.['receipt_number'],
    });
    expect(first('prize')).toMatchObject({ gameId: 'jaldi', drawNumber: drawn[0].number });
    expect(first('withdrawal-hold')).toMatchObject({
      amount: -500_00,
      heldAmount: 500_00,
      heldBalance: 500_00,
    });
    expect(first('withdrawal-paid')).toMatchObject({ amount: 0, heldAmount: -500_00, heldBalance: 0 });
  });

  it('filters by day in the site’s time zone', async () => {
    const [early, late] = [await transactions(before), await transactions(after)];
    expect(
      early
        .map(({ at }) => at)
        .toSorted()
        .at(-1),
    ).toBe('2026-11-20T18:25:00.000Z');
    expect(late.map(({ at }) => at).toSorted()[0]).toBe('2026-11-20T18:30:00.000Z');
    expect([...late, ...early]).toEqual(await transactions());
    expect(await transactions({ from: '2026-11-01', to: '2026-11-19' })).toEqual([]);
  });

  it('filters by kind of transaction', async () => {
    const all = await transactions({}, 100);
    for (const kind of ['ticket', 'prize', 'loyalty', 'withdrawal-refused', 'referral'] as const) {
      const some = await transactions({ kind }, 2);
      expect(some).toEqual(all.filter((row) => row.kind === kind));
    }
  });

  it('lists each transaction once, even if new transactions are made while the client requests the pages', async () => {
    const all = await transactions({}, 100);
    const first = await dataOf(player, 'transaction/transactionSummary', { limit: 4 });
    const seen = [...first.transactions];
    for (let { cursor } = first; cursor !== null; ) {
      await fund(platform, player.accountId, 'deposit', 1_00);
      const next = await dataOf(player, 'transaction/transactionSummary', { limit: 4, cursor });
      seen.push(...next.transactions);
      cursor = next.cursor;
    }
    expect(seen).toEqual(all);
    expect((await transactions({}, 100)).length).toBeGreaterThan(all.length);
  });
});

describe('call `purchaseSummary`', () => {
  it('filters by outcome', async () => {
    const all = await purchased({});
    const isOf =
      (outcome: string) =>
      ({ state, wonAmount }: (typeof all)[number]) => {
        if (outcome === 'voided') return state === 'voided';
        if (outcome === 'open') return state === 'open' || state === 'pending';
        return state === 'drawn' && wonAmount > 0 === (outcome === 'won');
      };
    for (const outcome of ['open', 'won', 'lost', 'voided'] as const)
      expect([outcome, await purchased({ outcome })]).toEqual([outcome, all.filter(isOf(outcome))]);
    expect(all.some(isOf('open')) && all.some(isOf('won'))).toBe(true);
  });

  it('lists the lines, price and outcome of each purchase', async () => {
    const all = await purchased({});
    expect(all.map(({ gameId, state, lines }) => [gameId, state, lines.length])).toEqual([
      ['jaldi', 'open', 1],
      ['jaldi', 'drawn', 2],
      ...(all[2]?.gameId === 'symbols'
        ? [
            ['symbols', 'drawn', 1],
            ['jaldi', 'drawn', 10],
          ]
        : [
            ['jaldi', 'drawn', 10],
            ['symbols', 'drawn', 1],
          ]),
    ]);
    const ten = all.find(({ lines }) => lines.length === 10);
    expect(ten).toMatchObject({
      drawNumber: drawn[0].number,
      drawStartDate: drawn[0].at,
      ticketPrice: price,
      totalPrice: 10 * price,
      paidFrom: { bonus: 5_00, deposit: 10 * price - 5_00, winnings: 0 },
      wonAmount: 77_00,
      lines: Array.from({ length: 10 }, (_, number) => ({ number })),
    });
    const spent = all.reduce((sum, { totalPrice }) => sum + totalPrice, 0);
    expect([['ticket', -spent]]).toEqual(
      (await booked('deposit winnings casino-bonus')).filter(([kind]) => kind === 'ticket'),
    );
  });

  it('filters by day and game', async () => {
    expect((await purchased(before)).map(({ drawNumber }) => drawNumber)).toHaveLength(3);
    expect((await purchased(after)).map(({ state }) => state)).toEqual(['open']);
    expect((await purchased({ gameId: 'symbols' })).map(({ gameId }) => gameId)).toEqual(['symbols']);
    expect(await purchased({ gameId: 'keno' })).toEqual([]);
  });
});

describe('call `gameHistorySummary`', () => {
  it('returns the drawn numbers and the player’s prizes', async () => {
    const all = await history();
    expect(all.map(({ gameId, drawStartDate }) => [gameId, drawStartDate])).toEqual([
      ['symbols', drawn[1].at],
      ['jaldi', drawn[1].at],
      ['jaldi', drawn[0].at],
    ]);
    const [number, color] = all[2]?.tNumbers.map(({ tNumber }) => tNumber) ?? [];
    const lines = all[2]?.lines ?? [];
    expect(lines.map(({ lineNo }) => lineNo)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(lines.filter(({ wonAmount }) => wonAmount > 0)).toEqual([
      expect.objectContaining({
        line: { number: Number(number) },
        matched: [number],
        prizeNo: 1,
        prizeName: 'Number',
        wonAmount: 77_00,
      }),
    ]);
    expect(lines.filter(({ matched }) => matched.length > 0)).toHaveLength(1);
    expect(all[2]).toMatchObject({ totalPrice: 10 * price, wonAmount: 77_00, state: 'drawn' });
    expect(color).toMatch(/^[a-z]+$/);
  });

  it('filters by the day of the draw, not of the purchase', async () => {
    expect((await history(before)).map(({ drawNumber }) => drawNumber)).toEqual([drawn[0].number]);
    expect((await history(after)).map(({ gameId }) => gameId)).toEqual(['symbols', 'jaldi']);
    expect((await history({ ...after, gameId: 'jaldi' })).map(({ gameId }) => gameId)).toEqual(['jaldi']);
  });
});

it('no summary shows another player’s rows or accepts another player’s cursor', async () => {
  const own = await dataOf(stranger, 'transaction/purchaseSummary', {});
  expect(own.purchases.map(({ lines }) => lines)).toEqual([[{ number: 7 }, { color: 'red' }]]);
  const played = await dataOf(stranger, 'transaction/gameHistorySummary', {});
  expect(played.draws.map(({ drawNumber, lines }) => [drawNumber, lines.length])).toEqual([
    [drawn[0].number, 2],
  ]);
  const ledger = await dataOf(stranger, 'transaction/transactionSummary', {});
  const mine = new Set(
    (await transactions()).filter(({ kind }) => kind !== 'prize').map((row) => row.transactionId),
  );
  expect(ledger.transactions.filter(({ transactionId }) => mine.has(transactionId))).toEqual([]);
  for (const name of ['transaction/withdrawSummary', 'transaction/depositSummary'] as const)
    expect(JSON.stringify(await dataOf(stranger, name, {}))).not.toContain('sandbox');
  expect((await dataOf(stranger, 'transaction/getPlayerStatistics', {})).total.purchases).toBe(1);

  const { cursor } = await dataOf(player, 'transaction/transactionSummary', { limit: 1 });
  const taken = await stranger.call('transaction/transactionSummary', { limit: 1, cursor: cursor ?? '' });
  expect(taken.body).toMatchObject({ firstCode: '10400', data: { fields: { cursor: 'field.wrong' } } });
});
