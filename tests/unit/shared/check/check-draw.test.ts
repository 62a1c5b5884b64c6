import { describe, expect, it } from 'vitest';
import { createPseudoRandom } from '../../../../platform/draws/pseudo-random.ts';
import { resultOf } from '../../../../platform/draws/result-view.ts';
import { seededLines } from '../../../../platform/draws/seeded-lines.ts';
import { catalogue, type GameDefinition } from '../../../../platform/games/catalogue.ts';
import { createCheck, type LineAnswer } from '../../../../shared/check/check-draw.ts';
import type { Result } from '../../../../shared/contract/results.ts';
import { draw } from '../../../../shared/domain/draw-function.ts';
import type { Line } from '../../../../shared/domain/draw-kinds.ts';
import { settle } from '../../../../shared/domain/settlement.ts';
import { sampleResult } from '../../../helpers/sample-data.ts';

const pot = 5_000_000_000;

/** Returns the result that the platform publishes for these drawn numbers and tickets. */
function publish(game: GameDefinition, drawn: string[], lines: readonly Line[]): Result {
  const { tiers, wins } = settle(
    game,
    drawn,
    lines.map((line) => ({ line })),
    pot,
  );
  return resultOf(
    game,
    {
      drawId: `${game.gameId}-1`,
      gameId: game.gameId,
      drawNumber: 1,
      drawAt: new Date('2026-11-20T13:00:00Z'),
      ticketPriceMinor: game.ticketPriceMinor,
      drawn,
      prizes: tiers,
      potMinor: pot,
      winnersTotal: wins.length,
      prizesPosted: wins.length,
      postedAt: new Date('2026-11-20T13:00:00Z'),
      paidMinor: 0,
      ticketsTotal: lines.length,
      rollsOver: false,
      correction: null,
    },
    'Asia/Kolkata',
  );
}

const gameOf = (gameId: string): GameDefinition => {
  const game = catalogue.find((each) => each.gameId === gameId);
  if (!game) throw new Error(`no game ${gameId}`);
  return game;
};

const pick3 = gameOf('pick3');
const jackpot = gameOf('jackpot');
const winning = { digits: '704', play: 'straight' } as const;
const losing = { digits: '111', play: 'straight' } as const;
const correction = { no: 1, at: '2026-11-20T14:00:00Z', reason: 'x', drawnBefore: [], numbersBefore: [] };

describe('the check of a ticket line against a result', () => {
  it.each(catalogue.map((game) => [game.gameId, game] as const))(
    'finds the same wins as the settlement does, in the game %s',
    (_gameId, game) => {
      for (const seedHex of ['1a'.repeat(32), 'c4'.repeat(32), '07'.repeat(32)]) {
        const drawn = draw(game.kind, {
          method: 'golden-lotto/2',
          seedHex,
          drawId: `${game.gameId}-1`,
          ticketsRoot: seedHex,
        });
        const lines = seededLines(game.kind, createPseudoRandom(seedHex), 3000);
        const { wins } = settle(
          game,
          drawn,
          lines.map((line) => ({ line })),
          pot,
        );
        const check = createCheck(game, publish(game, drawn, lines));
        const answers = lines.map((line) => check(line));
        const others = answers.filter((answer) => answer.kind !== 'won');
        expect(others).toEqual(others.map(() => ({ kind: 'lost', isVoid: false })));
        const won = answers.flatMap((answer, ticketIndex) => {
          if (answer.kind !== 'won') return [];
          const { prizeNo, prizeAmount: amountMinor } = answer.prize;
          return [{ ticketIndex, prizeNo, amountMinor, isUnsold: answer.isUnsold }];
        });
        expect(won).toEqual(
          wins.map(({ ticketIndex, prizeNo, amountMinor }) => ({
            ticketIndex,
            prizeNo,
            amountMinor,
            isUnsold: false,
          })),
        );
      }
    },
  );

  it.each<[string, Partial<Result>, LineAnswer['kind'], LineAnswer]>([
    ['a published result', {}, 'won', { kind: 'lost', isVoid: false }],
    [
      'a corrected result',
      { correction: { ...correction, kind: 'corrected' } },
      'won',
      { kind: 'lost', isVoid: false },
    ],
    [
      'a void draw',
      { correction: { ...correction, kind: 'voided' } },
      'lost',
      { kind: 'lost', isVoid: true },
    ],
    [
      'a draw whose prizes are being posted',
      { winnersTotal: 9, prizesPosted: 8 },
      'won',
      { kind: 'unsure', reason: 'posting' },
    ],
    ['a platform without counts of prizes', { prizesPosted: null }, 'won', { kind: 'lost', isVoid: false }],
    [
      'a result without numbers',
      { resultNumber: { tNumbers: [] } },
      'unsure',
      { kind: 'unsure', reason: 'incomplete' },
    ],
    ['a result without prizes', { drawPrizeDetail: [] }, 'unsure', { kind: 'lost', isVoid: false }],
  ])(
    'returns `unsure` only for lines whose outcome is uncertain: %s',
    (_what, changes, ofWinning, ofLosing) => {
      const check = createCheck(pick3, sampleResult({ winnersTotal: 1, prizesPosted: 1, ...changes }));
      expect(check(winning).kind).toBe(ofWinning);
      expect(check(losing)).toEqual(ofLosing);
    },
  );

  it('returns `unsure` for a raffle result that lacks a winning number', () => {
    const raffle = gameOf('raffle');
    const seedHex = '1a'.repeat(32);
    const drawn = draw(raffle.kind, {
      method: 'golden-lotto/2',
      seedHex,
      drawId: 'raffle-1',
      ticketsRoot: seedHex,
    });
    const result = publish(raffle, drawn, []);
    const [first, ...others] = result.drawPrizeDetail;
    if (!first) throw new Error('the raffle has no prizes');
    const cut = { ...result, drawPrizeDetail: [{ ...first, betNumber: [] }, ...others] };
    const line = { series: '62A', number: '00000' };
    expect(createCheck(raffle, cut)(line)).toEqual({ kind: 'unsure', reason: 'incomplete' });
  });

  it('returns the share of a shared pot if the result has winners of this pot, otherwise `unsure`', () => {
    const drawn = ['1', '2', '3', '4', '5', '6', '7'];
    const line = [1, 2, 3, 4, 5, 6];
    expect(createCheck(jackpot, publish(jackpot, drawn, []))(line)).toEqual({
      kind: 'unsure',
      reason: 'pot',
    });
    expect(createCheck(jackpot, publish(jackpot, drawn, [line, line]))(line)).toMatchObject({
      kind: 'won',
      prize: { prizeNo: 1, prizeAmount: pot / 2 },
    });
  });
});
