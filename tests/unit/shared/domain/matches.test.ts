import { expect, it } from 'vitest';
import type { DrawKind, Line } from '../../../../shared/domain/draw-kinds.ts';
import { matchesOf } from '../../../../shared/domain/matches.ts';
import {
  dailyRules,
  jackpotRules,
  jaldiRules,
  kenoRules,
  pick3Rules,
  raffleRules,
  symbolsRules,
} from '../../../../shared/domain/prize-tiers.ts';

/** The drawn numbers of a raffle with one first prize, ten second prizes, and ten prizes for the last four digits. */
const raffle = [
  '62D 48215',
  ...Array.from({ length: 10 }, (_, index) => String(30_000 + index)),
  ...Array.from({ length: 10 }, (_, index) => String(7000 + index)),
];

const cases: [string, DrawKind, string[], Line, string[]][] = [
  ['balls', dailyRules.kind, ['31', '4', '11', '36', '5'], [4, 7, 11, 30, 36], ['4', '11', '36']],
  [
    'a bonus ball',
    jackpotRules.kind,
    ['1', '2', '3', '4', '5', '6', '49'],
    [1, 8, 9, 10, 11, 49],
    ['1', '49'],
  ],
  ['keno', kenoRules.kind, ['80', '7', '12'], [7, 8, 80], ['7', '80']],
  ['digits in their places', pick3Rules.kind, ['0', '4', '8'], { digits: '084', play: 'straight' }, ['0']],
  ['digits in any place', pick3Rules.kind, ['0', '4', '4'], { digits: '404', play: 'box' }, ['4', '0', '4']],
  ['a digit once', pick3Rules.kind, ['0', '4', '8'], { digits: '404', play: 'box' }, ['4', '0']],
  [
    'symbols in their places',
    symbolsRules.kind,
    ['bell', 'star', 'bell', 'kite'],
    ['star', 'star', 'bell', 'bell'],
    ['star', 'bell'],
  ],
  ['a number', jaldiRules.kind, ['7', 'green'], { number: 7 }, ['7']],
  ['another number', jaldiRules.kind, ['7', 'green'], { number: 8 }, []],
  ['a colour', jaldiRules.kind, ['7', 'green'], { color: 'green' }, ['green']],
  [
    'the first prize of a raffle',
    raffleRules.kind,
    raffle,
    { series: '62D', number: '48215' },
    ['62D', '48215'],
  ],
  [
    'the first prize number in another series',
    raffleRules.kind,
    raffle,
    { series: '62A', number: '48215' },
    [],
  ],
  ['all five digits', raffleRules.kind, raffle, { series: '62A', number: '30003' }, ['30003']],
  ['the last four digits', raffleRules.kind, raffle, { series: '62A', number: '17004' }, ['7004']],
];

it.each(cases)(
  'matchesOf returns the parts of a line that match the drawn numbers: %s',
  (_what, kind, drawn, line, matched) => {
    expect(matchesOf(kind, drawn, line)).toEqual(matched);
  },
);
