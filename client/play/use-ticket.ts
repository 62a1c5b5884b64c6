import { useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { encodeLine, isLine, type Line } from '../../shared/domain/draw-kinds.ts';
import { quickPick } from '../../shared/domain/quick-pick.ts';
import type { PlayDraw, PlayView } from '../../shared/pages/game.ts';
import { session } from '../stores/session.ts';
import type { Draft } from './boards/board.ts';
import { emptyTicket, keepTicket, newTicketId, startTicket, type Ticket } from './kept-ticket.ts';
import { isAnswered, newOrder, withoutRefusals } from './order.ts';
import { randomBelow } from './random-below.ts';
import { usePurchase } from './use-purchase.ts';

/** A line of the form. Only complete lines are bought. */
export interface DraftLine {
  /** Identifies the line while the player changes it. */
  key: number;
  line: Draft;
  state: 'complete' | 'incomplete' | 'repeated' | 'taken';
}

let lastKey = 0;
const newDraft = (line: Draft = null) => ({ key: ++lastKey, line });

type Drafts = readonly { key: number; line: Draft }[];

const draftsOf = (lines: readonly Line[]): Drafts =>
  lines.length > 0 ? lines.map((line) => newDraft(line)) : [newDraft()];

/**
 * Returns each line with its state. A raffle ticket exists only once, so a second line with the same ticket is
 * `repeated`. A ticket that is sold in one of the chosen draws is `taken`.
 */
function statesOf({ kind }: PlayView, drafts: Drafts, taken: ReadonlySet<string>): DraftLine[] {
  const seen = new Set<string>();
  return drafts.map(({ key, line }) => {
    if (line === null || !isLine(kind, line)) return { key, line, state: 'incomplete' };
    const encoded = encodeLine(kind, line);
    const isRepeated = kind.kind === 'raffle' && seen.has(encoded);
    seen.add(encoded);
    if (isRepeated) return { key, line, state: 'repeated' };
    return { key, line, state: taken.has(encoded) ? 'taken' : 'complete' };
  });
}

const completeLines = (drafts: readonly DraftLine[]): Line[] =>
  drafts.flatMap(({ line, state }) => (state === 'complete' && line !== null ? [line] : []));

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
  const [taken, setTaken] = useState<ReadonlySet<string>>(() => new Set());
  const lines = useMemo(() => statesOf(view, drafts, taken), [view, drafts, taken]);

  // A passive effect could run after the next answer was stored, and replace it by this older state.
  useLayoutEffect(() => keepTicket(gameId, ticket), [gameId, ticket]);
  const purchase = usePurchase(view, ticket, setTicket);

  const changeDrafts = (next: Drafts, active = activeKey): void => {
    const shown = next.length > 0 ? next : [newDraft()];
    setDrafts(shown);
    setActiveKey(shown.some(({ key }) => key === active) ? active : (shown.at(-1)?.key ?? 0));
    setTicket((last) => withLines(last, completeLines(statesOf(view, shown, taken))));
  };
  /** Leaves out the lines whose tickets are sold. @param next encoded lines */
  const markTaken = (next: ReadonlySet<string>): void => {
    setTaken(next);
    setTicket((last) =>
      // The lines of a purchase must stay the same, because its requests can be repeated.
      last.order ? last : withLines(last, completeLines(statesOf(view, drafts, next))),
    );
  };
  const add = (line: Draft): void => {
    // Remove empty lines, so that a quick pick fills them instead of leaving a gap.
    const kept = drafts.filter((draft) => draft.line !== null);
    if (kept.length >= maxLines) return;
    const draft = newDraft(line);
    changeDrafts([...kept, draft], draft.key);
  };

  const { run, forgetStop } = purchase;
  const startOver = useCallback((): void => {
    const empty = emptyTicket();
    const first = draftsOf([]);
    setTicket(empty);
    setDrafts(first);
    setActiveKey(first[0]?.key ?? 0);
    forgetStop();
  }, [forgetStop]);

  return {
    lines,
    complete: completeLines(lines),
    active: lines.find(({ key }) => key === activeKey) ?? lines.at(-1),
    drawIds: ticket.drawIds,
    order: purchase.order,
    isBuying: purchase.isBuying,
    stop: purchase.stop,
    activate: setActiveKey,
    change: (line: Draft) =>
      changeDrafts(drafts.map((draft) => (draft.key === activeKey ? { ...draft, line } : draft))),
    add,
    addEmpty: () => add(null),
    addRandom: () => add(quickPick(kind, randomBelow)),
    remove: (key: number) => changeDrafts(drafts.filter((draft) => draft.key !== key)),
    markTaken,
    chooseDraws: (drawIds: string[]) => setTicket((last) => ({ ...last, drawIds })),
    buy: (draws: readonly PlayDraw[]) =>
      run(newOrder(session.getState().player?.username ?? null, draws), ticket.lines),
    /** Repeats the requests of the unanswered and the refused draws with the same idempotency keys. */
    tryAgain: () => ticket.order && run(withoutRefusals(ticket.order), ticket.lines),
    /** Shows the lines again. If every draw of the order was answered, the next purchase gets a new id. */
    backToLines: () => {
      forgetStop();
      setTicket(withoutOrder);
    },
    startOver,
  };
}

/** Returns a ticket with these lines. If they differ from the ticket's lines, its id is new. */
const withLines = (ticket: Ticket, lines: Line[]): Ticket =>
  JSON.stringify(ticket.lines) === JSON.stringify(lines)
    ? ticket
    : { ...ticket, id: newTicketId(), lines, order: null };

/** Returns the lines and the draws that were not bought. The id stays while an answer is unknown. */
const withoutOrder = ({ id, lines, order }: Ticket): Ticket => ({
  id: order && !isAnswered(order) ? id : newTicketId(),
  lines,
  drawIds: (order?.draws ?? []).flatMap(({ drawId, outcome }) =>
    outcome?.kind === 'bought' ? [] : [drawId],
  ),
  order: null,
});
