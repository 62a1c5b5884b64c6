import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../platform/games/catalogue.ts';
import type { CallRequest } from '../../../shared/contract/calls.ts';
import type { Result, ResultResponse } from '../../../shared/contract/results.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';

/** The time is 17:32 on a Saturday in Kolkata. The raffle of 16:00 has been drawn, the jackpot of 20:30 has not. */
const NOW = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ now: NOW, historyDays: 8 });
  await platform.deps.engine.tick();
});
afterAll(() => platform?.stop());

const week = {
  action: 'result',
  showAllResult: true,
  resultFrom: '2026-11-15',
  resultTo: '2026-11-21',
} as const;
const ask = async (data: CallRequest<'result'>): Promise<ResultResponse> => {
  const { body } = await platform.call('result', data);
  if (!body.success) throw new Error(`refused: ${JSON.stringify(body)}`);
  return body.data;
};

describe('call `result` for the latest draws', () => {
  it('returns the newest result of each game', async () => {
    const { latestResult, result } = await ask({ ...week, showAllResult: false });
    expect(latestResult.map(({ gameId }) => gameId)).toEqual(catalogue.map(({ gameId }) => gameId));
    expect(result).toEqual([]);
    const jaldi = latestResult.find(({ gameId }) => gameId === 'jaldi');
    expect(jaldi?.drawStartDate).toBe('2026-11-21T12:00:00.000Z');
    expect(jaldi).toMatchObject({ drawDate: '21/11/2026', drawTime: '17:30', drawDay: 'Saturday' });
  });

  it('returns for an earlier day the results that were the newest on that day', async () => {
    const { latestResult } = await ask({
      action: 'result',
      showAllResult: false,
      resultFrom: '2026-11-19',
      resultTo: '2026-11-19',
    });
    const dates = Object.fromEntries(
      latestResult.map(({ gameId, drawDate, drawTime }) => [gameId, `${drawDate} ${drawTime}`]),
    );
    expect(dates).toMatchObject({
      daily: '19/11/2026 19:00',
      jackpot: '18/11/2026 20:30',
      raffle: '14/11/2026 16:00',
      jaldi: '19/11/2026 23:55',
    });
  });
});

