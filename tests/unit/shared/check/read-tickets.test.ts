import { describe, expect, it } from 'vitest';
import { mostTickets, readTickets } from '../../../../shared/check/read-tickets.ts';
import type { DrawKind } from '../../../../shared/domain/draw-kinds.ts';
import {
  dailyRules,
  jaldiRules,
  kenoRules,
  pick3Rules,
  raffleRules,
  symbolsRules,
} from '../../../../shared/domain/prize-tiers.ts';

const names = new Map([
  ['बॉक्स', 'box'],
  ['कमल', 'lotus'],
  ['rød', 'red'],
]);
const read = ({ kind }: { kind: DrawKind }, typed: string) => readTickets(kind, typed, names);

describe('readTickets', () => {
  it.each([
    ['4 11 23 31 36', [[4, 11, 23, 31, 36]]],
    ['36, 31; ', []],
    ['04-11-23-31-36', [[4, 11, 23, 31, 36]]],
    [
      '4/11/23/31/36\n\n  1 2 3 4 5',
      [
        [4, 11, 23, 31, 36],
        [1, 2, 3, 4, 5],
      ],
    ],
    [
      'Line 1: 4.11.23.31.36\r\n2) 1 2 3 4 5',
      [
        [4, 11, 23, 31, 36],
        [1, 2, 3, 4, 5],
      ],
    ],
    [
      '4 11 23 31 36; 1 2 3 4 5',
      [
        [4, 11, 23, 31, 36],
        [1, 2, 3, 4, 5],
      ],
    ],
    ['४ ११ २३ ३१ ३६', [[4, 11, 23, 31, 36]]],
    ['\u202e٤ ۱۱ 23 31 ３６\u202c', [[4, 11, 23, 31, 36]]],
    ['4\u200b11\ufeff23 31 36', [[4, 11, 23, 31, 36]]],
    ['(1) 4 11 23 31 36', [[4, 11, 23, 31, 36]]],
    ['#12: 4 11 23 31 36', [[4, 11, 23, 31, 36]]],
    ['4: 11: 23: 31: 36', [[4, 11, 23, 31, 36]]],
    ['4) 11) 23) 31) 36)', [[4, 11, 23, 31, 36]]],
    ['(4) (11) (23) (31) (36)', [[4, 11, 23, 31, 36]]],
    ['4:11 23 31 36', [[4, 11, 23, 31, 36]]],
  ])('reads the tickets of a daily game from %j', (typed, lines) => {
    expect(read(dailyRules, typed).lines).toEqual(lines);
  });

  it.each([';', '；', '؛', '।', '|', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
    'separates tickets at %j',
    (end) => {
      expect(read(kenoRules, `1 2 3${end}4 5`)).toEqual({
        lines: [
          [1, 2, 3],
          [4, 5],
        ],
        problems: [],
      });
    },
  );

  it.each([
    ['1: 2: 3', [1, 2, 3]],
    ['1:2 3', [1, 2, 3]],
    ['Numbers 1) 2) 3)', null],
    ['Ticket 7: 1 2 3', [1, 2, 3]],
  ])('never mistakes a played Keno number for a label: %j', (typed, line) => {
    expect(read(kenoRules, typed).lines).toEqual(line ? [line] : []);
  });

  it.each([
    ['048', { digits: '048', play: 'straight' }],
    ['0-4-8 box', { digits: '048', play: 'box' }],
    ['BOX: 048', { digits: '048', play: 'box' }],
    ['straight:048', { digits: '048', play: 'straight' }],
    ['Line 3: 0 4 8 बॉक्स', { digits: '048', play: 'box' }],
  ])('reads a ticket of a digits game from %j', (typed, line) => {
    expect(read(pick3Rules, typed)).toEqual({ lines: [line], problems: [] });
  });

  it.each([
    [raffleRules, '62D 48215', { series: '62D', number: '48215' }],
    [raffleRules, '62d-48215', { series: '62D', number: '48215' }],
    [raffleRules, '62D48215', { series: '62D', number: '48215' }],
    [raffleRules, '62D 48 215', { series: '62D', number: '48215' }],
    [symbolsRules, 'कमल, star | Star lotus', ['lotus', 'star', 'star', 'lotus']],
    [jaldiRules, 'Number: 7', { number: 7 }],
    [jaldiRules, 'RØD', { color: 'red' }],
    [kenoRules, '80', [80]],
  ] as const)('reads a ticket of a raffle, symbol, colour or Keno game (case %#)', (rules, typed, line) => {
    expect(read(rules, typed)).toEqual({ lines: [line], problems: [] });
  });

  it.each([
    [dailyRules, '1 2 3 4 x', 'not_number'],
    [dailyRules, '0 2 3 4 5', 'outside'],
    [dailyRules, '1 2 3 4 037', 'outside'],
    [dailyRules, '1 2 3 4 12345', 'not_number'],
    [dailyRules, '1 2 3 4 04', 'twice'],
    [dailyRules, '...', 'count'],
    [kenoRules, '1 2 3 4 5 6 7 8 9 10 11', 'spots'],
    [pick3Rules, '0482', 'digits'],
    [pick3Rules, '111 box', 'box'],
    [pick3Rules, '123 box straight', 'box'],
    [raffleRules, '62Z 48215', 'series'],
    [raffleRules, '62A 4821', 'ticket_digits'],
    [raffleRules, '62A 4821x', 'not_number'],
    [symbolsRules, 'lotus lotus lotus', 'symbols'],
    [symbolsRules, 'lotus lotus lotus rose', 'symbol'],
    [jaldiRules, '10', 'color'],
    [jaldiRules, 'red green', 'color'],
    [jaldiRules, 'Red: 5', 'color'],
    [jaldiRules, 'rød: 5', 'color'],
    [symbolsRules, 'bell: lotus lotus lotus lotus', 'symbols'],
  ] as const)('returns the specific message for an invalid ticket (case %#)', (rules, typed, key) => {
    const { lines, problems } = read(rules, typed);
    expect([lines, problems.map((problem) => problem.key)]).toEqual([[], [`check.wrong.${key}`]]);
  });

  it('reads at most one ticket more than the limit, and shortens long texts in messages', () => {
    expect(read(jaldiRules, '7\n'.repeat(1000)).lines).toHaveLength(mostTickets + 1);
    const [problem] = read(jaldiRules, 'x'.repeat(4000)).problems;
    expect(problem?.text).toHaveLength(41);
    expect(problem?.values?.['word']).toHaveLength(41);
  });
});
