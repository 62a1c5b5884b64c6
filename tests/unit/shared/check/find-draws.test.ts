import { describe, expect, it } from 'vitest';
import type { CheckRange } from '../../../../shared/check/check-request.ts';
import { type CheckCall, CheckFailed, findDraws } from '../../../../shared/check/find-draws.ts';
import type { CallData, ReadCallName } from '../../../../shared/contract/calls.ts';
import { codes } from '../../../../shared/contract/codes.ts';
import type { Result } from '../../../../shared/contract/results.ts';
import { sampleDraw, sampleResult } from '../../../helpers/sample-data.ts';

const now = new Date('2026-11-20T13:00:00Z');
/** Returns a published draw. Consecutive draws are one hour apart. */
const published = (drawNumber: number): Result =>
  sampleResult({
    drawNumber,
    drawStartDate: new Date(now.getTime() - (1300 - drawNumber) * 3_600_000).toISOString(),
  });

type Answers = { [N in ReadCallName]?: CallData<N> };

interface Coming {
  startsAt?: string;
  /** Number of the newest published draw. The default is the first of `numbers`. */
  newest?: number;
  /** Numbers of the draws on sale. */
  open?: number[];
}

/**
 * Finds draws on a test platform. `numbers` are the numbers of the published draws, newest first. `next` is the number
 * of the next draw, or null if there is none.
 */
function find(
  range: CheckRange,
  numbers: number[],
  next: number | null,
  { startsAt = '2026-11-20T14:00:00Z', newest = numbers[0], open = [] }: Coming = {},
) {
  const results = numbers.map(published);
  const drawOf = (drawNumber: number) => sampleDraw({ gameId: 'pick3', drawNumber, drawStartDate: startsAt });
  const answers: Answers = {
    upcomingDraw: { gameList: next === null ? [] : [drawOf(next)], error: null },
    'draws/open': {
      draws: open.map((drawNumber) => ({
        ...drawOf(drawNumber),
        committedAt: startsAt,
        openedAt: startsAt,
        drawFunction: 'golden-lotto/2',
      })),
    },
    result: {
      latestResult: newest === undefined ? [] : [published(newest)],
      result: results.filter(({ drawNumber }) => range.by !== 'draw' || drawNumber === range.drawNumber),
      cursor: null,
      previousDrawNumber: null,
      nextDrawNumber: null,
      error: null,
    },
  };
  const call: CheckCall = async (name) => {
    const answer = answers[name];
    if (!answer) throw new Error(`unexpected call ${name}`);
    return answer;
  };
  return findDraws({ gameId: 'pick3', range, now, timeZone: 'Asia/Kolkata', call });
}

const days = { by: 'days', from: '2026-11-20', to: '2026-11-20' } as const;
const refuse: CheckCall = () => Promise.reject(new CheckFailed(codes.tooManyTries, 12));

const shown = async (found: ReturnType<typeof find>) => {
  const answer = await found;
  return answer.kind === 'found'
    ? answer.draws.map(({ drawNumber, result, isUpcoming }) =>
        result ? drawNumber : `${drawNumber} ${isUpcoming ? 'upcoming' : 'unpublished'}`,
      )
    : answer;
};

const lacks = async (...options: Parameters<typeof find>) => {
  const found = await find(...options);
  return found.kind === 'found' && found.mayLackNewest;
};

describe('findDraws', () => {
  it('returns the published draws, and the unpublished draws between and after them', async () => {
    expect(await shown(find({ by: 'last', count: 3 }, [1300, 1298, 1297], 1302))).toEqual([
      '1301 unpublished',
      1300,
      '1299 unpublished',
      1298,
      1297,
    ]);
  });

  it('returns the next draw only for a range of days that contains that draw', async () => {
    const today = { by: 'days', from: '2026-11-20', to: '2026-11-20' } as const;
    expect(await shown(find(today, [1300], 1301))).toEqual(['1301 upcoming', 1300]);
    const yesterday = { by: 'days', from: '2026-11-19', to: '2026-11-19' } as const;
    expect(await shown(find(yesterday, [1300], 1303))).toEqual([1300]);
  });

  it.each([
    [1300, [1300]],
    [1299, ['1299 unpublished']],
    [1302, ['1302 upcoming']],
    [1303, { kind: 'unknown', newest: 1300 }],
  ])('for the draw number %i returns %j', async (drawNumber, expected) => {
    expect(await shown(find({ by: 'draw', drawNumber }, [1300], 1302))).toEqual(expected);
  });

  it('never reports a started draw as upcoming, even if the cached list of upcoming draws is outdated', async () => {
    const past = '2026-11-20T12:30:00Z';
    expect(
      await shown(find({ by: 'draw', drawNumber: 1301 }, [1301, 1300], 1301, { startsAt: past })),
    ).toEqual([1301]);
    expect(await shown(find({ by: 'draw', drawNumber: 1301 }, [1300], 1301, { startsAt: past }))).toEqual([
      '1301 unpublished',
    ]);
    for (const range of [{ by: 'last', count: 2 }, days] as const)
      expect(await shown(find(range, [1300, 1299], 1302, { startsAt: past }))).toEqual([
        '1302 unpublished',
        '1301 unpublished',
        1300,
        1299,
      ]);
  });

  it('reports that the newest draws may be missing if the next draw is unknown or has begun', async () => {
    const past = { startsAt: '2026-11-20T12:30:00Z' };
    const yesterday = { by: 'days', from: '2026-11-19', to: '2026-11-19' } as const;
    for (const range of [{ by: 'last', count: 2 }, days] as const) {
      expect(await lacks(range, [1300], null)).toBe(true);
      expect(await lacks(range, [1300], 1301, past)).toBe(true);
      expect(await lacks(range, [1300], 1301)).toBe(false);
    }
    expect(await lacks(yesterday, [1280], null, { newest: 1300 })).toBe(false);
  });

  it('returns each draw once even if the cached responses of the calls differ in age', async () => {
    const past = '2026-11-20T12:30:00Z';
    for (const range of [{ by: 'last', count: 3 }, days] as const) {
      expect(await shown(find(range, [1301, 1300], 1301, { startsAt: past, newest: 1299 }))).toEqual([
        1301, 1300,
      ]);
      expect(await shown(find(range, [1299, 1298], 1302, { newest: 1301 }))).toEqual([
        ...(range.by === 'days' ? ['1302 upcoming'] : []),
        1301,
        '1300 unpublished',
        1299,
        1298,
      ]);
    }
  });

  it('returns a draw between the newest result and the draws on sale as unpublished', async () => {
    const outdated = { startsAt: '2026-11-20T12:30:00Z', open: [1304, 1305] };
    const found = find({ by: 'draw', drawNumber: 1303 }, [1300], 1301, outdated);
    expect(await shown(found)).toEqual(['1303 unpublished']);
  });

  it('rejects with the error of a failed call', async () => {
    const options = { gameId: 'pick3', now, timeZone: 'Asia/Kolkata', call: refuse };
    const failed = findDraws({ ...options, range: { by: 'last', count: 1 } });
    await expect(failed).rejects.toMatchObject({ isLimit: true, retryAfterSeconds: 12 });
  });
});
