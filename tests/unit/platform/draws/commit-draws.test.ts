import { describe, expect, it } from 'vitest';
import { newDraw, slotsToCommit } from '../../../../platform/draws/commit-draws.ts';
import { createSeedVault } from '../../../../platform/draws/seed-vault.ts';
import { commitmentOf } from '../../../../shared/domain/draw-function.ts';
import { gamesOf } from '../../../helpers/platform-games.ts';

const ZONE = 'Asia/Kolkata';
const NOW = new Date('2026-11-18T12:02:00Z');
const game = (gameId: string) => {
  const [found] = gamesOf(gameId);
  if (!found) throw new Error(gameId);
  return found;
};
const minutesAhead = (at: Date | undefined) => ((at?.getTime() ?? 0) - NOW.getTime()) / 60_000;

describe('draws that want a commitment', () => {
  it.each(['jaldi', 'symbols', 'keno', 'pick3', 'daily', 'jackpot', 'raffle'])(
    'are the next 3 of %s or more, half an hour and all whose sales open within it',
    (gameId) => {
      const { salesOpenSeconds } = game(gameId);
      const slots = slotsToCommit(game(gameId), null, NOW, ZONE);
      expect(slots.length).toBeGreaterThanOrEqual(3);
      const next = slotsToCommit(
        game(gameId),
        slots.at(-1)?.number ?? 0,
        new Date(NOW.getTime() + 90 * 86_400_000),
        ZONE,
      )[0];
      expect(minutesAhead(next?.at)).toBeGreaterThan(30);
      expect(minutesAhead(next?.at)).toBeGreaterThan(salesOpenSeconds / 60);
    },
  );

  it('begin right after the last known one, so that a downtime leaves no gap', () => {
    const [first] = slotsToCommit(game('jaldi'), null, NOW, ZONE);
    const lastKnown = (first?.number ?? 0) - 100;
    const slots = slotsToCommit(game('jaldi'), lastKnown, NOW, ZONE);
    expect(slots.map(({ number }) => number)).toEqual(slots.map((_, index) => lastKnown + 1 + index));
    expect(slots.at(-1)?.at.getTime()).toBeGreaterThan(NOW.getTime());
  });

  it('come in batches after a year away', () => {
    expect(slotsToCommit(game('jaldi'), 10, NOW, ZONE)).toHaveLength(200);
  });

  it('are none where all are known', () => {
    const slots = slotsToCommit(game('keno'), null, NOW, ZONE);
    expect(slotsToCommit(game('keno'), slots.at(-1)?.number ?? 0, NOW, ZONE)).toEqual([]);
  });
});

describe('a new draw', () => {
  const vault = createSeedVault('5e'.repeat(32));
  const slot = { number: 7, at: new Date('2026-11-18T13:00:00Z') };

  it('holds the commitment of its sealed seed and not the seed', () => {
    const { draw, seedHex } = newDraw(game('keno'), slot, NOW, vault, true);
    expect(draw.commitment).toBe(commitmentOf(seedHex));
    expect(vault.open(draw.sealedSeed, 'keno-7')).toBe(seedHex);
    expect(JSON.stringify(draw)).not.toContain(seedHex);
  });

  it('never repeats a seed', () => {
    const seeds = Array.from({ length: 200 }, () => newDraw(game('keno'), slot, NOW, vault, true).seedHex);
    expect(new Set(seeds).size).toBe(200);
  });

  it('has no tickets in sight without seeded players', () => {
    expect(newDraw(game('keno'), slot, NOW, vault, false).draw.populationTarget).toBe(0);
  });
});
