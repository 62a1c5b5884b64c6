import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { encodeLine, isLine, type Line } from '../../shared/domain/draw-kinds.ts';
import { quickPick } from '../../shared/domain/quick-pick.ts';
import type { PlayDraw, PlayView } from '../../shared/pages/game.ts';
import { session } from '../stores/session.ts';
import type { Draft } from './boards/board.ts';
import { emptyTicket, keepTicket, newTicketId, startTicket, type Ticket } from './kept-ticket.ts';
import { buyOrder, isAnswered, newOrder, type Order, type Stop, withoutRefusals } from './order.ts';
import { randomBelow } from './random-below.ts';
import { useOwner } from './use-owner.ts';

/** A line of the form. Only complete lines are bought. */
export interface DraftLine {
  /** Identifies the line while the player changes it. */
  key: number;
  line: Draft;
  state: 'complete' | 'incomplete' | 'repeated';
}

let lastKey = 0;
const newDraft = (line: Draft = null) => ({ key: ++lastKey, line });

type Drafts = readonly { key: number; line: Draft }[];

const draftsOf = (lines: readonly Line[]): Drafts =>
  lines.length > 0 ? lines.map((line) => newDraft(line)) : [newDraft()];

/**
 * Returns each line with its state. A raffle ticket exists only once, so a second line with the same ticket is
 * `repeated`.
 */
function statesOf({ kind }: PlayView, drafts: Drafts): DraftLine[] {
  const seen = new Set<string>();
  return drafts.map(({ key, line }) => {
    if (line === null || !isLine(kind, line)) return { key, line, state: 'incomplete' };
    const encoded = encodeLine(kind, line);
    const isRepeated = kind.kind === 'raffle' && seen.has(encoded);
    seen.add(encoded);
    return { key, line, state: isRepeated ? 'repeated' : 'complete' };
  });
}

const completeLines = (drafts: readonly DraftLine[]): Line[] =>
  drafts.flatMap(({ line, state }) => (state === 'complete' && line !== null ? [line] : []));

/** Sets the balance in the header to the balance after the newest purchase. */
function showBalance({ draws }: Order): void {
  const receipts = draws.flatMap(({ outcome }) => (outcome?.kind === 'bought' ? [outcome.receipt] : []));
  const newest = receipts.at(-1);
  const { player } = session.getState();
  if (player && newest) session.setState({ player: { ...player, totalBalance: newest.totalBalance } });
}

/**
 * State of one game's ticket: its lines, draws and purchase. Every change is stored in the tab, so that a reload keeps
 * it.
 */
export function useTicket(view: PlayView) {
  const { game, kind, maxLines } = view;
  const { gameId } = game;
  const [ticket, setTicket] = useState<Ticket>(() => startTicket(gameId, kind, maxLines));
  const [drafts, setDrafts] = useState<Drafts>(() => draftsOf(ticket.lines));
  const [activeKey, setActiveKey] = useState(() => drafts.at(-1)?.key ?? 0);
  const [isBuying, setBuying] = useState(false);
  const [stop, setStop] = useState<Stop | null>(null);
  const isRunning = useRef(false);
  const lines = useMemo(() => statesOf(view, drafts), [view, drafts]);

  useEffect(() => keepTicket(gameId, ticket), [gameId, ticket]);
  const isPlayer = useOwner({
    gameId,
    kind,
    isRunning,
    onDropped: useCallback(
      (id) => setTicket((last) => (last.order ? { ...last, id, order: null } : last)),
      [],
    ),
  });

  const changeDrafts = (next: Drafts, active = activeKey): void => {
    const shown = next.length > 0 ? next : [newDraft()];
    setDrafts(shown);
    setActiveKey(shown.some(({ key }) => key === active) ? active : (shown.at(-1)?.key ?? 0));
    const complete = completeLines(statesOf(view, shown));
    setTicket((last) =>
      JSON.stringify(last.lines) === JSON.stringify(complete)
        ? last
        : { ...last, id: newTicketId(), lines: complete, order: null },
    );
  };
  const add = (line: Draft): void => {
    // Remove empty lines, so that a quick pick fills them instead of leaving a gap.
    const kept = drafts.filter((draft) => draft.line !== null);
    if (kept.length >= maxLines) return;
    const draft = newDraft(line);
    changeDrafts([...kept, draft], draft.key);
  };

  /**
   * Sends the purchase requests of an order. The order is stored before the first request, so that the page can repeat
   * unanswered requests after a reload.
   */
  const run = async (order: Order, lines_: Line[]): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBuying(true);
    setStop(null);
    const save = (next: Order) => setTicket((last) => ({ ...last, order: next }));
    keepTicket(gameId, { ...ticket, order });
    save(order);
    const stopped = await buyOrder({ gameId, ticketId: ticket.id, lines: lines_ }, order, (next) => {
      save(next);
      keepTicket(gameId, { ...ticket, order: next });
      showBalance(next);
    });
    isRunning.current = false;
    setBuying(false);
    setStop(stopped);
    // The session had ended, so the platform refused the request and this draw was not bought.
    if (stopped === 'session-expired') setTicket((last) => withoutOpenDraws(last));
  };

  const startOver = useCallback((): void => {
    const empty = emptyTicket();
    const first = draftsOf([]);
    setTicket(empty);
    setDrafts(first);
    setActiveKey(first[0]?.key ?? 0);
    setStop(null);
  }, []);

  return {
    lines,
    complete: completeLines(lines),
    active: lines.find(({ key }) => key === activeKey) ?? lines.at(-1),
    drawIds: ticket.drawIds,
    /** Null after the session has ended, because another person may use the browser. */
    order: isPlayer ? ticket.order : null,
    isBuying,
    stop,
    activate: setActiveKey,
    change: (line: Draft) =>
      changeDrafts(drafts.map((draft) => (draft.key === activeKey ? { ...draft, line } : draft))),
    add,
    addEmpty: () => add(null),
    addRandom: () => add(quickPick(kind, randomBelow)),
    remove: (key: number) => changeDrafts(drafts.filter((draft) => draft.key !== key)),
    chooseDraws: (drawIds: string[]) => setTicket((last) => ({ ...last, drawIds })),
    buy: (draws: readonly PlayDraw[]) => run(newOrder(draws), ticket.lines),
    /** Repeats the requests of the unanswered and the refused draws with the same idempotency keys. */
    tryAgain: () => ticket.order && run(withoutRefusals(ticket.order), ticket.lines),
    /** Shows the lines again. If every draw of the order was answered, the next purchase gets a new id. */
    backToLines: () => {
      setStop(null);
      setTicket(withoutOrder);
    },
    startOver,
  };
}

/** Returns the lines and the draws that were not bought. The id stays while an answer is unknown. */
const withoutOrder = ({ id, lines, order }: Ticket): Ticket => ({
  id: order && !isAnswered(order) ? id : newTicketId(),
  lines,
  drawIds: (order?.draws ?? []).flatMap(({ drawId, outcome }) =>
    outcome?.kind === 'bought' ? [] : [drawId],
  ),
  order: null,
});

/** Removes the unanswered draws from the order of a ticket. */
function withoutOpenDraws(ticket: Ticket): Ticket {
  const answered = ticket.order?.draws.filter(({ outcome }) => outcome !== null) ?? [];
  return { ...ticket, order: answered.length > 0 ? { draws: answered } : null };
}
