import { describe, expect, it } from 'vitest';
import { type DrawKind, encodeLine, isLine, type Line } from '../../../../shared/domain/draw-kinds.ts';
import {
  dailyRules,
  jaldiRules,
  kenoRules,
  pick3Rules,
  raffleRules,
  symbolsRules,
} from '../../../../shared/domain/prize-tiers.ts';

const good: [text: string, kind: DrawKind, line: Line][] = [
  ['4,11,23,31,36', dailyRules.kind, [4, 11, 23, 31, 36]],
  ['7', kenoRules.kind, [7]],
  ['1,2,3,4,5,6,7,8,9,80', kenoRules.kind, [1, 2, 3, 4, 5, 6, 7, 8, 9, 80]],
  ['straight:007', pick3Rules.kind, { digits: '007', play: 'straight' }],
  ['straight:777', pick3Rules.kind, { digits: '777', play: 'straight' }],
  ['box:077', pick3Rules.kind, { digits: '077', play: 'box' }],
  ['62D 00482', raffleRules.kind, { series: '62D', number: '00482' }],
  ['lotus,bell,bell,star', symbolsRules.kind, ['lotus', 'bell', 'bell', 'star']],
  ['number:0', jaldiRules.kind, { number: 0 }],
  ['color:violet', jaldiRules.kind, { color: 'violet' }],
];

const sparse: unknown[] = [1, 2];
sparse[3] = 4;
sparse[4] = 5;

const bad: [why: string, kind: DrawKind, value: unknown][] = [
  ['too few numbers', dailyRules.kind, [1, 2, 3, 4]],
  ['too many numbers', dailyRules.kind, [1, 2, 3, 4, 5, 6]],
  ['a number twice', dailyRules.kind, [1, 2, 3, 3, 4]],
  ['numbers out of order', dailyRules.kind, [2, 1, 3, 4, 5]],
  ['zero', dailyRules.kind, [0, 1, 2, 3, 4]],
  ['a number beyond the pool', dailyRules.kind, [1, 2, 3, 4, 37]],
  ['a fractional number', dailyRules.kind, [1, 2, 3, 4, 5.5]],
  ['NaN', dailyRules.kind, [1, 2, 3, 4, Number.NaN]],
  ['infinity', dailyRules.kind, [1, 2, 3, 4, Number.POSITIVE_INFINITY]],
  ['numbers as strings', dailyRules.kind, ['1', '2', '3', '4', '5']],
  ['a list with a gap', dailyRules.kind, sparse],
  ['an array-like object', dailyRules.kind, { length: 5, 0: 1, 1: 2, 2: 3, 3: 4, 4: 5 }],
  ['a string', dailyRules.kind, '1,2,3,4,5'],
  ['null', dailyRules.kind, null],
  ['undefined', dailyRules.kind, undefined],
  ['no spots', kenoRules.kind, []],
  ['eleven spots', kenoRules.kind, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
  ['digits as a number', pick3Rules.kind, { digits: 482, play: 'straight' }],
  ['two digits', pick3Rules.kind, { digits: '48', play: 'straight' }],
  ['digits of another script', pick3Rules.kind, { digits: '४८२', play: 'straight' }],
  ['a line feed after the digits', pick3Rules.kind, { digits: '48\n', play: 'straight' }],
  ['a boxed triple', pick3Rules.kind, { digits: '777', play: 'box' }],
  ['an unknown play', pick3Rules.kind, { digits: '482', play: 'any' }],
  ['an additional field', pick3Rules.kind, { digits: '482', play: 'box', prizeNo: 1 }],
  ['inherited fields', pick3Rules.kind, Object.create({ digits: '482', play: 'box' })],
  [
    'inherited fields and two unrelated own fields',
    pick3Rules.kind,
    Object.assign(Object.create({ digits: '482', play: 'box' }), { a: 1, b: 2 }),
  ],
  ['an unknown series', raffleRules.kind, { series: '62Z', number: '00482' }],
  ['a number without leading zeros', raffleRules.kind, { series: '62D', number: '482' }],
  ['a raffle number that is not a string', raffleRules.kind, { series: '62D', number: 48215 }],
  ['an unknown symbol', symbolsRules.kind, ['lotus', 'bell', 'bell', 'cherry']],
  ['three symbols', symbolsRules.kind, ['lotus', 'bell', 'bell']],
  ['a symbol nested in a list', symbolsRules.kind, ['lotus', 'bell', 'bell', ['star']]],
  ['the number ten', jaldiRules.kind, { number: 10 }],
  ['a negative number', jaldiRules.kind, { number: -1 }],
  ['number and colour at once', jaldiRules.kind, { number: 1, color: 'green' }],
  ['an unknown colour', jaldiRules.kind, { color: 'blue' }],
  ['a line of another game', jaldiRules.kind, [1, 2, 3, 4, 5]],
];

describe('a ticket line', () => {
  it.each(good)('is accepted and encoded as %s', (text, kind, line) => {
    expect(isLine(kind, line)).toBe(true);
    expect(encodeLine(kind, line)).toBe(text);
  });

  it.each(bad)('is rejected if it is invalid: %s', (_, kind, value) => {
    expect(isLine(kind, value)).toBe(false);
  });

  it('cannot be encoded if it is invalid', () => {
    expect(() => encodeLine(dailyRules.kind, [1, 2, 3, 4, 37])).toThrow(RangeError);
  });
});
