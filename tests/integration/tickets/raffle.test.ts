import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fundedPlayer } from '../../helpers/funded-player.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { code, nextDraw, now, purchasesOn, receipt } from './purchases.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ now });
  await platform.deps.engine.tick();
});
afterAll(() => platform?.stop());

const { order, unopenedDraw } = purchasesOn(() => platform);

const seriesOf = () => {
  const kind = platform.deps.catalogue.find(({ gameId }) => gameId === 'raffle')?.kind;
  return kind?.kind === 'raffle' ? (kind.series[0] ?? '') : '';
};

describe('raffle', () => {
  it('sells each ticket once, even to concurrent buyers', async () => {
    const series = seriesOf();
    const players = await Promise.all(
      Array.from({ length: 12 }, () => fundedPlayer(platform, { funds: { deposit: 1000_00 } })),
    );
    const answers = await Promise.all(
      players.map(async (player, index) => {
        const lines = [
          { series, number: '00001' },
          { series, number: '00002' },
        ];
        return code(player, await order('raffle', index % 2 ? lines : lines.toReversed()));
      }),
    );
    expect(answers.toSorted()).toEqual(['10000', ...Array.from({ length: 11 }, () => '10608')]);
    const left = await Promise.all(players.map((player) => player.holds('deposit')));
    expect(left.reduce((sum, held) => sum + held, 0)).toBe(12 * 1000_00 - 200_00);
  });

  it('rejects a purchase that contains the same ticket twice', async () => {
    const player = await fundedPlayer(platform, { funds: { deposit: 1000_00 } });
    const line = { series: seriesOf(), number: '00007' };
    const { body } = await player.call('tickets/buy', await order('raffle', [line, line]));
    expect(body).toMatchObject({ firstCode: '10400', data: { fields: { 'lines.1': 'field.wrong' } } });
  });
});

const searchFree = async (request: object) => {
  const { drawId } = await nextDraw(platform, 'raffle');
  const { body } = await platform.call('tickets/free', { gameId: 'raffle', drawIds: [drawId], ...request });
  return body;
};

describe('tickets/free', () => {
  it('returns twelve tickets in random order, all of which can be bought', async () => {
    const [one, other] = await Promise.all([searchFree({}), searchFree({})]);
    if (!one.success || !other.success) throw new Error('refused');
    expect(one.data.tickets).toHaveLength(12);
    expect(one.data.tickets).not.toEqual(other.data.tickets);
    const player = await fundedPlayer(platform, { funds: { deposit: 10_000_00 } });
    expect((await receipt(player, await order('raffle', one.data.tickets))).lines).toBe(12);
  });

  it('returns only free tickets of the given series that end with the given digits', async () => {
    const series = seriesOf();
    const player = await fundedPlayer(platform, { funds: { deposit: 10_000_00 } });
    const before = await searchFree({ series, ending: '4821' });
    if (!before.success) throw new Error('refused');
    const free = before.data.tickets.map(({ number }) => number);
    expect(free.toSorted()).toEqual(Array.from({ length: 10 }, (_, digit) => `${digit}4821`));
    await receipt(player, await order('raffle', [{ series, number: '04821' }]));
    const after = await searchFree({ series, ending: '4821' });
    expect(after.success && after.data.tickets.map(({ number }) => number).toSorted()).toEqual(
      free.toSorted().slice(1),
    );
    expect(await searchFree({ series, ending: '04821' })).toMatchObject({ data: { tickets: [] } });
    const others = await searchFree({ ending: '04821' });
    expect(others.success && others.data.tickets.some((ticket) => ticket.series === series)).toBe(false);
  });

  it('rejects a game that is not a raffle, an unknown series, too many digits, and a draw that is not on sale', async () => {
    const wrong = { firstCode: '10400' };
    expect(await searchFree({ gameId: 'jaldi' })).toMatchObject({
      ...wrong,
      data: { fields: { gameId: 'field.wrong' } },
    });
    expect(await searchFree({ series: '99Z' })).toMatchObject({
      ...wrong,
      data: { fields: { series: 'field.wrong' } },
    });
    expect(await searchFree({ ending: '123456' })).toMatchObject({
      ...wrong,
      data: { fields: { ending: 'field.wrong' } },
    });
    expect(await searchFree({ drawIds: [await unopenedDraw('raffle')] })).toMatchObject({
      firstCode: '10603',
    });
    expect(await searchFree({ drawIds: [(await nextDraw(platform, 'jaldi')).drawId] })).toMatchObject({
      ...wrong,
      data: { fields: { drawIds: 'field.wrong' } },
    });
  });
});
