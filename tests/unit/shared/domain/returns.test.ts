import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../../platform/games/catalogue.ts';
import type { Line } from '../../../../shared/domain/draw-kinds.ts';
import { returnsOf } from '../../../../shared/domain/returns.ts';
import { settle } from '../../../../shared/domain/settlement.ts';

const gameOf = (gameId: string) => {
  const game = catalogue.find((each) => each.gameId === gameId);
  if (!game) throw new Error(`no game ${gameId}`);
  return game;
};
const returnsOfGame = (gameId: string) => {
  const game = gameOf(gameId);
  return returnsOf(game, game.ticketPriceMinor);
};
const percents = (gameId: string): number[] =>
  returnsOfGame(gameId).map(({ returnPercent }) => Math.round(returnPercent * 100) / 100);

/** Settles the same ticket line in each of the draws. Returns the line's average prize in percent of its price. */
function paidPercent(gameId: string, draws: string[][], line: Line): number {
  const game = gameOf(gameId);
  const paid = draws.map((drawn) => settle(game, drawn, [{ line }], 0).wins[0]?.amountMinor ?? 0);
  return (100 * paid.reduce((sum, amount) => sum + amount, 0)) / draws.length / game.ticketPriceMinor;
}

const sequences = (of: readonly string[], length: number): string[][] =>
  length === 0 ? [[]] : sequences(of, length - 1).flatMap((start) => of.map((next) => [...start, next]));

describe('returnsOf', () => {
  it('returns the average payout over all draws of Golden Pick 3', () => {
    const draws = sequences(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'], 3);
    const lines: Line[] = [
      { digits: '482', play: 'straight' },
      { digits: '488', play: 'box' },
      { digits: '482', play: 'box' },
    ];
    expect(percents('pick3')).toEqual(lines.map((line) => paidPercent('pick3', draws, line)));
  });

  it('returns the average payout over all draws of Lucky Symbols', () => {
    const { kind } = gameOf('symbols');
    if (kind.kind !== 'symbols') throw new Error('the game has other draws');
    const draws = sequences(kind.symbols, kind.picks);
    const [play] = returnsOfGame('symbols');
    const line = ['lotus', 'bell', 'bell', 'star'];
    expect(play?.returnPercent).toBeCloseTo(paidPercent('symbols', draws, line), 9);
  });

  it('returns the average payout over all draws of Golden Jaldi', () => {
    const { kind } = gameOf('jaldi');
    if (kind.kind !== 'color') throw new Error('the game has other draws');
    const draws = kind.colors.flatMap(({ key, numbers }) => numbers.map((number) => [String(number), key]));
    const lines: Line[] = [{ number: 7 }, { color: 'violet' }, { color: 'green' }];
    const paid = lines.map((line) => paidPercent('jaldi', draws, line));
    returnsOfGame('jaldi').forEach(({ returnPercent }, index) => {
      expect(returnPercent).toBeCloseTo(paid[index] ?? 0, 9);
    });
  });

  // An independent Python program computed these percentages with exact fractions.
  it.each([
    ['daily', [61.16]],
    ['raffle', [60]],
    ['keno', [59.94, 56.34, 56.8, 55.46, 58.85, 57.7, 61.54, 58.97, 60.13, 62.5]],
  ])('returns the known percentages for %s', (gameId, expected) => {
    expect(percents(gameId)).toEqual(expected);
  });

  it('excludes the shared jackpot and marks the percentage as incomplete', () => {
    expect(returnsOfGame('jackpot')).toHaveLength(1);
    expect(returnsOfGame('jackpot')[0]).toMatchObject({ withoutPot: true });
    expect(percents('jackpot')).toEqual([22.36]);
  });

  it('returns one percentage for each number of spots in keno', () => {
    expect(returnsOfGame('keno').map(({ spots }) => spots)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });
});
