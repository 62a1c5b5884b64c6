import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { type FundedPlayer, fund, fundedPlayer } from '../../helpers/funded-player.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { code, nextDraw, now, price, purchasesOn, receipt } from './purchases.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ now });
  await platform.deps.engine.tick();
});
afterAll(() => platform?.stop());

const { order, unopenedDraw } = purchasesOn(() => platform);
const ticketsOf = (accountId: string) =>
  queryDatabase(platform.databaseUrl, 'select * from tickets where account_id = $1 order by line_no', [
    accountId,
  ]);
const sameLines = (count: number) => Array.from({ length: count }, () => ({ number: 3 }));
const check = () => checkLedger(platform.deps.database);
const rich = { funds: { deposit: 100_000_00 } };
const expectUntouched = async (player: FundedPlayer, currencyCode = 'INR') => {
  expect(await player.holds('deposit', currencyCode)).toBe(100_000_00);
  expect(await ticketsOf(player.accountId)).toEqual([]);
};

describe('purchase', () => {
  it('spends bonuses first, then deposits, then winnings', async () => {
    const player = await fundedPlayer(platform, {
      funds: { 'casino-bonus': 15_00, 'rummy-bonus': 10_00, deposit: 5_00, winnings: 100_00 },
    });
    const request = await order('jaldi', [{ number: 0 }, { color: 'red' }, { number: 9 }]);
    const draw = await nextDraw(platform, 'jaldi');
    const { receiptNumber, ...said } = await receipt(player, request);
    expect(receiptNumber).toMatch(/^JALDI-\d+-[0-9A-Z]{10}$/);
    expect(said).toEqual({
      gameId: 'jaldi',
      drawId: request.drawId,
      drawNumber: draw.drawNumber,
      drawStartDate: draw.drawStartDate,
      lines: 3,
      ticketPrice: price,
      totalPrice: 33_00,
      currencyCode: 'INR',
      paidFrom: { bonus: 25_00, deposit: 5_00, winnings: 3_00 },
      boughtAt: now.toISOString(),
      totalBalance: 97_00,
    });
    expect([await player.holds('casino-bonus'), await player.holds('winnings')]).toEqual([0, 97_00]);
    const tickets = await ticketsOf(player.accountId);
    expect(tickets.map(({ receipt_number, line_no, line }) => [receipt_number, line_no, line])).toEqual([
      [receiptNumber, 1, { number: 0 }],
      [receiptNumber, 2, { color: 'red' }],
      [receiptNumber, 3, { number: 9 }],
    ]);
    expect((await check()).findings).toEqual([]);
  });

  it('never spends locked bonuses, loyalty points or held money', async () => {
    const player = await fundedPlayer(platform, {
      funds: { 'open-casino-bonus': 50_00, held: 50_00, loyalty: 5000 },
    });
    expect(await code(player, await order('jaldi', [{ number: 1 }]))).toBe('10601');
    // Remove the held money. A later test runs the ledger check, which allows held money only for an open withdrawal.
    await fund(platform, player.accountId, 'held', -50_00);
  });

  it('is made only once for each idempotency key', async () => {
    const player = await fundedPlayer(platform, { funds: { deposit: 1000_00 } });
    const request = await order('jaldi', [{ number: 4 }]);
    const answers = await Promise.all(Array.from({ length: 60 }, () => receipt(player, request)));
    expect(new Set(answers.map(({ receiptNumber }) => receiptNumber)).size).toBe(1);
    expect(await player.holds('deposit')).toBe(1000_00 - price);
    expect(await ticketsOf(player.accountId)).toHaveLength(1);
    // Another player can use the same idempotency key for a separate purchase.
    const other = await fundedPlayer(platform, { funds: { deposit: 1000_00 } });
    expect((await receipt(other, request)).receiptNumber).not.toBe(answers[0]?.receiptNumber);
  });

  it('is rejected if its idempotency key belongs to another purchase', async () => {
    const player = await fundedPlayer(platform, { funds: { deposit: 1000_00 } });
    const request = await order('jaldi', [{ number: 4 }]);
    await receipt(player, request);
    const { status, body } = await player.call('tickets/buy', { ...request, lines: [{ number: 5 }] });
    expect([status, body]).toEqual([
      400,
      { success: false, firstCode: '10400', data: { fields: { idempotencyKey: 'field.wrong' } } },
    ]);
    expect(await player.holds('deposit')).toBe(1000_00 - price);
  });

  it('is rejected with 10612 if the price of the draw differs from the price that the player has seen', async () => {
    const player = await fundedPlayer(platform, rich);
    const request = await order('jaldi', [{ number: 4 }, { number: 5 }]);
    for (const expectedPrice of [price - 1, price + 1, 2 * price, 0])
      expect(await code(player, { ...request, expectedPrice })).toBe('10612');
    await expectUntouched(player);
    const { receiptNumber } = await receipt(player, { ...request, expectedPrice: price });
    // A repeated request with a wrong `expectedPrice` still gets the receipt of the first request.
    expect((await receipt(player, { ...request, expectedPrice: 1 })).receiptNumber).toBe(receiptNumber);
    expect(await player.holds('deposit')).toBe(100_000_00 - 2 * price);
  });

  it('accepts numbers in any order and stores them in ascending order', async () => {
    const player = await fundedPlayer(platform, { funds: { deposit: 1000_00 } });
    await receipt(player, await order('daily', [[31, 4, 36, 11, 5]]));
    expect((await ticketsOf(player.accountId)).map(({ line }) => line)).toEqual([[4, 5, 11, 31, 36]]);
  });
});

