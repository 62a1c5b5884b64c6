import { describe, expect, it } from 'vitest';
import type {
  BallsKind,
  ColorKind,
  DrawKind,
  KenoKind,
  Line,
  RaffleKind,
} from '../../../../shared/domain/draw-kinds.ts';
import { chanceOf, combinations, type TierRule } from '../../../../shared/domain/odds.ts';
import { createOutcome, outcomesOf } from '../../../../shared/domain/outcomes.ts';
import { dailyRules, jackpotRules, kenoRules, raffleRules } from '../../../../shared/domain/prize-tiers.ts';

/** Returns all ways to choose `count` numbers from 1 to `pool`. The numbers of each way are in ascending order. */
function choices(pool: number, count: number, from = 1): number[][] {
  if (count === 0) return [[]];
  const ways: number[][] = [];
  for (let first = from; first <= pool - count + 1; first += 1)
    for (const rest of choices(pool, count - 1, first + 1)) ways.push([first, ...rest]);
  return ways;
}

/** Returns all sequences of `length` elements from the list `of`. An element may occur several times. */
const sequences = <T>(of: readonly T[], length: number): T[][] =>
  length === 0 ? [[]] : sequences(of, length - 1).flatMap((start) => of.map((next) => [...start, next]));

/** Returns the share of these lines that win a prize of this rule in a draw with the numbers `drawn`. */
function played(kind: DrawKind, drawn: string[], rule: TierRule, lines: Line[]): number {
  const outcome = createOutcome(kind, drawn);
  const wins = new Set(outcomesOf(rule));
  return lines.filter((line) => wins.has(outcome(line) ?? 'no line')).length / lines.length;
}

