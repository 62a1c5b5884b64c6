import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commitmentOf, type DrawInput, draw } from '../../../../shared/domain/draw-function.ts';
import type { DrawKind } from '../../../../shared/domain/draw-kinds.ts';
import { drawMethods, newestDrawMethod } from '../../../../shared/domain/draw-methods.ts';
import { readDrawKind } from '../../../../shared/domain/draw-parameters.ts';
import {
  drawVectors,
  rootOfNoTickets,
  smallRaffle,
  vectorSeed,
} from '../../../../shared/domain/draw-vectors.ts';
import {
  dailyRules,
  type GameRules,
  jackpotRules,
  jaldiRules,
  kenoRules,
  pick3Rules,
  raffleRules,
  symbolsRules,
} from '../../../../shared/domain/prize-tiers.ts';

const seedHex = vectorSeed;
const noTickets = rootOfNoTickets;
const allRules: GameRules[] = [
  dailyRules,
  pick3Rules,
  jackpotRules,
  kenoRules,
  raffleRules,
  symbolsRules,
  jaldiRules,
];

/**
 * Returns the numbers of many draws with one fixed seed and different draw ids. The fixed seed gives the statistical
 * tests the same outcome in every run.
 */
const drawMany = (kind: DrawKind, count: number): string[][] =>
  Array.from({ length: count }, (_, index) =>
    draw(kind, { method: newestDrawMethod, seedHex, drawId: `uniform-${index}`, ticketsRoot: noTickets }),
  );

/** Returns the chi-square statistic for the hypothesis that all numbers from 0 to n-1 are equally likely. */
function chiSquare(values: number[], n: number): number {
  const counts = Array.from({ length: n }, () => 0);
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  const expected = values.length / n;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/**
 * Returns the limit for a chi-square statistic with n-1 degrees of freedom. The limit is the mean plus five standard
 * deviations.
 */
const bound = (n: number): number => n - 1 + 5 * Math.sqrt(2 * (n - 1));

describe('commitmentOf', () => {
  it('returns the SHA-256 hash of the seed’s bytes, not of the hex digits', () => {
    expect(commitmentOf(seedHex)).toBe('630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd');
  });

  it('rejects a seed that is not 32 bytes of lower-case hex', () => {
    for (const wrong of ['', 'ab', seedHex.toUpperCase(), `${seedHex}00`, `${seedHex.slice(1)}g`])
      expect(() => commitmentOf(wrong)).toThrow(RangeError);
  });
});

describe('the draw function', () => {
  it.each(drawVectors)('reproduces the published test vector of $drawId', ({ drawId, kind, drawn }) => {
    for (const method of drawMethods)
      expect(draw(kind, { method, seedHex, drawId, ticketsRoot: noTickets }).join(' ')).toBe(drawn[method]);
  });

  it('draws different numbers if the method, the seed, the draw or the tickets differ', () => {
    const base: DrawInput = { method: 'golden-lotto/2', seedHex, drawId: 'keno-1', ticketsRoot: noTickets };
    const drawn = draw(kenoRules.kind, base);
    for (const other of [
      { ...base, method: 'golden-lotto/1' } as const,
      { ...base, seedHex: seedHex.replace(/^00/, '01') },
      { ...base, drawId: 'keno-2' },
      { ...base, ticketsRoot: noTickets.replace(/^e/, 'f') },
    ])
      expect(draw(kenoRules.kind, other)).not.toEqual(drawn);
  });

  it('rejects malformed input', () => {
    const base: DrawInput = { method: 'golden-lotto/2', seedHex, drawId: 'daily-1', ticketsRoot: noTickets };
    for (const wrong of [
      { ...base, drawId: '' },
      { ...base, drawId: 'daily-1\nx' },
      { ...base, ticketsRoot: '' },
      { ...base, seedHex: '00' },
    ])
      expect(() => draw(dailyRules.kind, wrong)).toThrow(RangeError);
  });

  it('draws distinct balls from the pool', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 90 }), fc.nat(), fc.nat(), (pool, some, id) => {
        const picks = 1 + (some % pool);
        const bonus = picks < pool ? 1 : 0;
        const drawn = draw(
          { kind: 'balls', pool, picks, bonus },
          { method: 'golden-lotto/2', seedHex, drawId: `d-${id}`, ticketsRoot: noTickets },
        ).map(Number);
        expect(drawn).toHaveLength(picks + bonus);
        expect(new Set(drawn).size).toBe(drawn.length);
        expect(drawn.every((ball) => ball >= 1 && ball <= pool)).toBe(true);
      }),
    );
  });

  it('draws each ball equally often at each position', () => {
    const draws = drawMany(jackpotRules.kind, 4900);
    for (let place = 0; place < 7; place += 1)
      expect(
        chiSquare(
          draws.map((drawn) => Number(drawn[place]) - 1),
          49,
        ),
      ).toBeLessThan(bound(49));
  });

  it('draws each pair of adjacent digits equally often', () => {
    const pairs = drawMany(pick3Rules.kind, 8000).flatMap(([a, b, c]) => [
      Number(`${a}${b}`),
      Number(`${b}${c}`),
    ]);
    expect(chiSquare(pairs, 100)).toBeLessThan(bound(100));
  });

  it('draws each symbol, each Golden Jaldi number and each keno ball equally often', () => {
    const symbols = symbolsRules.kind.kind === 'symbols' ? symbolsRules.kind.symbols : [];
    const places = drawMany(symbolsRules.kind, 3000).flat();
    expect(
      chiSquare(
        places.map((name) => symbols.indexOf(name)),
        9,
      ),
    ).toBeLessThan(bound(9));
    const numbers = drawMany(jaldiRules.kind, 5000).map(([number]) => Number(number));
    expect(chiSquare(numbers, 10)).toBeLessThan(bound(10));
    // The balls of a draw are distinct. Therefore the counts of the balls vary less than those of independent numbers,
    // for which the bound is defined.
    const balls = drawMany(kenoRules.kind, 1000)
      .flat()
      .map((ball) => Number(ball) - 1);
    expect(chiSquare(balls, 80)).toBeLessThan(bound(80));
  });

  it('adds the matching colour to the drawn number', () => {
    const colors = new Map(drawMany(jaldiRules.kind, 300).map(([number, color]) => [number, color]));
    expect(Object.fromEntries(colors)).toEqual({
      0: 'violet',
      1: 'green',
      2: 'red',
      3: 'green',
      4: 'red',
      5: 'violet',
      6: 'red',
      7: 'green',
      8: 'red',
      9: 'green',
    });
  });
});

