import { describe, expect, it } from 'vitest';
import { readDraft } from '../../../../client/play/drafts.ts';
import { randomBelow } from '../../../../client/play/random-below.ts';
import { catalogue } from '../../../../platform/games/catalogue.ts';
import { type DrawKind, isLine } from '../../../../shared/domain/draw-kinds.ts';
import { quickPick } from '../../../../shared/domain/quick-pick.ts';

const kindOf = (gameId: string): DrawKind => {
  const game = catalogue.find((candidate) => candidate.gameId === gameId);
  if (!game) throw new Error(`no game ${gameId}`);
  return game.kind;
};

describe('readDraft', () => {
  it.each(catalogue.map(({ gameId }) => gameId))('returns each complete line of %s unchanged', (gameId) => {
    const kind = kindOf(gameId);
    for (let turn = 0; turn < 200; turn += 1) {
      const line = quickPick(kind, randomBelow);
      expect(isLine(kind, line)).toBe(true);
      expect(readDraft(kind, line)).toEqual(line);
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
  ])('drops the parts of a draft that do not fit %s', (gameId, draft, read) => {
    expect(readDraft(kindOf(gameId), draft)).toEqual(read);
  });

  it.each(catalogue.map(({ gameId }) => gameId))(
    'returns null for anything that is not a draft of %s',
    (gameId) => {
      for (const value of [null, undefined, 7, 'text', [], {}, [null], { number: 'x' }, [[1]]])
        expect(readDraft(kindOf(gameId), value)).toBeNull();
    },
  );
});

describe('randomBelow', () => {
  it('returns every number below the limit, and no others', () => {
    const drawn = new Set(Array.from({ length: 2000 }, () => randomBelow(7)));
    expect(drawn).toEqual(new Set([0, 1, 2, 3, 4, 5, 6]));
  });
});
