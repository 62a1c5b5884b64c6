import type { CheckQuery } from '../../../shared/check/check-fields.ts';
import type { CheckState, CheckView } from '../../../shared/pages/check.ts';

/** A purchase of the player, with the texts that the form shows or fills in. */
export interface BoughtTicket {
  receiptNumber: string;
  gameId: string;
  drawNumber: number;
  drawText: string;
  linesText: string;
  /** The ticket's lines in the format in which players type them into the form. */
  numbers: string;
}

/** Functions of the check. Their script is loaded only when the form is used. */
export interface CheckParts {
  /**
   * Checks the numbers of a query. The result is the same as that of the server's check.
   * @throws if the texts cannot be loaded
   */
  checkInBrowser(this: void, query: CheckQuery, view: CheckView): Promise<CheckState>;
  /**
   * Reads the player's newest purchases.
   * @param gameId restricts the purchases to a game; empty for all games
   * @returns null if the call has failed
   */
  myTickets(this: void, gameId: string, view: CheckView): Promise<BoughtTicket[] | null>;
}

export type LoadCheck = () => Promise<CheckParts>;
