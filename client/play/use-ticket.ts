import { type SetStateAction, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { quickPick } from '../../shared/domain/quick-pick.ts';
import type { PlayDraw, PlayView } from '../../shared/pages/game.ts';
import { session } from '../stores/session.ts';
import type { Draft } from './boards/board.ts';
import { emptyTicket, keepTicket, newTicketId, startTicket, type Ticket } from './kept-ticket.ts';
import { isAnswered, newOrder, withoutRefusals } from './order.ts';
import { randomBelow } from './random-below.ts';
import {
  completeLines,
  linesOf,
  newDraft,
  startState,
  type TicketState,
  withAdded,
  withChanged,
  withRemoved,
  withTaken,
} from './ticket-state.ts';
import { usePurchase } from './use-purchase.ts';

/**
 * State of one game's ticket: its lines, draws and purchase. Every change is stored in the tab, and survives a reload.
 */
export function useTicket({ game: { gameId }, kind, maxLines }: PlayView) {
  const [state, setState] = useState<TicketState>(() =>
    startState(kind, maxLines, startTicket(gameId, kind, maxLines)),
  );
  const { ticket, activeKey } = state;
  const setTicket = useCallback(
    (next: SetStateAction<Ticket>) =>
      setState((last) => ({ ...last, ticket: typeof next === 'function' ? next(last.ticket) : next })),
    [],
  );
  const lines = useMemo(() => linesOf(state), [state]);

  // Store the ticket in a layout effect. A passive effect could run too late, and overwrite a newer answer with this
  // older state.
  useLayoutEffect(() => keepTicket(gameId, ticket), [gameId, ticket]);
  const purchase = usePurchase({ gameId, kind }, ticket, setTicket);
  const { run, forgetStop } = purchase;
  const startOver = useCallback((): void => {
    setState((last) => ({ ...startState(last.kind, last.maxLines, emptyTicket()), taken: last.taken }));
    forgetStop();
  }, [forgetStop]);
  const add = (line: Draft): void => {
    const draft = newDraft(line);
    setState((last) => withAdded(last, draft));
  };

  return {
    lines,
    complete: completeLines(lines),
    active: lines.find(({ key }) => key === activeKey) ?? lines.at(-1),
    drawIds: ticket.drawIds,
    order: purchase.order,
    isBuying: purchase.isBuying,
    stop: purchase.stop,
    activate: (key: number) => setState((last) => ({ ...last, activeKey: key })),
    change: (line: Draft) => setState((last) => withChanged(last, line)),
    add,
    addEmpty: () => add(null),
    addRandom: () => add(quickPick(kind, randomBelow)),
    remove: (key: number) => setState((last) => withRemoved(last, key)),
    /** @param taken the encoded lines whose raffle tickets are sold */
    markTaken: (taken: ReadonlySet<string>) => setState((last) => withTaken(last, taken)),
    chooseDraws: (drawIds: string[]) => setTicket((last) => ({ ...last, drawIds })),
    buy: (draws: readonly PlayDraw[]) =>
      run(newOrder(session.getState().player?.username ?? null, draws), ticket.lines),
    /** Repeats the requests of the unanswered and the refused draws with the same idempotency keys. */
    tryAgain: () => ticket.order && run(withoutRefusals(ticket.order), ticket.lines),
    /**
     * Shows the lines again instead of the purchase. If every draw of the order was answered, the next purchase gets a
     * new id.
     */
    backToLines: () => {
      forgetStop();
      setTicket(withoutOrder);
    },
    startOver,
  };
}

/**
 * Removes the purchase from the ticket. The lines remain, and the draws that were not bought are chosen again. The
 * ticket's id stays the same while an answer is unknown.
 */
const withoutOrder = ({ id, lines, order }: Ticket): Ticket => ({
  id: order && !isAnswered(order) ? id : newTicketId(),
  lines,
  drawIds: (order?.draws ?? []).flatMap(({ drawId, outcome }) =>
    outcome?.kind === 'bought' ? [] : [drawId],
  ),
  order: null,
});
