import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { type FundedPlayer, fundedPlayer } from '../../helpers/funded-player.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import { operatorOf, type Ran } from '../../helpers/operator.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';

const now = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
let admin: (...args: string[]) => Promise<Ran>;

beforeAll(async () => {
  platform = await startPlatform({ now, catalogue: gamesOf('jaldi') });
  await platform.deps.engine.tick();
  admin = operatorOf(platform);
  await admin('rewards', 'create', 'bonus-5', '--points', '500', '--amount', 'INR=5');
  await admin('rewards', 'create', 'euro-5', '--points', '10', '--amount', 'EUR=5');
  await admin('rewards', 'create', 'jaldi-2', '--points', '200', '--game', 'jaldi', '--lines', '2');
});
afterAll(() => platform?.stop());

function withPoints(loyalty: number): Promise<FundedPlayer> {
  return fundedPlayer(platform, { funds: { loyalty } });
}

async function exchange(player: FundedPlayer, rewardId: string, idempotencyKey: string = randomUUID()) {
  return (await player.call('loyalty/exchange', { rewardId, idempotencyKey })).body;
}

async function codeOf(player: FundedPlayer, rewardId: string, idempotencyKey?: string): Promise<string> {
  return (await exchange(player, rewardId, idempotencyKey)).firstCode;
}

async function exchanged(player: FundedPlayer, rewardId: string, idempotencyKey?: string) {
  const body = await exchange(player, rewardId, idempotencyKey);
  if (!body.success) throw new Error(`refused: ${JSON.stringify(body)}`);
  return body.data;
}

async function purchasesOf(player: FundedPlayer) {
  const { body } = await player.call('transaction/purchaseSummary', {});
  if (!body.success) throw new Error(`refused: ${body.firstCode}`);
  return body.data.purchases;
}

async function balancesOf(player: FundedPlayer): Promise<[points: number, bonus: number]> {
  return [await player.holds('loyalty', 'PTS'), await player.holds('casino-bonus')];
}

describe('loyalty/list', () => {
  it('returns the player’s points and the rewards, cheapest first', async () => {
    const { body } = await (await withPoints(730)).call('loyalty/list', {});
    expect(body).toMatchObject({
      data: {
        loyaltyBalance: 730,
        stakePerPoint: 10_00,
        rewards: [
          {
            kind: 'ticket',
            rewardId: 'jaldi-2',
            points: 200,
            gameId: 'jaldi',
            gameName: 'Golden Jaldi',
            lines: 2,
          },
          { kind: 'bonus', rewardId: 'bonus-5', points: 500, currencyCode: 'INR', amount: 5_00 },
        ],
      },
    });
    const euro = await fundedPlayer(platform, { account: { currencyCode: 'EUR' } });
    expect((await euro.call('loyalty/list', {})).body).toMatchObject({
      data: { loyaltyBalance: 0, rewards: [{ rewardId: 'euro-5', currencyCode: 'EUR', amount: 5_00 }] },
    });
  });

  it('omits free tickets while ticket sales are off', async () => {
    const other = await startPlatform({ now, beside: platform, config: { sales: false } });
    try {
      const player = await fundedPlayer(other, { funds: { loyalty: 900 } });
      const { body } = await player.call('loyalty/list', {});
      expect(body.success && body.data.rewards.map(({ rewardId }) => rewardId)).toEqual(['bonus-5']);
      expect(await codeOf(player, 'jaldi-2')).toBe('10609');
      expect(await player.holds('loyalty', 'PTS')).toBe(900);
    } finally {
      await other.stop();
    }
  });
});

