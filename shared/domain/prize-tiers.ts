import type { PrizeTier } from '../contract/games.ts';
import type {
  BallsKind,
  ColorKind,
  DigitsKind,
  DrawKind,
  KenoKind,
  RaffleKind,
  SymbolsKind,
} from './draw-kinds.ts';
import { chanceOf, type TierRule } from './odds.ts';

/** A prize tier with the rule that decides which lines win it. `prizeAmount` is in minor units. */
export interface Tier extends Omit<PrizeTier, 'rule'> {
  rule: TierRule;
}

/** The data of a game that a settlement needs. */
export interface GameRules {
  kind: DrawKind;
  /** Prize tiers, best first. A line wins at most one tier. */
  tiers: readonly Tier[];
}

interface Row {
  name: string;
  text: string;
  /** Prize in whole units of the currency. For a shared pot, it is the initial amount of the pot. */
  prize: number;
  shared?: true;
  rule: TierRule;
}

/**
 * Assigns prize numbers to the tiers and computes their odds from the rules, so that the published odds cannot differ
 * from the real odds.
 */
function rulesOf(kind: DrawKind, rows: readonly Row[]): GameRules {
  const tiers = rows.map((row, index) => ({
    prizeNo: index + 1,
    prizeName: row.name,
    prizeText: row.text,
    prizeAmount: row.prize * 100,
    shared: row.shared ?? false,
    oddsOneIn: 1 / chanceOf(kind, row.rule),
    rule: row.rule,
  }));
  return { kind, tiers };
}

const prizeNames = ['First prize', 'Second prize', 'Third prize', 'Fourth prize', 'Fifth prize'] as const;

const dailyKind: BallsKind = { kind: 'balls', pool: 36, picks: 5, bonus: 0 };
export const dailyRules = rulesOf(dailyKind, [
  { name: prizeNames[0], text: '5 of 5', prize: 1_000_000, rule: { kind: 'balls', main: 5 } },
  { name: prizeNames[1], text: '4 of 5', prize: 10_000, rule: { kind: 'balls', main: 4 } },
  { name: prizeNames[2], text: '3 of 5', prize: 250, rule: { kind: 'balls', main: 3 } },
  { name: prizeNames[3], text: '2 of 5', prize: 20, rule: { kind: 'balls', main: 2 } },
]);

const pick3Kind: DigitsKind = { kind: 'digits', digits: 3 };
export const pick3Rules = rulesOf(pick3Kind, [
  {
    name: 'Straight',
    text: 'All three digits in order',
    prize: 15_000,
    rule: { kind: 'digits', play: 'straight', arrangements: 1 },
  },
  {
    name: 'Box, two digits alike',
    text: 'All three digits in any order, two of them alike',
    prize: 5_000,
    rule: { kind: 'digits', play: 'box', arrangements: 3 },
  },
  {
    name: 'Box, three different digits',
    text: 'All three digits in any order, all different',
    prize: 2_500,
    rule: { kind: 'digits', play: 'box', arrangements: 6 },
  },
]);

const jackpotKind: BallsKind = { kind: 'balls', pool: 49, picks: 6, bonus: 1 };
export const jackpotRules = rulesOf(jackpotKind, [
  { name: 'Jackpot', text: '6 of 6', prize: 40_000_000, shared: true, rule: { kind: 'balls', main: 6 } },
  {
    name: 'Second prize',
    text: '5 of 6 and the bonus ball',
    prize: 1_000_000,
    rule: { kind: 'balls', main: 5, bonus: true },
  },
  { name: 'Third prize', text: '5 of 6', prize: 100_000, rule: { kind: 'balls', main: 5, bonus: false } },
  { name: 'Fourth prize', text: '4 of 6', prize: 2_500, rule: { kind: 'balls', main: 4 } },
  { name: 'Fifth prize', text: '3 of 6', prize: 300, rule: { kind: 'balls', main: 3 } },
  {
    name: 'Sixth prize',
    text: '2 of 6 and the bonus ball',
    prize: 100,
    rule: { kind: 'balls', main: 2, bonus: true },
  },
]);

