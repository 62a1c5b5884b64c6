import { type Dispatch, type SetStateAction, useCallback, useRef, useState } from 'react';
import type { DrawKind, Line } from '../../shared/domain/draw-kinds.ts';
import { announce, networkFailed, sessionExpired } from '../api/announcements.ts';
import { isPlayerPresent } from '../stores/presence.ts';
import { refreshSession, session } from '../stores/session.ts';
import { keepTicket, type Ticket } from './kept-ticket.ts';
import { buyOrder, isTakenOver, type Order, type Stop } from './order.ts';
import { useOwner } from './use-owner.ts';

/** Sets the balance in the header to the balance after the newest purchase. */
function showBalance({ buyer, draws }: Order): void {
  const receipts = draws.flatMap(({ outcome }) => (outcome?.kind === 'bought' ? [outcome.receipt] : []));
  const newest = receipts.at(-1);
  const { player } = session.getState();
  if (player?.username === buyer && newest)
    session.setState({ player: { ...player, totalBalance: newest.totalBalance } });
}

/** Requests the logged-in player from the site. Returns their username, or null if no player is known. */
async function loadBuyer(): Promise<string | null> {
  await refreshSession().catch(reportError);
  return session.getState().player?.username ?? null;
}

/** Buys the draws of a ticket, and stores each answer in the ticket. */
export function usePurchase(
  { gameId, kind }: { gameId: string; kind: DrawKind },
  ticket: Ticket,
  setTicket: Dispatch<SetStateAction<Ticket>>,
) {
  const [isBuying, setBuying] = useState(false);
  const [stop, setStop] = useState<Stop | null>(null);
  const isRunning = useRef(false);
  const isPlayer = useOwner({
    gameId,
    kind,
    isRunning,
    onDropped: useCallback(
      (id) =>
        setTicket((last) => (last.order && !isTakenOver(last.order) ? { ...last, id, order: null } : last)),
      [setTicket],
    ),
  });

  /**
   * Sends the purchase requests of an order. The order is stored before the first request, so that the page can repeat
   * unanswered requests after a reload.
   */
  const run = async (order: Order, lines_: Line[]): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBuying(true);
    setStop(null);
    const save = (next: Order | null) => setTicket((last) => ({ ...last, order: next }));
    save(order);
    const buyer = order.buyer ?? (await loadBuyer());
    if (buyer === null) {
      isRunning.current = false;
      setBuying(false);
      save(null);
      // Without cookies, the session has ended, because the site deletes the cookies of an ended session.
      return announce(isPlayerPresent() ? networkFailed : sessionExpired);
    }
    const owned = { ...order, buyer };
    keepTicket(gameId, { ...ticket, order: owned });
    save(owned);
    const stopped = await buyOrder({ gameId, ticketId: ticket.id, lines: lines_ }, owned, (next) => {
      save(next);
      keepTicket(gameId, { ...ticket, order: next });
      showBalance(next);
    });
    isRunning.current = false;
    setBuying(false);
    setStop(stopped);
    if (stopped === 'session-expired') setTicket((last) => withoutUnsentDraws(last));
  };

  return {
    /**
     * The purchase of the current player. Null after the session has ended, because another person may now use the
     * browser.
     */
    order: isPlayer ? ticket.order : null,
    isBuying,
    stop,
    forgetStop: useCallback(() => setStop(null), []),
    run,
  };
}

/**
 * After the session has ended, removes the draws that the platform has not processed. A draw remains if it was bought
 * or refused, or if the answer to an earlier request was lost. The player can repeat that request after the next login.
 */
function withoutUnsentDraws(ticket: Ticket): Ticket {
  const kept = ticket.order?.draws.filter(({ outcome, wasSent }) => outcome !== null || wasSent) ?? [];
  return { ...ticket, order: ticket.order && kept.length > 0 ? { ...ticket.order, draws: kept } : null };
}