describe('call `result` for a list of draws', () => {
  it('returns the newest result of each requested game in addition to the list', async () => {
    const { latestResult } = await ask({ ...week, showAllResult: false });
    expect((await ask(week)).latestResult).toEqual(latestResult);
    const first = await ask({ ...week, lastestGameId: 'jaldi' });
    const newest = latestResult.filter(({ gameId }) => gameId === 'jaldi');
    expect(newest).toHaveLength(1);
    expect(first.latestResult).toEqual(newest);
    const second = await ask({ ...week, lastestGameId: 'jaldi', cursor: first.cursor ?? '' });
    expect([second.result.length, second.latestResult]).toEqual([50, newest]);
    // The range contains no raffle draw. The answer must still contain the newest raffle result.
    const raffle = await ask({
      ...week,
      resultFrom: '2026-11-16',
      resultTo: '2026-11-18',
      lastestGameId: 'raffle',
    });
    expect([raffle.result, raffle.latestResult[0]?.drawDate]).toEqual([[], '14/11/2026']);
  });

  it('lists only draws of the range, but also returns the newest result of every game', async () => {
    const day = { ...week, resultFrom: '2026-11-19', resultTo: '2026-11-19' };
    const { latestResult, result } = await ask(day);
    expect(new Set(result.map(({ drawDate }) => drawDate))).toEqual(new Set(['19/11/2026']));
    expect(latestResult.find(({ gameId }) => gameId === 'raffle')?.drawDate).toBe('14/11/2026');
    expect(latestResult).toEqual((await ask({ ...day, showAllResult: false })).latestResult);
  });

  it('returns the drawn colour, or the game’s colour if no colour is drawn', async () => {
    const { result } = await ask(week);
    for (const { gameId, colorCode, colorType, prizeColorCode, resultNumber } of result) {
      const drawn = resultNumber.tNumbers.find(({ role }) => role === 'color')?.colorKey;
      expect([colorType, prizeColorCode], gameId).toEqual(drawn ? ['drawn', drawn] : ['game', colorCode]);
      expect(drawn !== undefined, gameId).toBe(gameId === 'jaldi');
    }
  });

  it('returns the newest 20 draws of each game, newest first', async () => {
    const { result, cursor } = await ask(week);
    const counts = Object.groupBy(result, ({ gameId }) => gameId);
    expect(counts['jaldi']?.length).toBe(20);
    expect(counts['daily']?.length).toBe(6);
    expect(counts['raffle']?.length).toBe(1);
    const times = result.map(({ drawStartDate }) => drawStartDate);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(cursor).toBeNull();
  });

  it('returns the draws of one game in pages of 50, without duplicates or gaps', async () => {
    const numbers: number[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const page: ResultResponse = await ask({
        ...week,
        lastestGameId: 'keno',
        ...(cursor ? { cursor } : {}),
      });
      expect(page.result.length).toBeLessThanOrEqual(50);
      numbers.push(...page.result.map(({ drawNumber }) => drawNumber));
      cursor = page.cursor;
      pages += 1;
    } while (cursor);
    expect(pages).toBe(4);
    // Golden Keno is drawn every hour from 15 November 00:00 to 21 November 17:00.
    expect(numbers.length).toBe(6 * 24 + 18);
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) - index));
  });

  it('returns no cursor if all draws fit on one page', async () => {
    const { result, cursor } = await ask({
      ...week,
      resultFrom: '2026-11-15',
      resultTo: '2026-11-16',
      lastestGameId: 'keno',
    });
    expect(result.length).toBe(48);
    expect(cursor).toBeNull();
  });

  it('interprets days in the site’s time zone', async () => {
    const { result } = await ask({
      ...week,
      resultFrom: '2026-11-20',
      resultTo: '2026-11-20',
      lastestGameId: 'keno',
    });
    expect(result.at(0)?.drawStartDate).toBe('2026-11-20T17:30:00.000Z');
    expect(result.at(-1)?.drawStartDate).toBe('2026-11-19T18:30:00.000Z');
  });
});

describe('call `result` for one draw', () => {
  it('returns the draw with the numbers of the previous and the next draw', async () => {
    const { latestResult } = await ask({ ...week, showAllResult: false });
    const newest = latestResult.find(({ gameId }) => gameId === 'pick3')?.drawNumber ?? 0;
    const one = await ask({
      ...week,
      resultFrom: '2026-01-01',
      resultTo: '2026-01-01',
      lastestGameId: 'pick3',
      drawNumber: newest - 1,
    });
    expect(one.result.map(({ drawNumber }) => drawNumber)).toEqual([newest - 1]);
    expect(one).toMatchObject({ previousDrawNumber: newest - 2, nextDrawNumber: newest });
    const last = await ask({ ...week, lastestGameId: 'pick3', drawNumber: newest });
    expect(last.nextDrawNumber).toBeNull();
  });

  it.each([1, 999_999_999])('returns no result for the unpublished draw %d', async (drawNumber) => {
    const { result, previousDrawNumber } = await ask({ ...week, lastestGameId: 'keno', drawNumber });
    expect(result).toEqual([]);
    expect(previousDrawNumber).toBeNull();
  });

  it('returns neither the result nor the seed of a future draw', async () => {
    const { body } = await platform.call('upcomingDraw', { action: 'upcomingDraw' });
    const next = body.success ? body.data.gameList.find(({ gameId }) => gameId === 'keno') : undefined;
    const { result } = await ask({ ...week, lastestGameId: 'keno', drawNumber: next?.drawNumber ?? 0 });
    expect(result).toEqual([]);
    const verify = await platform.call('draws/verify', { drawId: next?.drawId ?? '' });
    expect(verify.body).toMatchObject({
      success: true,
      data: { seed: null, drawn: [], verified: null, commitment: next?.commitment },
    });
  });
});

