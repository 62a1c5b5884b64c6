import { beforeEach, describe, expect, it } from 'vitest';
import { createDrawWatch, type DrawWatch } from '../../../../server/live/draw-watch.ts';

const start = Date.UTC(2026, 10, 21, 12);
const minuteMs = 60_000;
let now: number;
let newest: Map<string, number>;
let watch: DrawWatch;

beforeEach(() => {
  now = start;
  newest = new Map([['keno', 41]]);
  watch = createDrawWatch(newest, () => now);
});
const draw = (drawNumber: number, inMinutes: number, gameId = 'keno') => ({
  gameId,
  drawNumber,
  drawStartDate: new Date(start + inMinutes * minuteMs).toISOString(),
});

describe('the draw watch', () => {
  it('does not report a draw as overdue before its start', () => {
    watch.expect([draw(42, 10)]);
    expect(watch.overdueSeconds()).toEqual({ keno: 0 });
    expect(watch.nextSeconds()).toEqual({ keno: (start + 10 * minuteMs) / 1000 });
  });

  it('reports a draw as overdue from its start until its result is published', () => {
    watch.expect([draw(42, 10)]);
    now += 11 * minuteMs;
    expect(watch.overdueSeconds()).toEqual({ keno: 60 });
    newest.set('keno', 42);
    expect(watch.overdueSeconds()).toEqual({ keno: 0 });
  });

  it('still reports an overdue draw while later draws are announced', () => {
    watch.expect([draw(42, 10)]);
    now += 11 * minuteMs;
    watch.expect([draw(43, 20)]);
    now += minuteMs;
    expect(watch.overdueSeconds()).toEqual({ keno: 120 });
    expect(watch.nextSeconds()).toEqual({ keno: (start + 20 * minuteMs) / 1000 });
  });

  it('counts a draw that the first list of upcoming draws skips as overdue since the arrival of this list', () => {
    watch.expect([draw(43, 10)]);
    now += minuteMs;
    expect(watch.overdueSeconds()).toEqual({ keno: 60 });
  });

  it('does not expect a draw that is older than the newest result', () => {
    newest.set('keno', 45);
    watch.expect([draw(44, -5)]);
    expect(watch.overdueSeconds()).toEqual({ keno: 0 });
    expect(watch.nextSeconds()).toEqual({});
  });

  it('expects a draw even if its game has no results yet', () => {
    watch.expect([draw(7, 10, 'raffle')]);
    now += 12 * minuteMs;
    expect(watch.overdueSeconds()).toEqual({ raffle: 120 });
  });
});

it('the draw watch still reports the oldest overdue draw after thousands of draws without a result', () => {
  for (let number = 42; number < 5000; number++) watch.expect([draw(number, number)]);
  now += 42 * minuteMs + 1000;
  expect(watch.overdueSeconds()).toEqual({ keno: 1 });
});
