import { describe, expect, it } from 'vitest';
import type { DrawKind, Line } from '../../../../shared/domain/draw-kinds.ts';
import { quickPick } from '../../../../shared/domain/quick-pick.ts';
import { readTypedLine, typedLine } from '../../../../shared/domain/typed-line.ts';

const balls: DrawKind = { kind: 'balls', pool: 36, picks: 5, bonus: 0 };
const digits: DrawKind = { kind: 'digits', digits: 3 };
const keno: DrawKind = { kind: 'keno', pool: 80, drawn: 20, spots: { min: 1, max: 10 } };
const raffle: DrawKind = {
  kind: 'raffle',
  series: ['61D', '62D'],
  numberDigits: 5,
  prizes: [{ prizeNo: 1, winners: 1, lastDigits: 5, series: true }],
};
const symbols: DrawKind = { kind: 'symbols', symbols: ['bell', 'lotus', 'star'], picks: 4 };
const color: DrawKind = { kind: 'color', numbers: 10, colors: [{ key: 'red', numbers: [1, 2] }] };

const read: [DrawKind, string, Line][] = [
  [balls, ' 36, 4;11 23+31 ', [4, 11, 23, 31, 36]],
  [digits, '048', { digits: '048', play: 'straight' }],
  [digits, '0 4 8 BOX', { digits: '048', play: 'box' }],
  [keno, '7', [7]],
  [raffle, '62d 48215', { series: '62D', number: '48215' }],
  [raffle, '62D 48 215', { series: '62D', number: '48215' }],
  [symbols, 'Lotus bell, bell star', ['lotus', 'bell', 'bell', 'star']],
  [color, '7', { number: 7 }],
  [color, 'RED', { color: 'red' }],
];

const refused: [DrawKind, string][] = [
  [balls, ''],
  [balls, '1 2 3 4'],
  [balls, '1 2 3 4 4'],
  [balls, '1 2 3 4 37'],
  [balls, '1 2 3 4 5.5'],
  [balls, '1 2 3 4 0x5'],
  [digits, '48'],
  [digits, '444 box'],
  [digits, '048 box straight'],
  [raffle, '60D 48215'],
  [raffle, '62D 4821'],
  [symbols, 'lotus bell bell'],
  [symbols, 'lotus bell bell moon'],
  [color, '10'],
  [color, '1 2'],
  [color, 'blue'],
];

describe('readTypedLine', () => {
  it.for(read)('reads a line of %o from "%s"', ([kind, text, line]) => {
    expect(readTypedLine(kind, text)).toEqual(line);
  });

  it.for(refused)('returns null for a text that is not a valid line of %o: "%s"', ([kind, text]) => {
    expect(readTypedLine(kind, text)).toBeNull();
  });

  it.for([balls, digits, keno, raffle, symbols, color])(
    'reads the text that typedLine writes for %o',
    (kind) => {
      let turn = 0;
      const line = quickPick(kind, (n) => (turn += 7) % n);
      expect(readTypedLine(kind, typedLine(line))).toEqual(line);
    },
  );
});