describe('the computed odds', () => {
  it('match an exhaustive count of ball game lines, with and without a bonus ball', () => {
    const kind: BallsKind = { kind: 'balls', pool: 11, picks: 4, bonus: 1 };
    const lines = choices(11, 4);
    for (let main = 0; main <= 4; main += 1)
      for (const bonus of [true, false, undefined]) {
        const rule: TierRule = { kind: 'balls', main, ...(bonus === undefined ? {} : { bonus }) };
        expect(played(kind, ['9', '2', '5', '11', '3'], rule, lines)).toBeCloseTo(chanceOf(kind, rule), 12);
      }
  });

  it('match an exhaustive count of keno outcomes for each number of spots and hits', () => {
    const kind: KenoKind = { kind: 'keno', pool: 12, drawn: 5, spots: { min: 1, max: 5 } };
    for (let spots = 1; spots <= 5; spots += 1)
      for (let hits = 0; hits <= spots; hits += 1) {
        const rule: TierRule = { kind: 'keno', spots, hits };
        const share = played(kind, ['12', '1', '7', '4', '9'], rule, choices(12, spots));
        expect(share).toBeCloseTo(chanceOf(kind, rule), 12);
      }
  });

  it('match an exhaustive count of all 1,000 three-digit draws', () => {
    const kind: DrawKind = { kind: 'digits', digits: 3 };
    const draws = sequences(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'], 3);
    const plays: [Line, TierRule][] = [
      [
        { digits: '482', play: 'straight' },
        { kind: 'digits', play: 'straight', arrangements: 1 },
      ],
      [
        { digits: '377', play: 'box' },
        { kind: 'digits', play: 'box', arrangements: 3 },
      ],
      [
        { digits: '482', play: 'box' },
        { kind: 'digits', play: 'box', arrangements: 6 },
      ],
    ];
    for (const [line, rule] of plays) {
      const won = draws.filter((drawn) => played(kind, drawn, rule, [line]) === 1).length;
      expect(won / draws.length).toBeCloseTo(chanceOf(kind, rule), 12);
    }
  });

  it('match an exhaustive count of all lines in a symbol game', () => {
    const kind: DrawKind = { kind: 'symbols', symbols: ['lotus', 'lamp', 'bell', 'kite'], picks: 3 };
    for (let places = 0; places <= 3; places += 1) {
      const rule: TierRule = { kind: 'symbols', places };
      const share = played(kind, ['bell', 'bell', 'kite'], rule, sequences(kind.symbols, 3));
      expect(share).toBeCloseTo(chanceOf(kind, rule), 12);
    }
  });

  it('match an exhaustive count of all raffle tickets', () => {
    const kind: RaffleKind = {
      kind: 'raffle',
      series: ['A', 'B'],
      numberDigits: 3,
      prizes: [
        { prizeNo: 1, winners: 1, lastDigits: 3, series: true },
        { prizeNo: 2, winners: 2, lastDigits: 3, series: false },
        { prizeNo: 3, winners: 3, lastDigits: 2, series: false },
      ],
    };
    const lines = kind.series.flatMap((series) =>
      Array.from({ length: 1000 }, (_, number) => ({ series, number: String(number).padStart(3, '0') })),
    );
    const drawn = ['B 048', '117', '900', '01', '55', '99'];
    for (const { prizeNo } of kind.prizes) {
      const rule: TierRule = { kind: 'raffle', prizeNo };
      expect(played(kind, drawn, rule, lines)).toBeCloseTo(chanceOf(kind, rule), 12);
    }
  });

  it('match an exhaustive count of all draws in a colour game, and throw a RangeError for colours with unequal chances', () => {
    const kind: ColorKind = {
      kind: 'color',
      numbers: 5,
      colors: [
        { key: 'red', numbers: [0, 1] },
        { key: 'green', numbers: [2, 3] },
        { key: 'violet', numbers: [4] },
      ],
    };
    const draws = [0, 1, 2, 3, 4].map((number) => [
      String(number),
      kind.colors.find(({ numbers }) => numbers.includes(number))?.key ?? '',
    ]);
    const plays: [Line, TierRule][] = [
      [{ number: 3 }, { kind: 'color', on: 'number' }],
      [{ color: 'violet' }, { kind: 'color', on: 'color', keys: ['violet'] }],
      [{ color: 'green' }, { kind: 'color', on: 'color', keys: ['red', 'green'] }],
    ];
    for (const [line, rule] of plays) {
      const won = draws.filter((drawn) => played(kind, drawn, rule, [line]) === 1).length;
      expect(won / draws.length).toBeCloseTo(chanceOf(kind, rule), 12);
    }
    const unequal: TierRule = { kind: 'color', on: 'color', keys: ['red', 'violet'] };
    expect(() => chanceOf(kind, unequal)).toThrow(RangeError);
  });
});

const oneIn = (tiers: readonly { oddsOneIn: number | null }[]) => tiers.map((tier) => tier.oddsOneIn ?? 0);

describe('the computed odds of a real game', () => {
  it('equal the published odds of a 6/49 game with a bonus ball', () => {
    const [six, fiveBonus, five, four, three, twoBonus] = oneIn(jackpotRules.tiers);
    expect(six).toBeCloseTo(13_983_816, 3);
    expect(fiveBonus).toBeCloseTo(2_330_636, 3);
    expect(five).toBeCloseTo(55_491.33, 2);
    expect(four).toBeCloseTo(1032.4, 2);
    expect(three).toBeCloseTo(56.66, 2);
    expect(twoBonus).toBeCloseTo(81.21, 2);
  });

  it('equal the published odds of the daily, keno and raffle games', () => {
    expect(oneIn(dailyRules.tiers)[0]).toBeCloseTo(376_992, 4);
    expect(oneIn(kenoRules.tiers)[0]).toBeCloseTo(8_911_711.18, 2);
    expect(oneIn(raffleRules.tiers).map(Math.round)).toEqual([500_000, 10_000, 1_000, 500, 100]);
  });

  it('are based on the exact number of combinations', () => {
    expect(combinations(49, 6)).toBe(13_983_816);
    expect(combinations(80, 10)).toBe(1_646_492_110_120);
    expect(combinations(5, 6)).toBe(0);
    expect(combinations(5, -1)).toBe(0);
  });

  it('throw a RangeError for a prize rule that does not belong to the game', () => {
    expect(() => chanceOf(dailyRules.kind, { kind: 'keno', spots: 1, hits: 1 })).toThrow(RangeError);
    expect(() => chanceOf(raffleRules.kind, { kind: 'raffle', prizeNo: 6 })).toThrow(RangeError);
  });
});
