import type { Line } from '../../shared/domain/draw-kinds.ts';

/**
 * Storage key and URL fragment of a ticket that is not bought yet. Until the player opens the ticket form, the game
 * page needs only this file of the form.
 */

/** Start of the keys in the tab's session storage. The number changes when the format of the stored values changes. */
const keyStart = 'ticket-2:';

export const storageKey = (gameId: string): string => `${keyStart}${gameId}`;

/** Deletes the purchase and the id of every stored ticket, but keeps the lines and the chosen draws. */
export function dropOrders(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (!key.startsWith(keyStart)) continue;
    const { lines, drawIds } = Object(JSON.parse(sessionStorage.getItem(key) ?? 'null'));
    sessionStorage.setItem(key, JSON.stringify({ lines, drawIds }));
  }
}

export function hasKeptTicket(gameId: string): boolean {
  try {
    return sessionStorage.getItem(storageKey(gameId)) !== null;
  } catch {
    // Reading sessionStorage throws if the browser blocks storage for this site.
    return false;
  }
}

/** Start of a URL fragment that contains lines, for example `/games/keno#lines=[[1,2]]`. */
export const addressStart = '#lines=';

export const hasLinesInAddress = (): boolean => location.hash.startsWith(addressStart);

/** Returns an address that opens the game page with these lines on the ticket. */
export const addressWithLines = (gamePath: string, lines: readonly Line[]): string =>
  `${gamePath}${addressStart}${encodeURIComponent(JSON.stringify(lines))}`;
