import { type DrawKind, isLine, type Line } from '../../shared/domain/draw-kinds.ts';
import { isOwner } from '../stores/tab-owner.ts';
import { isAnswered, type Order } from './order.ts';
import { addressStart, hasLinesInAddress, storageKey } from './ticket-places.ts';

/** The chosen lines and draws of one game, and the purchase if the player has started one. */
export interface Ticket {
  /**
   * Random prefix of the idempotency keys. Each change of the lines creates a new prefix, so that one key always means
   * one purchase. A duplicated tab has the same prefix, and therefore cannot buy the same ticket again.
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

/** Checks only the outer structure of an order, because no other program writes this value. */
const isOrder = (value: unknown): value is Order =>
  isRecord(value) && Array.isArray(value['draws']) && value['draws'].length > 0;

/**
 * Returns the stored ticket of a game. The ticket is empty if none is stored, or if a stored line does not fit the
 * game.
 */
export function readTicket(gameId: string, kind: DrawKind): Ticket {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey(gameId)) ?? 'null');
    if (!isRecord(kept) || !Array.isArray(kept['lines'])) return emptyTicket();
    const { id, lines, drawIds, order } = kept;
    if (!lines.every((line) => isLine(kind, line))) return emptyTicket();
    return {
      id: isText(id) ? id : newTicketId(),
      lines,
      drawIds: Array.isArray(drawIds) ? drawIds.filter(isText) : [],
      order: isOrder(order) ? order : null,
    };
  } catch {
    // The browser blocks storage, or the value is damaged.
    return emptyTicket();
  }
}

/**
 * Stores a ticket in the tab's session storage, so that it survives a login, reload or change of language. The purchase
 * of a player is not stored after another player has logged in.
 */
export function keepTicket(gameId: string, { id, lines, drawIds, order }: Ticket): void {
  try {
    if (lines.length === 0 && !order) return sessionStorage.removeItem(storageKey(gameId));
    const isOwn = order === null || (order.buyer !== null && isOwner(order.buyer));
    sessionStorage.setItem(
      storageKey(gameId),
      JSON.stringify(isOwn ? { id, lines, drawIds, order } : { lines, drawIds }),
    );
  } catch {
    // If storage is blocked, the ticket lasts as long as the page.
  }
}

/**
 * Reads ticket lines from the page's URL, and removes them from the URL. A reload then does not replace a changed
 * ticket.
 * @returns null if the URL contains no lines, too many lines or an invalid line
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
 * Returns the ticket with which the form starts. Lines in the page's URL replace the stored ticket, unless the stored
 * ticket has a purchase with unanswered requests.
 */
export function startTicket(gameId: string, kind: DrawKind, maxLines: number): Ticket {
  const kept = readTicket(gameId, kind);
  const lines = takeLinesInAddress(kind, maxLines);
  return lines === null || (kept.order && !isAnswered(kept.order)) ? kept : { ...emptyTicket(), lines };
}
