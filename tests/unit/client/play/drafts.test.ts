import { describe, expect, it } from 'vitest';
import {
  chosenColor,
  chosenDigits,
  chosenNumbers,
  chosenSymbols,
  chosenTicket,
} from '../../../../client/play/drafts.ts';
import { randomBelow } from '../../../../client/play/random-below.ts';
import { catalogue } from '../../../../platform/games/catalogue.ts';
import { type DrawKind, isLine } from '../../../../shared/domain/draw-kinds.ts';
import { quickPick } from '../../../../shared/domain/quick-pick.ts';

const kindOf = (gameId: string): DrawKind => {
  const game = catalogue.find((candidate) => candidate.gameId === gameId);
  if (!game) throw new Error(`no game ${gameId}`);
  return game.kind;
};

/** Returns the valid part of a draft, as the ticket board of its game does. */
function chosen(kind: DrawKind, draft: unknown): unknown {
  switch (kind.kind) {
    case 'raffle':
      return chosenTicket(kind, draft);
    case 'color':
      return chosenColor(kind, draft);
    case 'digits':
      return chosenDigits(kind, draft);
    case 'symbols':
      return chosenSymbols(kind, draft);
    default:
      return chosenNumbers(kind, draft);
  }
}

describe('the reader of an unfinished ticket line', () => {
  it.each(catalogue.map(({ gameId }) => gameId))('returns each complete line of %s unchanged', (gameId) => {
    const kind = kindOf(gameId);
    for (let turn = 0; turn < 200; turn += 1) {
      const line = quickPick(kind, randomBelow);
      expect(isLine(kind, line)).toBe(true);
      expect(chosen(kind, line)).toEqual(line);
    }
  });

  it.each([
    ['daily', [5, 5, 2, 99, 0, 1.5, '3', null, 36, 8, 9, 10], [2, 5, 8, 9, 10]],
    ['keno', [80, 81], [80]],
    ['pick3', { digits: '4x', play: 'any' }, { digits: '4  ', play: 'straight' }],
    ['pick3', { digits: '04812', play: 'box' }, { digits: '048', play: 'box' }],
    ['raffle', { series: '62A', number: '1234' }, null],
    ['raffle', { series: '99Z', number: '12345' }, null],
    ['symbols', ['bell', 'euro', null, 'star', 'star'], ['bell', '', '', 'star']],
    ['jaldi', { number: 10 }, null],
    ['jaldi', { color: 'green', number: 12 }, { color: 'green' }],
  ])('drops the parts that are invalid in %s', (gameId, draft, read) => {
    expect(chosen(kindOf(gameId), draft)).toEqual(read);
  });

  it.each([
    ['daily', []],
    ['keno', []],
    ['pick3', { digits: '   ', play: 'straight' }],
    ['raffle', null],
    ['symbols', ['', '', '', '']],
    ['jaldi', null],
  ])('returns an empty line of %s for any value that is not a ticket line', (gameId, nothing) => {
    for (const value of [null, undefined, 7, 'text', [], {}, [null], { number: 'x' }, [[1]]])
      expect(chosen(kindOf(gameId), value)).toEqual(nothing);
  });
});

describe('randomBelow', () => {
  it('returns each integer from 0 up to but excluding the limit', () => {
    const drawn = new Set(Array.from({ length: 2000 }, () => randomBelow(7)));
    expect(drawn).toEqual(new Set([0, 1, 2, 3, 4, 5, 6]));
  });
});
