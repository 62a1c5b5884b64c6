import { describe, expect, it } from 'vitest';
import { createRandom, playerAlias, populationLines } from '../../../../platform/draws/population.ts';
import { catalogue } from '../../../../platform/games/catalogue.ts';
import { encodeLine, isLine, type RaffleKind } from '../../../../shared/domain/draw-kinds.ts';

describe('the crowd of players', () => {
  it.each(catalogue.map((game) => [game.gameId, game.kind] as const))('plays lines of %s', (_, kind) => {
    const lines = populationLines(kind, createRandom('crowd'), 2000);
    expect(lines).toHaveLength(2000);
    expect(lines.filter((line) => !isLine(kind, line))).toEqual([]);
    expect(new Set(lines.map((line) => encodeLine(kind, line))).size).toBeGreaterThan(10);
  });

  it('plays the same again for the same seed, and otherwise for another', () => {
    for (const { kind } of catalogue) {
      const lines = populationLines(kind, createRandom('one'), 50);
      expect(populationLines(kind, createRandom('one'), 50)).toEqual(lines);
      expect(populationLines(kind, createRandom('two'), 50)).not.toEqual(lines);
    }
  });

  it('makes every kind of bet', () => {
    const plays = new Set(
      catalogue.flatMap(({ kind }) =>
        populationLines(kind, createRandom('bets'), 1000).map((line) => {
          if (kind.kind === 'keno' && Array.isArray(line)) return `${line.length} spots`;
          return !Array.isArray(line) && 'play' in line ? line.play : Object.keys(line).join();
        }),
      ),
    );
    for (const spots of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) expect(plays).toContain(`${spots} spots`);
    for (const play of ['straight', 'box', 'number', 'color']) expect(plays).toContain(play);
  });

  it('never buys a raffle ticket twice, and stops when all are sold', () => {
    const kind: RaffleKind = { kind: 'raffle', series: ['A', 'B'], numberDigits: 2, prizes: [] };
    const first = populationLines(kind, createRandom('raffle'), 150);
    const sold = new Set(first.map((line) => encodeLine(kind, line)));
    expect(sold.size).toBe(150);
    const rest = populationLines(kind, createRandom('raffle'), 150, sold);
    expect(rest).toHaveLength(50);
    expect(new Set([...sold, ...rest.map((line) => encodeLine(kind, line))]).size).toBe(200);
  });
});

describe('an alias', () => {
  it('is a masked name and nothing more', () => {
    const aliases = Array.from({ length: 2000 }, (_, n) => playerAlias(n));
    for (const alias of aliases) expect(alias).toMatch(/^[A-Z][a-z]•••[a-z] [A-Z]\.$/);
    expect(new Set(aliases).size).toBeGreaterThan(300);
    expect(playerAlias(7)).toBe(playerAlias(7));
  });
});
