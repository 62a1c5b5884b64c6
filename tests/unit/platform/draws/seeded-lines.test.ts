import { describe, expect, it } from 'vitest';
import { createPseudoRandom } from '../../../../platform/draws/pseudo-random.ts';
import { seededLines } from '../../../../platform/draws/seeded-lines.ts';
import { catalogue } from '../../../../platform/games/catalogue.ts';
import { encodeLine, isLine, type RaffleKind } from '../../../../shared/domain/draw-kinds.ts';

describe('seededLines', () => {
  it.each(catalogue.map((game) => [game.gameId, game.kind] as const))(
    'returns valid and varied lines for %s',
    (_, kind) => {
      const lines = seededLines(kind, createPseudoRandom('crowd'), 2000);
      expect(lines).toHaveLength(2000);
      expect(lines.filter((line) => !isLine(kind, line))).toEqual([]);
      expect(new Set(lines.map((line) => encodeLine(kind, line))).size).toBeGreaterThan(10);
    },
  );

  it('returns the same lines for the same seed and other lines for another seed', () => {
    for (const { kind } of catalogue) {
      const lines = seededLines(kind, createPseudoRandom('one'), 50);
      expect(seededLines(kind, createPseudoRandom('one'), 50)).toEqual(lines);
      expect(seededLines(kind, createPseudoRandom('two'), 50)).not.toEqual(lines);
    }
  });

  it('returns lines for every kind of bet', () => {
    const plays = new Set(
      catalogue.flatMap(({ kind }) =>
        seededLines(kind, createPseudoRandom('bets'), 1000).map((line) => {
          if (kind.kind === 'keno' && Array.isArray(line)) return `${line.length} spots`;
          return !Array.isArray(line) && 'play' in line ? line.play : Object.keys(line).join();
        }),
      ),
    );
    for (const spots of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) expect(plays).toContain(`${spots} spots`);
    for (const play of ['straight', 'box', 'number', 'color']) expect(plays).toContain(play);
  });

  it('returns no raffle ticket twice and stops when the raffle is sold out', () => {
    const kind: RaffleKind = { kind: 'raffle', series: ['A', 'B'], numberDigits: 2, prizes: [] };
    const first = seededLines(kind, createPseudoRandom('raffle'), 150);
    const sold = new Set(first.map((line) => encodeLine(kind, line)));
    expect(sold.size).toBe(150);
    const rest = seededLines(kind, createPseudoRandom('raffle'), 150, sold);
    expect(rest).toHaveLength(50);
    expect(new Set([...sold, ...rest.map((line) => encodeLine(kind, line))]).size).toBe(200);
  });
});
