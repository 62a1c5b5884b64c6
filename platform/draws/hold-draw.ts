import { draw } from '../../shared/domain/draw-function.ts';
import type { Line } from '../../shared/domain/draw-kinds.ts';
import type { DrawMethod } from '../../shared/domain/draw-methods.ts';
import {
  nextPotMinor,
  type SettledTier,
  type SettledTiers,
  settle,
  type Win,
} from '../../shared/domain/settlement.ts';
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

/** A ticket to settle. Only wins with a `shownAs` enter the lists of winners. */
export interface TicketToSettle {
  line: Line;
  shownAs: Pick<TopWin, 'playerNo' | 'accountId'> | null;
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

/** The sums of a draw that follow from its numbers of winners. */
export interface Settled {
  prizes: SettledTier[];
  winnersTotal: number;
  paidMinor: number;
  rollsOver: boolean;
  /** Pot of the game's next draw. */
  carryMinor: number;
}

export interface HeldDraw extends Settled {
  /** In draw order. */
  drawn: string[];
  wins: Win[];
  /** At most 20 wins for the lists of winners, largest first. */
  topWins: TopWin[];
}

export function largestFirst(a: TopWin, b: TopWin): number {
  return b.amountMinor - a.amountMinor || b.drawAtMs - a.drawAtMs;
}

/** The largest of some wins. @param wins in the order of the tickets, which decides between equal amounts */
export function largestOf<W extends Pick<Win, 'amountMinor'>>(wins: readonly W[]): W[] {
  return wins.toSorted((a, b) => b.amountMinor - a.amountMinor).slice(0, topWinsKept);
}

type Rules = Pick<GameDefinition, 'kind' | 'tiers' | 'jackpot'>;

/** The sums that a draw publishes, computed from the amounts of its tiers. */
export function settledOf(game: Rules, settled: SettledTiers, salesMinor: number): Settled {
  const { tiers } = settled;
  return {
    prizes: tiers,
    winnersTotal: tiers.reduce((sum, { winners }) => sum + winners, 0),
    paidMinor: tiers.reduce((sum, { winners, amountMinor }) => sum + winners * amountMinor, 0),
    rollsOver: game.jackpot !== null && !settled.potWon,
    carryMinor: game.jackpot ? nextPotMinor(game.jackpot, settled, salesMinor) : 0,
  };
}

/**
 * Settles a draw whose tickets fit into memory, for the history and for corrections.
 * @param tickets in the order of their root
 * @throws RangeError if a ticket has an invalid line: no prize is guessed
 */
export function settleDraw(
  game: Rules,
  input: Pick<DrawToHold, 'drawNumber' | 'drawAt' | 'potMinor' | 'salesMinor'>,
  drawn: string[],
  tickets: readonly TicketToSettle[],
): HeldDraw {
  const settled = settle(game, drawn, tickets, input.potMinor);
  const topWins = largestOf(settled.wins).flatMap(({ ticketIndex, prizeNo, amountMinor }): TopWin[] => {
    const shownAs = tickets[ticketIndex]?.shownAs ?? null;
    if (shownAs === null) return [];
    return [
      { ...shownAs, drawNumber: input.drawNumber, drawAtMs: input.drawAt.getTime(), prizeNo, amountMinor },
    ];
  });
  return { drawn, ...settledOf(game, settled, input.salesMinor), wins: settled.wins, topWins };
}

/**
 * Draws and settles a draw of the history.
 * @param tickets in the order of their root
 * @throws RangeError if a ticket has an invalid line
 */
export function holdDraw(game: GameDefinition, input: DrawToHold, tickets: readonly HeldTicket[]): HeldDraw {
  const seeded = tickets.map(({ line, playerNo }) => ({
    line,
    shownAs: playerNo === null ? null : { playerNo },
  }));
  return settleDraw(game, input, draw(game.kind, input), seeded);
}