const kenoKind: KenoKind = { kind: 'keno', pool: 80, drawn: 20, spots: { min: 1, max: 10 } };
/** Keno prizes by the count of played numbers and the count of matched numbers. Both counts are in descending order. */
const kenoPrizes: readonly (readonly [
  spots: number,
  prizes: readonly (readonly [hits: number, prize: number])[],
])[] = [
  [
    10,
    [
      [10, 1_000_000],
      [9, 100_000],
      [8, 15_000],
      [7, 1_500],
      [6, 250],
      [5, 50],
      [0, 30],
    ],
  ],
  [
    9,
    [
      [9, 800_000],
      [8, 50_000],
      [7, 4_000],
      [6, 600],
      [5, 100],
    ],
  ],
  [
    8,
    [
      [8, 400_000],
      [7, 15_000],
      [6, 1_200],
      [5, 150],
      [4, 20],
    ],
  ],
  [
    7,
    [
      [7, 100_000],
      [6, 4_000],
      [5, 300],
      [4, 60],
    ],
  ],
  [
    6,
    [
      [6, 25_000],
      [5, 1_000],
      [4, 100],
      [3, 20],
    ],
  ],
  [
    5,
    [
      [5, 8_000],
      [4, 250],
      [3, 40],
    ],
  ],
  [
    4,
    [
      [4, 1_500],
      [3, 80],
      [2, 20],
    ],
  ],
  [
    3,
    [
      [3, 650],
      [2, 20],
    ],
  ],
  [2, [[2, 200]]],
  [1, [[1, 50]]],
];
export const kenoRules = rulesOf(
  kenoKind,
  kenoPrizes.flatMap(([spots, prizes]) =>
    prizes.map(([hits, prize]) => ({
      name: `${hits} of ${spots}`,
      text: spots === 1 ? '1 spot played, 1 hit' : `${spots} spots played, ${hits === 0 ? 'none' : hits} hit`,
      prize,
      rule: { kind: 'keno', spots, hits } as const,
    })),
  ),
);

const raffleKind: RaffleKind = {
  kind: 'raffle',
  series: ['62A', '62B', '62C', '62D', '62E'],
  numberDigits: 5,
  prizes: [
    { prizeNo: 1, winners: 1, lastDigits: 5, series: true },
    { prizeNo: 2, winners: 10, lastDigits: 5, series: false },
    { prizeNo: 3, winners: 10, lastDigits: 4, series: false },
    { prizeNo: 4, winners: 20, lastDigits: 4, series: false },
    { prizeNo: 5, winners: 100, lastDigits: 4, series: false },
  ],
};
const rafflePrizes = [
  ['Series and all five digits', 10_000_000],
  ['All five digits, any series; 10 numbers drawn', 100_000],
  ['The last four digits; 10 numbers drawn', 10_000],
  ['The last four digits; 20 numbers drawn', 5_000],
  ['The last four digits; 100 numbers drawn', 1_000],
] as const;
export const raffleRules = rulesOf(
  raffleKind,
  rafflePrizes.map(([text, prize], index) => ({
    name: prizeNames[index] ?? '',
    text,
    prize,
    rule: { kind: 'raffle', prizeNo: index + 1 } as const,
  })),
);

const symbolsKind: SymbolsKind = {
  kind: 'symbols',
  symbols: ['lotus', 'lamp', 'bell', 'kite', 'mango', 'feather', 'drum', 'crown', 'star'],
  picks: 4,
};
export const symbolsRules = rulesOf(symbolsKind, [
  {
    name: prizeNames[0],
    text: 'All four symbols in place',
    prize: 20_000,
    rule: { kind: 'symbols', places: 4 },
  },
  { name: prizeNames[1], text: 'Three symbols in place', prize: 400, rule: { kind: 'symbols', places: 3 } },
  { name: prizeNames[2], text: 'Two symbols in place', prize: 25, rule: { kind: 'symbols', places: 2 } },
]);

const jaldiKind: ColorKind = {
  kind: 'color',
  numbers: 10,
  colors: [
    { key: 'violet', numbers: [0, 5] },
    { key: 'green', numbers: [1, 3, 7, 9] },
    { key: 'red', numbers: [2, 4, 6, 8] },
  ],
};
export const jaldiRules = rulesOf(jaldiKind, [
  { name: 'Number', text: 'The number drawn', prize: 77, rule: { kind: 'color', on: 'number' } },
  {
    name: 'Violet',
    text: 'Violet, where a violet number is drawn',
    prize: 38,
    rule: { kind: 'color', on: 'color', keys: ['violet'] },
  },
  {
    name: 'Green or red',
    text: 'Green or red, where a number of that colour is drawn',
    prize: 19,
    rule: { kind: 'color', on: 'color', keys: ['green', 'red'] },
  },
]);
