import { type DrawKind, isLine, type Line } from '../../shared/domain/draw-kinds.ts';
import { isAnswered, type Order } from './order.ts';
import { addressStart, hasLinesInAddress, storageKey } from './ticket-places.ts';

/** The chosen lines and draws of one game, and the purchase if the player has started one. */
export interface Ticket {
  /**
   * Random start of the idempotency keys. Each change of the lines replaces it, so that one key always means one
   * purchase. A duplicated tab has the same id, and therefore cannot buy the same ticket again.
   */
  id: string;
  /** Complete lines only. */
  lines: Line[];
  drawIds: string[];
  order: Order | null;
}

const randomBytes = 12;

export function newTicketId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(randomBytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

export const emptyTicket = (): Ticket => ({ id: newTicketId(), lines: [], drawIds: [], order: null });

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === 'string';

/** Checks only the outer form of an order, because no other program writes this value. */
const isOrder = (value: unknown): value is Order =>
  isRecord(value) && Array.isArray(value['draws']) && value['draws'].length > 0;

/** @returns the kept ticket of a game; an empty one if none is kept or the game has changed its kind of lines */
function readTicket(gameId: string, kind: DrawKind): Ticket {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey(gameId)) ?? 'null');
    if (!isRecord(kept) || !isText(kept['id']) || !Array.isArray(kept['lines'])) return emptyTicket();
    const { id, lines, drawIds, order } = kept;
    if (!lines.every((line) => isLine(kind, line))) return emptyTicket();
    return {
      id,
      lines,
      drawIds: Array.isArray(drawIds) ? drawIds.filter(isText) : [],
      order: isOrder(order) ? order : null,
    };
  } catch {
    // The browser blocks storage, or the value is damaged.
    return emptyTicket();
  }
}

/** Keeps a ticket in the session storage of the tab, so that it survives a login, a reload or another language. */
export function keepTicket(gameId: string, ticket: Ticket): void {
  try {
    if (ticket.lines.length === 0 && !ticket.order) sessionStorage.removeItem(storageKey(gameId));
    else sessionStorage.setItem(storageKey(gameId), JSON.stringify(ticket));
  } catch {
    // If storage is blocked, the ticket lasts as long as the page.
  }
}

/**
 * Reads the lines in the address, and removes them from it, so that a reload does not replace a changed ticket.
 * @returns null if there are none, or one of them is not a line of this kind
 */
function takeLinesInAddress(kind: DrawKind, maxLines: number): Line[] | null {
  if (!hasLinesInAddress()) return null;
  const given = location.hash.slice(addressStart.length);
  history.replaceState(history.state, '', `${location.pathname}${location.search}#play`);
  try {
    const lines: unknown = JSON.parse(decodeURIComponent(given));
    if (!Array.isArray(lines) || lines.length === 0 || lines.length > maxLines) return null;
    return lines.every((line): line is Line => isLine(kind, line)) ? lines : null;
  } catch {
    return null;
  }
}

/**
 * Returns the ticket with which the form starts: the lines in the address, or the kept ticket. A purchase without all
 * answers always comes first.
 */
export function startTicket(gameId: string, kind: DrawKind, maxLines: number): Ticket {
  const kept = readTicket(gameId, kind);
  const lines = takeLinesInAddress(kind, maxLines);
  return lines === null || (kept.order && !isAnswered(kept.order)) ? kept : { ...emptyTicket(), lines };
}
