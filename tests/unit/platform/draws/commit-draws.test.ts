import { describe, expect, it } from 'vitest';
import { newDraw, slotsToCommit } from '../../../../platform/draws/commit-draws.ts';
import { createSeedVault } from '../../../../platform/draws/seed-vault.ts';
import { commitmentOf } from '../../../../shared/domain/draw-function.ts';
import { gamesOf } from '../../../helpers/platform-games.ts';

const timeZone = 'Asia/Kolkata';
const now = new Date('2026-11-18T12:02:00Z');
const game = (gameId: string) => {
  const [found] = gamesOf(gameId);
  if (!found) throw new Error(gameId);
  return found;
};
const minutesAhead = (at: Date | undefined) => ((at?.getTime() ?? 0) - now.getTime()) / 60_000;

describe('slotsToCommit', () => {
  it.each(['jaldi', 'symbols', 'keno', 'pick3', 'daily', 'jackpot', 'raffle'])(
    'returns at least three draws of %s, every draw of the next half hour and every draw on sale',
    (gameId) => {
      const { salesOpenSeconds } = game(gameId);
      const slots = slotsToCommit(game(gameId), null, now, timeZone);
      expect(slots.length).toBeGreaterThanOrEqual(3);
      const next = slotsToCommit(
        game(gameId),
        slots.at(-1)?.number ?? 0,
        new Date(now.getTime() + 90 * 86_400_000),
        timeZone,
      )[0];
      expect(minutesAhead(next?.at)).toBeGreaterThan(30);
      expect(minutesAhead(next?.at)).toBeGreaterThan(salesOpenSeconds / 60);
    },
  );

  it('continues after the last known draw without a gap, even after downtime', () => {
    const [first] = slotsToCommit(game('jaldi'), null, now, timeZone);
    const lastKnown = (first?.number ?? 0) - 100;
    const slots = slotsToCommit(game('jaldi'), lastKnown, now, timeZone);
    expect(slots.map(({ number }) => number)).toEqual(slots.map((_, index) => lastKnown + 1 + index));
    expect(slots.at(-1)?.at.getTime()).toBeGreaterThan(now.getTime());
  });

  it('returns at most 200 draws, even after a long downtime', () => {
    expect(slotsToCommit(game('jaldi'), 10, now, timeZone)).toHaveLength(200);
  });

  it('returns no draws if all upcoming draws are committed', () => {
    const slots = slotsToCommit(game('keno'), null, now, timeZone);
    expect(slotsToCommit(game('keno'), slots.at(-1)?.number ?? 0, now, timeZone)).toEqual([]);
  });
});

describe('newDraw', () => {
  const vault = createSeedVault(['5e'.repeat(32)]);
  const slot = { number: 7, at: new Date('2026-11-18T13:00:00Z') };

  it('returns the commitment and the sealed seed, but not the plain seed', () => {
    const { draw, seedHex } = newDraw(game('keno'), slot, now, vault, true);
    expect(draw.commitment).toBe(commitmentOf(seedHex));
    expect(vault.open(draw.sealedSeed, 'keno-7')).toBe(seedHex);
    expect(JSON.stringify(draw)).not.toContain(seedHex);
  });

  it('records the newest draw method in the draw', () => {
    expect(newDraw(game('keno'), slot, now, vault, true).draw.method).toBe('golden-lotto/2');
  });

  it('never repeats a seed', () => {
    const seeds = Array.from({ length: 200 }, () => newDraw(game('keno'), slot, now, vault, true).seedHex);
    expect(new Set(seeds).size).toBe(200);
  });

  it('plans no seeded tickets if seeded players are disabled', () => {
    expect(newDraw(game('keno'), slot, now, vault, false).draw.populationTarget).toBe(0);
  });
});