describe('the draw function for a raffle', () => {
  const draws = drawMany(raffleRules.kind, 400);

  it('draws the winning numbers in the order of the prizes', () => {
    for (const drawn of draws) {
      expect(drawn).toHaveLength(141);
      expect(drawn[0]).toMatch(/^62[A-E] \d{5}$/);
      expect(drawn.slice(1, 11).every((number) => /^\d{5}$/.test(number))).toBe(true);
      expect(drawn.slice(11).every((number) => /^\d{4}$/.test(number))).toBe(true);
    }
  });

  it('draws numbers with distinct last four digits, so that no ticket wins twice', () => {
    for (const drawn of draws) expect(new Set(drawn.map((number) => number.slice(-4))).size).toBe(141);
  });

  it('draws each series and each digit of the first prize equally often', () => {
    const firsts = drawMany(smallRaffle, 4000).map((drawn) => drawn[0] ?? '');
    expect(
      chiSquare(
        firsts.map((first) => 'ABCDE'.indexOf(first.charAt(2))),
        5,
      ),
    ).toBeLessThan(bound(5));
    expect(
      chiSquare(
        firsts.map((first) => Number(first.charAt(4))),
        10,
      ),
    ).toBeLessThan(bound(10));
    expect(
      chiSquare(
        firsts.map((first) => Number(first.slice(-2))),
        100,
      ),
    ).toBeLessThan(bound(100));
  });
});

describe('readDrawKind', () => {
  it('reads the parameters of every game in the catalogue', () => {
    for (const { kind } of allRules) expect(readDrawKind(JSON.parse(JSON.stringify(kind)))).toEqual(kind);
  });

  it.each([
    ['null', null],
    ['a string', 'balls'],
    ['a list', [{ kind: 'balls', pool: 36, picks: 5, bonus: 0 }]],
    ['an unknown kind', { kind: 'dice', picks: 2 }],
    ['an excessively large pool', { kind: 'balls', pool: 1e9, picks: 1e9, bonus: 0 }],
    ['more picks than balls', { kind: 'balls', pool: 5, picks: 5, bonus: 1 }],
    ['a fractional number of balls', { kind: 'balls', pool: 36, picks: 5.5, bonus: 0 }],
    ['keno without spots', { kind: 'keno', pool: 80, drawn: 20 }],
    [
      'keno with more minimum than maximum spots',
      { kind: 'keno', pool: 80, drawn: 20, spots: { min: 9, max: 2 } },
    ],
    ['a thousand digits', { kind: 'digits', digits: 1000 }],
    ['symbols with invalid names', { kind: 'symbols', symbols: ['<svg>'], picks: 1 }],
    ['a number without a colour', { kind: 'color', numbers: 2, colors: [{ key: 'red', numbers: [0] }] }],
    ['a number with two colours', { kind: 'color', numbers: 1, colors: [{ key: 'a', numbers: [0, 0] }] }],
    ['more winning numbers than possible endings', { ...smallRaffle, numberDigits: 1 }],
    ['a raffle without prizes', { ...smallRaffle, prizes: [] }],
  ])('rejects invalid parameters: %s', (_, value) => {
    expect(readDrawKind(value)).toBeNull();
  });
});