const newest = async (gameId: string): Promise<Result> => {
  const { latestResult } = await ask({ ...week, showAllResult: false, lastestGameId: gameId });
  const [result] = latestResult;
  if (!result) throw new Error(`no result of ${gameId}`);
  return result;
};

describe('result card of call `result`', () => {
  it('contains six balls, a bonus ball and a rollover pot for the jackpot game', async () => {
    const jackpot = await newest('jackpot');
    const { tNumbers } = jackpot.resultNumber;
    expect(tNumbers.map(({ role }) => role)).toEqual([...Array.from({ length: 6 }, () => 'main'), 'bonus']);
    const main = tNumbers.slice(0, 6).map(({ tNumber }) => Number(tNumber));
    expect(main).toEqual(main.toSorted((a, b) => a - b));
    expect(jackpot.showJackpot).toBe(true);
    expect(jackpot.rollsOver).toBe(jackpot.drawPrizeDetail[0]?.noOfWinner === 0);
  });

  it('contains the series and the number of the winning raffle ticket', async () => {
    const raffle = await newest('raffle');
    expect(raffle.resultNumber.tNumbers.map(({ role }) => role)).toEqual(['series', 'main']);
    const [series, number] = raffle.resultNumber.tNumbers.map(({ tNumber }) => tNumber);
    expect(raffle.firstPrizeDetail.prizeWinNumber).toBe(`${series} ${number}`);
    expect(raffle.drawPrizeDetail[0]).toMatchObject({
      betSeriesName: series,
      betNumber: [{ number, colorKey: '' }],
    });
    expect(raffle.drawPrizeDetail.map(({ betNumber }) => betNumber.length)).toEqual([1, 10, 10, 20, 100]);
    for (const won of raffle.drawPrizeDetail.flatMap(({ betNumber }) => betNumber))
      expect(won.number).toMatch(/^\d{4,5}$/);
  });

  it('contains a picture of each symbol, and the drawn colour of Jaldi', async () => {
    const symbols = await newest('symbols');
    expect(symbols.resultType).toBe('image');
    for (const drawn of symbols.resultNumber.tNumbers) {
      expect(drawn).toMatchObject({ isImage: true, resultUrl: `/symbols/${drawn.tNumber}.svg` });
    }
    const jaldi = await newest('jaldi');
    const [number, color] = jaldi.resultNumber.tNumbers;
    expect(number).toMatchObject({ role: 'main', colorKey: color?.tNumber });
    expect(['red', 'green', 'violet']).toContain(color?.tNumber);
  });

  it('contains a draw name that differs between the draws of a day', async () => {
    const { result } = await ask({
      ...week,
      resultFrom: '2026-11-20',
      resultTo: '2026-11-20',
      lastestGameId: 'pick3',
    });
    expect(result.map(({ drawName }) => drawName)).toEqual([
      'Golden Pick 3 · Evening',
      'Golden Pick 3 · Afternoon',
      'Golden Pick 3 · Noon',
      'Golden Pick 3 · Morning',
    ]);
  });

  it('contains the number of winners of each prize tier', async () => {
    const daily = await newest('daily');
    expect(daily.resultWinners.tableHeader).toEqual(['Prize', 'Match', 'Winners', 'Prize amount (INR)']);
    expect(daily.resultWinners.tableData[0]?.[3]).toBe('10,00,000');
    const winnerCounts = daily.resultWinners.tableData.map((row) => Number(row[2]?.replaceAll(',', '')));
    expect(winnerCounts).toEqual(daily.drawPrizeDetail.map(({ noOfWinner }) => noOfWinner));
    expect(daily.winnersTotal).toBe(winnerCounts.reduce((sum, count) => sum + count, 0));
  });
});
