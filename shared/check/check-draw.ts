import type { DrawnNumber, DrawPrize, Result } from '../contract/results.ts';
import type { DrawKind, Line, RaffleKind } from '../domain/draw-kinds.ts';
import type { GameRules } from '../domain/prize-tiers.ts';
import { createPrizeOf } from '../domain/settlement.ts';

/**
 * Reason why it is not known yet whether a ticket line has won, or how much.
 * - upcoming: the draw has not taken place.
 * - unpublished: the draw has no result yet.
 * - posting: the prizes of the draw are not all in the wallets yet.
 * - pot: the line matches a prize that is a share of a pot, but the result says that the pot has no winner. The share is
 *   therefore unknown.
 * - incomplete: the result lacks numbers, or the prize of the line.
 */
export type UnsureReason = 'upcoming' | 'unpublished' | 'posting' | 'pot' | 'incomplete';

/** The answer to the question whether one line has won in one draw. */
export type LineAnswer =
  | {
      kind: 'won';
      prize: DrawPrize;
      /** True if no sold ticket has won this prize. The checked ticket must then belong to another draw. */
      isUnsold: boolean;
    }
  | { kind: 'lost'; isVoid: boolean }
  | { kind: 'unsure'; reason: UnsureReason };

const unsure = (reason: UnsureReason): LineAnswer => ({ kind: 'unsure', reason });

/** Returns the winning numbers of a raffle in the order of the prizes, or null if a winning number is missing. */
function raffleDrawn({ prizes }: RaffleKind, details: readonly DrawPrize[]): string[] | null {
  const drawn = prizes.map(({ prizeNo, winners, series, lastDigits }) => {
    const detail = details.find((each) => each.prizeNo === prizeNo);
    const numbers = detail?.betNumber.map(({ number }) => number) ?? [];
    if (numbers.length !== winners || numbers.some((number) => number.length !== lastDigits)) return null;
    if (!series) return numbers;
    return detail?.betSeriesName ? numbers.map((number) => `${detail.betSeriesName} ${number}`) : null;
  });
  return drawn.includes(null) ? null : drawn.flatMap((numbers) => numbers ?? []);
}

const textsOf = (numbers: readonly DrawnNumber[], role: DrawnNumber['role']): string[] =>
  numbers.filter((number) => number.role === role).map(({ tNumber }) => tNumber);

const complete = (drawn: string[], count: number): string[] | null => (drawn.length === count ? drawn : null);

/** Returns the drawn numbers in the order that the prize rules expect, or null if the result is incomplete. */
export function drawnOf(kind: DrawKind, { resultNumber, drawPrizeDetail }: Result): string[] | null {
  if (kind.kind === 'raffle') return raffleDrawn(kind, drawPrizeDetail);
  const main = textsOf(resultNumber.tNumbers, 'main');
  switch (kind.kind) {
    case 'balls': {
      const bonus = textsOf(resultNumber.tNumbers, 'bonus');
      if (main.length !== kind.picks) return null;
      return complete([...main, ...bonus], kind.picks + kind.bonus);
    }
    case 'color':
      return complete([...main, ...textsOf(resultNumber.tNumbers, 'color')], 2);
    case 'keno':
      return complete(main, kind.drawn);
    case 'digits':
      return complete(main, kind.digits);
    default:
      return complete(main, kind.picks);
  }
}

/** Returns whether some prizes of a published draw are not in the wallets yet. This happens mainly in large draws. */
const isPosting = ({ prizesPosted, winnersTotal }: Result): boolean =>
  prizesPosted !== null && prizesPosted < winnersTotal;

/**
 * Returns a function that determines whether a line has won in a draw. The drawn result is prepared once for all lines
 * of the draw. A line has the answer `lost` only in two cases. Either the draw is void, or the result is complete and
 * all its prizes are in the wallets.
 */
export function createCheck(rules: GameRules, result: Result): (line: Line) => LineAnswer {
  if (result.correction?.kind === 'voided') return () => ({ kind: 'lost', isVoid: true });
  const drawn = drawnOf(rules.kind, result);
  if (!drawn) return () => unsure('incomplete');
  const prizeOf = createPrizeOf(rules, drawn);
  const tiers = new Map(rules.tiers.map((tier) => [tier.prizeNo, tier]));
  const prizes = new Map(result.drawPrizeDetail.map((prize) => [prize.prizeNo, prize]));
  return (line) => {
    const prizeNo = prizeOf(line);
    if (prizeNo === null) return isPosting(result) ? unsure('posting') : { kind: 'lost', isVoid: false };
    const prize = prizes.get(prizeNo);
    if (!prize) return unsure('incomplete');
    const isUnsold = prize.noOfWinner === 0;
    if (isUnsold && tiers.get(prizeNo)?.shared) return unsure('pot');
    return { kind: 'won', prize, isUnsold };
  };
}
