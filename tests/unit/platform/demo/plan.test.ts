import { describe, expect, it } from 'vitest';
import { planDemo } from '../../../../platform/demo/plan.ts';
import { catalogue } from '../../../../platform/games/catalogue.ts';
import { parseDrawId } from '../../../../shared/domain/draw-id.ts';
import { isLine } from '../../../../shared/domain/draw-kinds.ts';
import { slotAt } from '../../../../shared/domain/schedule.ts';

const dayMs = 86_400_000;
const planned = (end: string, days: number, timeZone: string) => {
  const now = new Date(end);
  const from = new Date(now.getTime() - days * dayMs);
  return { now, from, plan: planDemo(catalogue, from, now, timeZone) };
};

/**
 * Each entry is a first start of a platform: the time, the number of days of history, and the time zone. Some times are
 * close to a clock change or a draw.
 */
const starts: [string, number, string][] = [
  ['2026-11-21T12:02:00Z', 30, 'Asia/Kolkata'],
  ['2026-12-31T18:30:00Z', 30, 'Asia/Kolkata'],
  ['2027-02-28T15:00:01Z', 30, 'Asia/Kolkata'],
  ['2027-04-05T00:59:59Z', 30, 'Europe/Oslo'],
  ['2027-11-10T23:00:00Z', 30, 'America/New_York'],
  ['2028-02-29T13:30:00Z', 30, 'Pacific/Apia'],
  ['2026-11-21T12:02:00Z', 8, 'Asia/Kolkata'],
  ['2026-11-21T12:02:00Z', 1, 'Asia/Kolkata'],
];

describe.each(starts)('planDemo at %s for %d days in %s', (...start) => {
  const [, days, timeZone] = start;
  const { now, from, plan } = planned(...start);
  const purchases = plan.filter((event) => event.kind === 'purchase');

  it('plans only past events, in chronological order', () => {
    const times = plan.map(({ at }) => at.getTime());
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(times[0]).toBeGreaterThan(from.getTime());
    expect(times.at(-1)).toBeLessThan(now.getTime());
    expect(purchases.length).toBeLessThanOrEqual(41);
    const games = new Set(purchases.map(({ gameId }) => gameId));
    expect(purchases.length).toBeGreaterThanOrEqual(days === 1 ? 10 : 30);
    expect(games.size).toBeGreaterThanOrEqual(days === 1 ? 5 : 7);
  });

  it('plans each purchase while the sales of its draw are open', () => {
    for (const { at, gameId, drawId, lines, stakeMinor } of purchases) {
      const game = catalogue.find((one) => one.gameId === gameId);
      const number = parseDrawId(drawId)?.drawNumber;
      if (!game || number === undefined) throw new Error(drawId);
      const drawAtMs = slotAt(game.schedule, number, timeZone).getTime();
      expect(drawAtMs).toBeLessThan(now.getTime());
      expect(at.getTime()).toBeGreaterThanOrEqual(drawAtMs - game.salesOpenSeconds * 1000);
      expect(at.getTime()).toBeLessThan(drawAtMs - game.salesCloseSeconds * 1000);
      expect(lines.every((line) => isLine(game.kind, line))).toBe(true);
      expect(stakeMinor).toBe(lines.length * game.ticketPriceMinor);
    }
  });

  it('plans no purchase or withdrawal that exceeds the balance', () => {
    let leftMinor = 0;
    for (const event of plan) {
      if (event.kind === 'deposit') leftMinor += event.outcome === 'approved' ? event.amountMinor : 0;
      else leftMinor -= event.kind === 'purchase' ? event.stakeMinor : event.amountMinor;
      expect(leftMinor).toBeGreaterThanOrEqual(0);
    }
    expect(plan.filter(({ kind }) => kind === 'withdrawal')).toHaveLength(4);
  });
});
