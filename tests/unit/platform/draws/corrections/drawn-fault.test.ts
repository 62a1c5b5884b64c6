import { describe, expect, it } from 'vitest';
import { drawnFault } from '../../../../../platform/draws/corrections/drawn-fault.ts';
import { catalogue } from '../../../../../platform/games/catalogue.ts';
import { draw } from '../../../../../shared/domain/draw-function.ts';

const kindOf = (gameId: string) => {
  const game = catalogue.find((each) => each.gameId === gameId);
  if (!game) throw new Error(`no game ${gameId}`);
  return game.kind;
};

describe('drawnFault', () => {
  it.each(catalogue.map(({ gameId }) => gameId))(
    'accepts every result that the draw function returns for %s',
    (gameId) => {
      for (let nth = 0; nth < 50; nth++) {
        const seedHex = nth.toString(16).padStart(64, '0');
        const drawn = draw(kindOf(gameId), {
          method: 'golden-lotto/2',
          seedHex,
          drawId: `${gameId}-1`,
          ticketsRoot: '0'.repeat(64),
        });
        expect(drawnFault(kindOf(gameId), drawn), drawn.join(' ')).toBeNull();
      }
    },
  );

  const raffle = draw(kindOf('raffle'), {
    method: 'golden-lotto/2',
    seedHex: 'a'.repeat(64),
    drawId: 'raffle-1',
    ticketsRoot: '0'.repeat(64),
  });
  it.each([
    ['daily', ['1', '2', '3', '4']],
    ['daily', ['1', '2', '3', '4', '4']],
    ['daily', ['1', '2', '3', '4', '37']],
    ['daily', ['01', '2', '3', '4', '5']],
    ['daily', ['1', '2', '3', '4', '5', '6']],
    ['jackpot', ['1', '2', '3', '4', '5', '6']],
    ['jackpot', ['1', '2', '3', '4', '5', '6', '6']],
    ['keno', Array.from({ length: 20 }, (_, at) => String(at))],
    ['pick3', ['7', '0']],
    ['pick3', ['7', '0', '10']],
    ['pick3', ['7', '0', ' 4']],
    ['symbols', ['lotus', 'bell', 'bell']],
    ['symbols', ['lotus', 'bell', 'bell', 'rose']],
    ['jaldi', ['3']],
    ['jaldi', ['3', 'red']],
    ['jaldi', ['10', 'red']],
    ['jaldi', ['3', 'green', 'green']],
    ['raffle', raffle.slice(1)],
    ['raffle', raffle.with(1, raffle[2] ?? '')],
    ['raffle', raffle.with(0, '99Z 12345')],
    ['raffle', raffle.with(140, '62A 1234')],
  ])('rejects a result that is impossible in %s: %j', (gameId, drawn) => {
    expect(drawnFault(kindOf(gameId), drawn)).not.toBeNull();
  });
});
