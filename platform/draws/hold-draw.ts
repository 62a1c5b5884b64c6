import { draw } from '../../shared/domain/draw-function.ts';
import type { Line } from '../../shared/domain/draw-kinds.ts';
import type { DrawMethod } from '../../shared/domain/draw-methods.ts';
import { nextPotMinor, type SettledTier, settle, type Win } from '../../shared/domain/settlement.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import type { TopWin } from './tables.ts';

/** Length of the longest list of winners. */
export const topWinsKept = 20;

export interface HeldTicket {
  receiptNumber: string;
  lineNo: number;
  line: Line;
  playerNo: number | null;
}

export interface DrawToHold {
  method: DrawMethod;
  drawId: string;
  drawNumber: number;
  drawAt: Date;
  seedHex: string;
  ticketsRoot: string;
  /** Shared first prize of this draw. 0 for games without one. */
  potMinor: number;
  /** Sum of the stakes. */
  salesMinor: number;
}

export interface HeldDraw {
  /** In draw order. */
  drawn: string[];
  prizes: SettledTier[];
  wins: Win[];
  /** Pot of the game's next draw. */
  carryMinor: number;
  winnersTotal: number;
  paidMinor: number;
  rollsOver: boolean;
  /** At most 20 wins of seeded players, largest first. */
  topWins: TopWin[];
}

export function largestFirst(a: TopWin, b: TopWin): number {
  return b.amountMinor - a.amountMinor || b.drawAtMs - a.drawAtMs;
}

/**
 * Settles a draw. Pure. All prizes are computed here, for new draws and for corrections.
 * @param tickets in the order of their root
 * @throws RangeError if a ticket has an invalid line: no prize is guessed
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
 * Draws and settles. Pure, for live draws and for the history.
 * @param tickets in the order of their root
 * @throws RangeError if a ticket has an invalid line
 */
export function holdDraw(game: GameDefinition, input: DrawToHold, tickets: readonly HeldTicket[]): HeldDraw {
  return settleDraw(game, input, draw(game.kind, input), tickets);
}
