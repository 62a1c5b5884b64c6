import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPseudoRandom } from '../../../../platform/draws/pseudo-random.ts';
import { seededLines } from '../../../../platform/draws/seeded-lines.ts';
import { draw } from '../../../../shared/domain/draw-function.ts';
import type { Line } from '../../../../shared/domain/draw-kinds.ts';
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
import { nextPotMinor, settle } from '../../../../shared/domain/settlement.ts';

const ticketsOf = (...lines: Line[]): { line: Line }[] => lines.map((line) => ({ line }));
/** Returns the number of the prize that each line wins, or 0 if the line wins nothing. */
function prizes(game: GameRules, drawn: string, ...lines: Line[]): number[] {
  const { wins } = settle(game, drawn.split(' '), ticketsOf(...lines), 0);
  return lines.map((_, index) => wins.find((win) => win.ticketIndex === index)?.prizeNo ?? 0);
}

describe('a ticket', () => {
  it('wins the daily game by matching numbers in any order', () => {
    expect(
      prizes(
        dailyRules,
        '30 1 6 3 23',
        [1, 3, 6, 23, 30],
        [1, 3, 6, 23, 31],
        [1, 3, 6, 24, 31],
        [1, 3, 7, 24, 31],
        [1, 4, 7, 24, 31],
        [2, 4, 7, 24, 31],
      ),
    ).toEqual([1, 2, 3, 4, 0, 0]);
  });

  it('wins the jackpot game by main numbers with or without the bonus ball, but not by the bonus ball alone', () => {
    expect(
      prizes(
        jackpotRules,
        '10 41 26 6 19 42 40',
        [6, 10, 19, 26, 41, 42],
        [6, 10, 19, 26, 40, 41],
        [6, 10, 19, 26, 41, 43],
        [6, 10, 19, 26, 40, 43],
        [6, 10, 19, 26, 43, 44],
        [6, 10, 19, 40, 43, 44],
        [6, 10, 40, 43, 44, 45],
        [6, 10, 43, 44, 45, 46],
        [6, 40, 43, 44, 45, 46],
      ),
    ).toEqual([1, 2, 3, 4, 4, 5, 6, 0, 0]);
  });

  it('wins Golden Pick 3 straight in the drawn order, or boxed in any order', () => {
    expect(
      prizes(
        pick3Rules,
        '3 7 7',
        { digits: '377', play: 'straight' },
        { digits: '773', play: 'straight' },
        { digits: '377', play: 'box' },
        { digits: '737', play: 'box' },
        { digits: '337', play: 'box' },
      ),
    ).toEqual([1, 0, 2, 2, 0]);
    expect(
      prizes(pick3Rules, '4 8 2', { digits: '248', play: 'box' }, { digits: '244', play: 'box' }),
    ).toEqual([3, 0]);
  });

  it('wins Keno by its number of hits, or with ten spots and no hit', () => {
    const drawn = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20';
    const name = (line: number[]): string | undefined => {
      const [prizeNo = 0] = prizes(kenoRules, drawn, line);
      return kenoRules.tiers.find((tier) => tier.prizeNo === prizeNo)?.prizeName;
    };
    expect(name([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toBe('10 of 10');
    expect(name([61, 62, 63, 64, 65, 66, 67, 68, 69, 70])).toBe('0 of 10');
    expect(name([1, 62, 63, 64, 65, 66, 67, 68, 69, 70])).toBeUndefined();
    expect(name([20])).toBe('1 of 1');
    expect(name([21])).toBeUndefined();
    expect(name([19, 20, 21])).toBe('2 of 3');
  });

  it('wins the raffle by series and number, by number alone, or by last digits', () => {
    const endings = Array.from({ length: 130 }, (_, index) => String(2000 + index));
    const seconds = Array.from({ length: 10 }, (_, index) => `0100${index}`);
    const drawn = ['62D 00482', ...seconds, ...endings]
      .join(' ')
      .replace('62D 00482', '62D_00482')
      .split(' ');
    const { wins } = settle(
      raffleRules,
      drawn.map((number) => number.replace('_', ' ')),
      ticketsOf(
        { series: '62D', number: '00482' },
        { series: '62A', number: '00482' },
        { series: '62A', number: '01003' },
        { series: '62E', number: '71003' },
        { series: '62E', number: '72000' },
        { series: '62A', number: '02010' },
        { series: '62A', number: '92030' },
      ),
      0,
    );
    expect(wins.map(({ ticketIndex, prizeNo }) => [ticketIndex, prizeNo])).toEqual([
      [0, 1],
      [2, 2],
      [4, 3],
      [5, 4],
      [6, 5],
    ]);
  });

  it('wins Lucky Symbols by matching symbols at their positions', () => {
    expect(
      prizes(
        symbolsRules,
        'lotus bell bell star',
        ['lotus', 'bell', 'bell', 'star'],
        ['lotus', 'bell', 'bell', 'lotus'],
        ['lotus', 'lotus', 'bell', 'lotus'],
        ['bell', 'lotus', 'star', 'bell'],
      ),
    ).toEqual([1, 2, 3, 0]);
  });

  it('wins Golden Jaldi by number or colour', () => {
    expect(
      prizes(jaldiRules, '5 violet', { number: 5 }, { number: 0 }, { color: 'violet' }, { color: 'red' }),
    ).toEqual([1, 0, 2, 0]);
    expect(prizes(jaldiRules, '7 green', { color: 'green' }, { color: 'violet' }, { color: 'red' })).toEqual([
      3, 0, 0,
    ]);
  });
});

describe('the pot of a shared prize', () => {
  const drawn = '10 41 26 6 19 42 40'.split(' ');
  const right = [6, 10, 19, 26, 41, 42];
  const jackpot = { startMinor: 4_000_000_000, sharePermille: 300 };

  it('is divided among its winners, and the remainder rolls over', () => {
    const settled = settle(jackpotRules, drawn, ticketsOf(right, [1, 2, 3, 4, 5, 7], right, right), 100);
    expect(settled.tiers[0]).toEqual({ prizeNo: 1, winners: 3, amountMinor: 33 });
    expect(settled).toMatchObject({ rollsOverMinor: 1, potWon: true });
    expect(nextPotMinor(jackpot, settled, 1005)).toBe(1 + 4_000_000_000 + 301);
  });

  it('rolls over if no ticket wins, and grows by a share of the sales', () => {
    const settled = settle(jackpotRules, drawn, ticketsOf([1, 2, 3, 4, 5, 7]), 4_000_000_000);
    expect(settled.tiers[0]).toEqual({ prizeNo: 1, winners: 0, amountMinor: 4_000_000_000 });
    expect(settled).toMatchObject({ rollsOverMinor: 4_000_000_000, potWon: false });
    expect(nextPotMinor(jackpot, settled, 12_500_000)).toBe(4_003_750_000);
  });

  it('is rejected if it is not a valid amount', () => {
    for (const wrong of [-1, 0.5, Number.NaN, 2 ** 60])
      expect(() => settle(jackpotRules, drawn, [], wrong)).toThrow(RangeError);
  });
});

describe('a settlement', () => {
  const games = [dailyRules, pick3Rules, jackpotRules, kenoRules, raffleRules, symbolsRules, jaldiRules];

  it('pays each ticket at most once and accounts for the whole pot', () => {
    const seeds = fc.stringMatching(/^[0-9a-f]{64}$/);
    fc.assert(
      fc.property(
        fc.constantFrom(...games),
        seeds,
        fc.nat({ max: 60 }),
        fc.nat({ max: 10 }),
        fc.maxSafeNat(),
        (game, seedHex, losers, copies, pot) => {
          const drawn = draw(game.kind, {
            method: 'golden-lotto/2',
            seedHex,
            drawId: 'settle-1',
            ticketsRoot: seedHex,
          });
          const tickets = ticketsOf(...seededLines(game.kind, createPseudoRandom(seedHex), losers));
          if (game.kind.kind === 'balls') {
            const winning = drawn
              .slice(0, game.kind.picks)
              .map(Number)
              .sort((a, b) => a - b);
            tickets.push(...Array.from({ length: copies }, () => ({ line: winning })));
          }
          const settled = settle(game, drawn, tickets, pot);
          expect(settled.tiers.map(({ prizeNo }) => prizeNo)).toEqual(
            game.tiers.map(({ prizeNo }) => prizeNo),
          );
          const indexes = settled.wins.map(({ ticketIndex }) => ticketIndex);
          expect(indexes).toEqual([...new Set(indexes)].sort((a, b) => a - b));
          let ofPot = 0;
          for (const [index, tier] of settled.tiers.entries()) {
            const wins = settled.wins.filter(({ prizeNo }) => prizeNo === tier.prizeNo);
            expect(wins).toHaveLength(tier.winners);
            expect(wins.every(({ amountMinor }) => amountMinor === tier.amountMinor)).toBe(true);
            expect(Number.isSafeInteger(tier.amountMinor) && tier.amountMinor >= 0).toBe(true);
            if (game.tiers[index]?.shared) ofPot += tier.amountMinor * tier.winners;
          }
          expect(ofPot + settled.rollsOverMinor).toBe(pot);
          expect(settled.potWon).toBe(game === jackpotRules && copies > 0);
        },
      ),
    );
  });

  it('rejects an invalid line', () => {
    const drawn = '30 1 6 3 23'.split(' ');
    expect(() => settle(dailyRules, drawn, ticketsOf([1, 3, 6, 23, 30], [23, 30, 1, 3, 6]), 0)).toThrow(
      RangeError,
    );
  });

  it('lists every prize tier even if the draw has no tickets', () => {
    const settled = settle(kenoRules, ['1'], [], 0);
    expect(settled.tiers).toHaveLength(kenoRules.tiers.length);
    expect(settled).toMatchObject({ wins: [], rollsOverMinor: 0, potWon: false });
  });
});