describe('concurrent purchases', () => {
  it('buy only one ticket if there is money for only one ticket', async () => {
    const player = await fundedPlayer(platform, { funds: { deposit: price } });
    const requests = await Promise.all(
      Array.from({ length: 20 }, (_, index) => order('jaldi', [{ number: index % 10 }])),
    );
    const answers = await Promise.all(requests.map((request) => code(player, request)));
    expect(answers.toSorted()).toEqual(['10000', ...Array.from({ length: 19 }, () => '10601')]);
    expect(await player.holds('deposit')).toBe(0);
    expect(await ticketsOf(player.accountId)).toHaveLength(1);
  });

  it('never lose money or spend it twice', async () => {
    const player = await fundedPlayer(platform, {
      funds: { 'casino-bonus': 5 * price, deposit: 5 * price, winnings: 5 * price },
    });
    const requests = await Promise.all(
      Array.from({ length: 15 }, (_, index) => order('jaldi', [{ number: index % 10 }])),
    );
    const answers = await Promise.all(requests.map((request) => code(player, request)));
    expect(new Set(answers)).toEqual(new Set(['10000']));
    const { body } = await player.call('wallet', {});
    expect(body.success && body.data.totalBalance).toBe(0);
    expect((await check()).findings).toEqual([]);
  });
});

