import { type DrawKind, encodeLine, isLine, type Line } from '../../shared/domain/draw-kinds.ts';
import type { Draft } from './boards/board.ts';
import { newTicketId, type Ticket } from './kept-ticket.ts';

/** A line of the form. Only complete lines are bought. */
export interface DraftLine {
  /** Identifies the line while the player changes it. */
  key: number;
  line: Draft;
  state: 'complete' | 'incomplete' | 'repeated' | 'taken';
}

interface KeyedDraft {
  key: number;
  line: Draft;
}

/**
 * The ticket and the lines of the form. Both are in one state, because the player and the platform's responses can
 * change them at the same time. With two states, a response could remove a line from the ticket while the form still
 * shows this line as complete.
 */
export interface TicketState {
  kind: DrawKind;
  maxLines: number;
  ticket: Ticket;
  drafts: readonly KeyedDraft[];
  /** Key of the line on the board. */
  activeKey: number;
  /** Encoded lines whose raffle tickets are sold. */
  taken: ReadonlySet<string>;
}

let lastKey = 0;
export const newDraft = (line: Draft = null): KeyedDraft => ({ key: ++lastKey, line });

export function startState(kind: DrawKind, maxLines: number, ticket: Ticket): TicketState {
  const drafts = ticket.lines.length > 0 ? ticket.lines.map((line) => newDraft(line)) : [newDraft()];
  return { kind, maxLines, ticket, drafts, activeKey: drafts.at(-1)?.key ?? 0, taken: new Set() };
}

/**
 * Returns each line with its state. A raffle ticket exists only once, so a second line with the same ticket is
 * `repeated`. A ticket that is sold in one of the chosen draws is `taken`.
 */
export function linesOf({
  kind,
  drafts,
  taken,
}: Pick<TicketState, 'kind' | 'drafts' | 'taken'>): DraftLine[] {
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

export const completeLines = (lines: readonly DraftLine[]): Line[] =>
  lines.flatMap(({ line, state }) => (state === 'complete' && line !== null ? [line] : []));

/** Returns the ticket with these lines. If the lines have changed, the result has a new id and no order. */
const withLines = (ticket: Ticket, lines: Line[]): Ticket =>
  JSON.stringify(ticket.lines) === JSON.stringify(lines)
    ? ticket
    : { ...ticket, id: newTicketId(), lines, order: null };

function withDrafts(
  state: TicketState,
  drafts: readonly KeyedDraft[],
  activeKey = state.activeKey,
): TicketState {
  const shown = drafts.length > 0 ? drafts : [newDraft()];
  return {
    ...state,
    drafts: shown,
    activeKey: shown.some(({ key }) => key === activeKey) ? activeKey : (shown.at(-1)?.key ?? 0),
    ticket: withLines(state.ticket, completeLines(linesOf({ ...state, drafts: shown }))),
  };
}

export function withAdded(state: TicketState, draft: KeyedDraft): TicketState {
  // Remove empty lines, so that the added line takes their place. They would otherwise remain as gaps.
  const kept = state.drafts.filter(({ line }) => line !== null);
  return kept.length >= state.maxLines ? state : withDrafts(state, [...kept, draft], draft.key);
}

/** Replaces the line on the board. */
export const withChanged = (state: TicketState, line: Draft): TicketState =>
  withDrafts(
    state,
    state.drafts.map((draft) => (draft.key === state.activeKey ? { ...draft, line } : draft)),
  );

export const withRemoved = (state: TicketState, removed: number): TicketState =>
  withDrafts(
    state,
    state.drafts.filter(({ key }) => key !== removed),
  );

/**
 * Marks raffle tickets as sold, and removes them from the ticket. The form still shows their lines as `taken`.
 * @param taken encoded lines
 */
export const withTaken = (state: TicketState, taken: ReadonlySet<string>): TicketState => ({
  ...state,
  taken,
  // The lines of a purchase must stay the same, because the requests of the purchase can be repeated.
  ticket: state.ticket.order
    ? state.ticket
    : withLines(state.ticket, completeLines(linesOf({ ...state, taken }))),
});
