import { draw } from '../../shared/domain/draw-function.ts';
import type { Line } from '../../shared/domain/draw-kinds.ts';
import { nextPotMinor, settle, type Win } from '../../shared/domain/settlement.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { type SettledTier, type TopWin } from './tables.ts';

/** As many as any list of winners ever shows. */
export const topWinsKept = 20;

export interface HeldTicket {
  receiptNumber: string;
  lineNo: number;
  line: Line;
  playerNo: number | null;
}

export interface DrawToHold {
  drawId: string;
  drawNumber: number;
  drawAt: Date;
  seedHex: string;
  ticketsRoot: string;
  /** The shared first prize of this draw; 0 for games without one. */
  potMinor: number;
  /** What the draw's tickets cost together. */
  salesMinor: number;
}

export interface HeldDraw {
  /** In draw order. */
  drawn: string[];
  prizes: SettledTier[];
  wins: Win[];
  /** The pot of the game's next draw. */
  carryMinor: number;
  winnersTotal: number;
  paidMinor: number;
  rollsOver: boolean;
  /** Largest first, at most 20, of seeded players. */
  topWins: TopWin[];
}

export function largestFirst(a: TopWin, b: TopWin): number {
  return b.amountMinor - a.amountMinor || b.drawAtMs - a.drawAtMs;
}

/**
 * Settles what was drawn: pure, the one place where prizes come to be, whether a draw is held or its result corrected.
 *
 * @param tickets in the order of the receipts, as their root was made
 * @throws RangeError where a ticket plays no line of the game: money is not paid on a guess
 */
export function settleDraw(
  game: Pick<GameDefinition, 'kind' | 'tiers' | 'jackpot'>,
  input: Pick<DrawToHold, 'drawNumber' | 'drawAt' | 'potMinor' | 'salesMinor'>,
  drawn: string[],
  tickets: readonly Pick<HeldTicket, 'line' | 'playerNo'>[],
): HeldDraw {
  const settled = settle(game, drawn, tickets, input.potMinor);
  const topWins = settled.wins
    .toSorted((a, b) => b.amountMinor - a.amountMinor)
    .slice(0, topWinsKept)
    .flatMap(({ ticketIndex, prizeNo, amountMinor }): TopWin[] => {
      const playerNo = tickets[ticketIndex]?.playerNo ?? null;
      if (playerNo === null) return [];
      return [
        { playerNo, drawNumber: input.drawNumber, drawAtMs: input.drawAt.getTime(), prizeNo, amountMinor },
      ];
    });
  return {
    drawn,
    prizes: settled.tiers,
    wins: settled.wins,
    carryMinor: game.jackpot ? nextPotMinor(game.jackpot, settled, input.salesMinor) : 0,
    winnersTotal: settled.wins.length,
    paidMinor: settled.wins.reduce((sum, win) => sum + win.amountMinor, 0),
    rollsOver: game.jackpot !== null && !settled.potWon,
    topWins,
  };
}

/**
 * Draws and settles: pure, for draws of tonight and of the past.
 *
 * @param tickets in the order of the receipts, as their root was made
 * @throws RangeError where a ticket plays no line of the game: no draw is held on a guess
 */
export function holdDraw(game: GameDefinition, input: DrawToHold, tickets: readonly HeldTicket[]): HeldDraw {
  return settleDraw(game, input, draw(game.kind, input), tickets);
}