describe('tickets/buy', () => {
  it('rejects a visitor with 15107', async () => {
    const { status, body } = await platform.call('tickets/buy', await order('jaldi', [{ number: 1 }]));
    expect([status, body.firstCode]).toEqual([401, '15107']);
  });

  it('rejects a suspended player with 10604', async () => {
    const player = await fundedPlayer(platform, { ...rich, account: { status: 'suspended' } });
    expect(await code(player, await order('jaldi', [{ number: 1 }]))).toBe('10604');
    await expectUntouched(player);
  });

  it('rejects an excluded player with 15107 until the exclusion ends', async () => {
    const later = new Date(now.getTime() + 1);
    const player = await fundedPlayer(platform, {
      ...rich,
      account: { status: 'excluded', statusUntil: later },
    });
    expect(await code(player, await order('jaldi', [{ number: 1 }]))).toBe('15107');
    await queryDatabase(platform.databaseUrl, 'update accounts set status_until = $2 where account_id = $1', [
      player.accountId,
      now,
    ]);
    expect(await code(player, await order('jaldi', [{ number: 1 }]))).toBe('10000');
  });

  it('returns 10607 to a player whose currency is not the currency of the tickets', async () => {
    const player = await fundedPlayer(platform, { ...rich, account: { currencyCode: 'EUR' } });
    expect(await code(player, await order('jaldi', [{ number: 1 }]))).toBe('10607');
    await expectUntouched(player, 'EUR');
  });

  it('returns 10602 for more lines than one receipt may contain, or than a player may buy for one draw', async () => {
    const player = await fundedPlayer(platform, rich);
    expect(await code(player, await order('jaldi', sameLines(51)))).toBe('10602');
    await expectUntouched(player);
    for (let receipts = 0; receipts < 4; receipts++)
      expect(await code(player, await order('jaldi', sameLines(50)))).toBe('10000');
    expect(await code(player, await order('jaldi', sameLines(1)))).toBe('10602');
    expect(await ticketsOf(player.accountId)).toHaveLength(200);
  });

  it('returns 10710 for an unknown draw or a draw of another game', async () => {
    const player = await fundedPlayer(platform, rich);
    const keno = await nextDraw(platform, 'keno');
    for (const drawId of ['jaldi-999999999', 'no such draw', keno.drawId, "'; drop table tickets; --"])
      expect(await code(player, await order('jaldi', [{ number: 1 }], { drawId }))).toBe('10710');
    await expectUntouched(player);
  });

  it('returns 10603 before the sales of a draw begin', async () => {
    const player = await fundedPlayer(platform, rich);
    const drawId = await unopenedDraw('jaldi');
    expect(await code(player, await order('jaldi', [{ number: 1 }], { drawId }))).toBe('10603');
    await expectUntouched(player);
  });

  it('returns 10609 if the platform is configured to sell no tickets', async () => {
    const other = await startPlatform({ now, beside: platform, config: { sales: false } });
    try {
      const player = await fundedPlayer(other, rich);
      expect(await code(player, await order('jaldi', [{ number: 1 }]))).toBe('10609');
      expect((await other.call('gameList', {})).body).toMatchObject({ data: { sales: false } });
      expect((await platform.call('gameList', {})).body).toMatchObject({ data: { sales: true } });
      await expectUntouched(player);
    } finally {
      await other.stop();
    }
  });

  const five = [1, 2, 3, 4, 5];
  const hostile: [string, Record<string, unknown>, string][] = [
    ['an unknown game', { gameId: 'chess' }, 'gameId'],
    ['no game', { gameId: undefined }, 'gameId'],
    ['no key', { idempotencyKey: undefined }, 'idempotencyKey'],
    ['a short key', { idempotencyKey: 'a' }, 'idempotencyKey'],
    ['a key with a NUL', { idempotencyKey: `abc\u0000defgh` }, 'idempotencyKey'],
    ['no lines', { lines: [] }, 'lines'],
    ['null for lines', { lines: null }, 'lines'],
    ['too many lines', { lines: Array.from({ length: 201 }, () => five) }, 'lines'],
    ['too few numbers', { lines: [[1, 2, 3, 4]] }, 'lines.0'],
    ['a duplicate number', { lines: [[1, 1, 2, 3, 4]] }, 'lines.0'],
    ['a number outside the pool', { lines: [five, [1, 2, 3, 4, 37]] }, 'lines.1'],
    ['a fraction', { lines: [[1, 2, 3, 4, 5.5]] }, 'lines.0'],
    ['numbers as text', { lines: [['1', '2', '3', '4', '5']] }, 'lines.0'],
    ['a line of another game', { lines: [{ color: 'red' }] }, 'lines.0'],
    ['a line with an additional field', { lines: [{ number: 1, more: 1 }] }, 'lines.0.more'],
    ['a deeply nested line', { lines: [JSON.parse('['.repeat(500) + ']'.repeat(500))] }, 'lines.0'],
    ['a price', { price: 1 }, 'price'],
    ['another account', { accountId: randomUUID() }, 'accountId'],
  ];
  it.each(hostile)('returns 10400 for %s and names the field', async (_what, change, field) => {
    const player = await fundedPlayer(platform, rich);
    const request = { ...(await order('daily', [five])), ...change };
    const { status, body } = await player.call('tickets/buy', request);
    expect([status, body.firstCode]).toEqual([400, '10400']);
    expect(Object.keys(body.success ? {} : (body.data?.fields ?? {}))).toContain(field);
    await expectUntouched(player);
  });
});
