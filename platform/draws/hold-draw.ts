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

/**
 * Maximum number of top wins that are stored for each day. One draw adds at most this many wins, and no list of winners
 * shows more wins.
 */
export const topWinsKept = 20;

export interface HeldTicket {
  receiptNumber: string;
  lineNo: number;
  line: Line;
  playerNo: number | null;
}

/** A ticket to settle. If `shownAs` is null, lists of winners do not show the ticket's win. */
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
  /** The pot that the winners of this draw's first prize share. It is 0 for games without a pot. */
  potMinor: number;
  /** Sum of the stakes. */
  salesMinor: number;
}

/** The prizes and sums of a draw, which follow from the number of winners in each tier. */
export interface SettledDraw {
  prizes: SettledTier[];
  winnersTotal: number;
  paidMinor: number;
  rollsOver: boolean;
  /** Pot of the game's next draw. */
  carryMinor: number;
}

export interface HeldDraw extends SettledDraw {
  /** The drawn numbers or symbols, in draw order. */
  drawn: string[];
  wins: Win[];
  /** At most 20 wins for the lists of winners, largest first. */
  topWins: TopWin[];
}

export function largestFirst(a: TopWin, b: TopWin): number {
  return b.amountMinor - a.amountMinor || b.drawAtMs - a.drawAtMs;
}

/**
 * Returns the largest wins.
 * @param wins in the order of the tickets. If amounts are equal, the win of the earlier ticket comes first
 */
export function largestOf<W extends Pick<Win, 'amountMinor'>>(wins: readonly W[]): W[] {
  return wins.toSorted((a, b) => b.amountMinor - a.amountMinor).slice(0, topWinsKept);
}

type Rules = Pick<GameDefinition, 'kind' | 'tiers' | 'jackpot'>;

/** Computes the sums that are published with a draw, from the number of winners and the amount of each tier. */
export function settledOf(game: Rules, settled: SettledTiers, salesMinor: number): SettledDraw {
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
 * Settles a draw whose tickets fit into memory. It is used for generated past draws.
 * @param tickets in the order of the Merkle tree
 * @throws RangeError if a ticket has an invalid line
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
 * Draws the numbers of a past draw that is generated as history, and settles this draw.
 * @param tickets in the order of the Merkle tree
 * @throws RangeError if a ticket has an invalid line
 */
export function holdDraw(game: GameDefinition, input: DrawToHold, tickets: readonly HeldTicket[]): HeldDraw {
  const seeded = tickets.map(({ line, playerNo }) => ({
    line,
    shownAs: playerNo === null ? null : { playerNo },
  }));
  return settleDraw(game, input, draw(game.kind, input), seeded);
}
