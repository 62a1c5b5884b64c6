import type { Line } from '../../shared/domain/draw-kinds.ts';

/** Where a ticket is kept before it is bought. The island of the game page loads only this file. */

/** Key in the tab's session storage. The number changes with the format of the value. */
export const storageKey = (gameId: string): string => `ticket-1:${gameId}`;

/** Whether a ticket of this game is kept in this tab. */
export function hasKeptTicket(gameId: string): boolean {
  try {
    return sessionStorage.getItem(storageKey(gameId)) !== null;
  } catch {
    // Reading sessionStorage throws if the browser blocks storage for this site.
    return false;
  }
}

/** Start of the fragment of an address with lines, for example `/games/keno#lines=[[1,2]]`. */
export const addressStart = '#lines=';

export const hasLinesInAddress = (): boolean => location.hash.startsWith(addressStart);

/** Returns the address of a game page on which the ticket starts with these lines. */
export const addressWithLines = (gamePath: string, lines: readonly Line[]): string =>
  `${gamePath}${addressStart}${encodeURIComponent(JSON.stringify(lines))}`;