describe('loyalty/exchange', () => {
  it('subtracts the points and credits the bonus', async () => {
    const player = await withPoints(730);
    expect(await exchanged(player, 'bonus-5')).toMatchObject({
      rewardId: 'bonus-5',
      kind: 'bonus',
      points: 500,
      amount: 5_00,
      currencyCode: 'INR',
      receiptNumber: null,
      loyaltyBalance: 230,
      totalBalance: 5_00,
    });
    expect(await balancesOf(player)).toEqual([230, 5_00]);
    const { body } = await player.call('transaction/transactionSummary', {});
    expect(body.success && body.data.transactions.slice(0, 2)).toMatchObject([
      { kind: 'bonus', currencyCode: 'INR', amount: 5_00, totalBalance: 5_00 },
      { kind: 'loyalty', currencyCode: 'PTS', amount: -500, totalBalance: 230 },
    ]);
  });

  it('returns the same exchange for a repeated idempotency key', async () => {
    const player = await withPoints(2000);
    const key = randomUUID();
    const first = await exchanged(player, 'bonus-5', key);
    expect(await exchanged(player, 'bonus-5', key)).toEqual(first);
    expect(await exchange(player, 'jaldi-2', key)).toMatchObject({
      firstCode: '10400',
      data: { fields: { idempotencyKey: 'field.wrong' } },
    });
    expect(await balancesOf(player)).toEqual([1500, 5_00]);
  });

  it.each([
    ['bonus-5', 2, 10_00],
    ['jaldi-2', 5, 0],
  ])(
    'never spends more than the player’s 1,000 points, even if exchanges for %s run concurrently',
    async (rewardId, most, bonus) => {
      const player = await withPoints(1000);
      const codes = await Promise.all(Array.from({ length: most + 2 }, () => codeOf(player, rewardId)));
      expect(codes.toSorted()).toEqual([...Array.from({ length: most }, () => '10000'), '10601', '10601']);
      expect(await balancesOf(player)).toEqual([0, bonus]);
    },
  );

  it('exchanges only once for concurrent requests with the same idempotency key', async () => {
    const player = await withPoints(2000);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 6 }, () => exchanged(player, 'bonus-5', key)));
    expect(new Set(answers.map(({ exchangeId }) => exchangeId)).size).toBe(1);
    expect(await balancesOf(player)).toEqual([1500, 5_00]);
  });

  it('buys lines with random numbers in the next draw', async () => {
    const player = await fundedPlayer(platform, { funds: { loyalty: 300, deposit: 50_00 } });
    const given = await exchanged(player, 'jaldi-2');
    expect(given).toMatchObject({ kind: 'ticket', points: 200, amount: 22_00, loyaltyBalance: 100 });
    expect(await player.holds('deposit')).toBe(50_00);
    const [purchase, ...more] = await purchasesOf(player);
    expect(more).toEqual([]);
    expect(purchase).toMatchObject({
      receiptNumber: given.receiptNumber,
      gameId: 'jaldi',
      state: 'open',
      totalPrice: 22_00,
      paidFrom: { bonus: 22_00, deposit: 0, winnings: 0 },
    });
    expect(purchase?.lines).toHaveLength(2);
    await drawNextJaldi(platform);
    expect((await purchasesOf(player))[0]?.state).toBe('drawn');
  });

  it('refunds a free ticket as a bonus if the draw is voided', async () => {
    const player = await withPoints(200);
    await exchanged(player, 'jaldi-2');
    const { number } = await drawNextJaldi(platform);
    const voided = await admin('results', 'void', `jaldi-${number}`, '--reason', 'Machine fault');
    expect([voided.code, voided.err]).toEqual([0, '']);
    expect(await player.holds('casino-bonus')).toBe(22_00);
  });

  it('rejects unknown and ended rewards, suspended players, and players with too few points', async () => {
    const player = await withPoints(499);
    expect(await codeOf(player, 'bonus-5')).toBe('10601');
    expect(await codeOf(player, 'nothing')).toBe('10711');
    expect(await codeOf(player, 'euro-5')).toBe('10711');
    const suspended = await fundedPlayer(platform, {
      funds: { loyalty: 900 },
      account: { status: 'suspended' },
    });
    expect(await codeOf(suspended, 'bonus-5')).toBe('10604');
    await admin('rewards', 'create', 'soon-over', '--points', '1', '--amount', 'INR=1');
    const key = randomUUID();
    const before = await exchanged(player, 'soon-over', key);
    await admin('rewards', 'end', 'soon-over', '--reason', 'Over');
    expect(await codeOf(player, 'soon-over')).toBe('10711');
    expect(await exchanged(player, 'soon-over', key)).toEqual(before);
  });

  it('takes no points for a free ticket that would exceed the limit of lines in a draw', async () => {
    await admin('rewards', 'create', 'jaldi-50', '--points', '1', '--game', 'jaldi', '--lines', '50');
    const player = await withPoints(10);
    for (let time = 0; time < 4; time++) expect(await codeOf(player, 'jaldi-50')).toBe('10000');
    expect(await codeOf(player, 'jaldi-50')).toBe('10602');
    expect(await player.holds('loyalty', 'PTS')).toBe(6);
  });

  it('leaves a ledger that passes its check', async () => {
    const { findings } = await checkLedger(platform.deps.database);
    expect(findings).toEqual([]);
  });
});

describe('admin command `rewards`', () => {
  it('creates, lists and ends rewards', async () => {
    const made = await admin('rewards', 'create', 'one-line', '--points', '120', '--game', 'jaldi');
    expect(made.out).toContain('120 points for  1 line of jaldi');
    expect((await admin('rewards', 'create', 'one-line', '--points', '1', '--amount', 'INR=1')).err).toBe(
      'one-line is taken by another reward',
    );
    const end = ['rewards', 'end', 'one-line', '--reason', 'Season over'];
    expect((await admin(...end, '--dry-run')).out).toContain('nothing was changed');
    expect((await admin(...end)).out).toContain('one-line has ended.');
    expect((await admin(...end)).err).toBe('one-line has already ended');
    expect((await admin('rewards', 'list')).out).toMatch(/^one-line +ended/m);
    expect((await admin('log')).out).toMatch(/rewards end {2}one-line .*because: Season over/);
  });

  it.each([
    [['Bad Id', '--points', '1', '--amount', 'INR=1'], 'the id'],
    [['x', '--points', '0', '--amount', 'INR=1'], '--points'],
    [['x', '--points', 'many', '--amount', 'INR=1'], '--points must be a whole number'],
    [['x', '--points', '1'], 'either one --amount or --game'],
    [['x', '--points', '1', '--amount', 'INR=1', '--game', 'jaldi'], 'either one --amount or --game'],
    [['x', '--points', '1', '--amount', 'INR=0'], '--amount'],
    [['x', '--points', '1', '--game', 'chess'], '--game'],
    [['x', '--points', '1', '--game', 'jaldi', '--lines', '51'], '--lines'],
  ] as const)('rejects the invalid arguments %j', async (args, words) => {
    const ran = await admin('rewards', 'create', ...args);
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining(words)]);
  });
});
