import { expect, it } from 'vitest';
import { emptyTicket } from '../../../../client/play/kept-ticket.ts';
import {
  completeLines,
  linesOf,
  newDraft,
  startState,
  withAdded,
  withRemoved,
  withTaken,
} from '../../../../client/play/ticket-state.ts';
import { encodeLine } from '../../../../shared/domain/draw-kinds.ts';
import { raffleRules } from '../../../../shared/domain/prize-tiers.ts';

const { kind } = raffleRules;
const line = { series: '62A', number: '00001' };
const other = { series: '62B', number: '00002' };
const empty = () => startState(kind, 10, emptyTicket());

it('a ticket keeps a line that was added while the site looked up the sold tickets', () => {
  const { ticket } = withTaken(withAdded(empty(), newDraft(line)), new Set());
  expect(ticket.lines).toEqual([line]);
});

it('a ticket contains the complete lines of the form after each change, and gets a new id if the lines have changed', () => {
  const one = withAdded(empty(), newDraft(line));
  const two = withAdded(one, newDraft(other));
  const taken = withTaken(two, new Set([encodeLine(kind, line)]));
  const removed = withRemoved(taken, two.drafts[1]?.key ?? 0);
  for (const state of [one, two, taken, removed])
    expect(state.ticket.lines).toEqual(completeLines(linesOf(state)));
  expect(removed.ticket.lines).toEqual([]);
  expect(new Set([one, two, taken, removed].map(({ ticket }) => ticket.id)).size).toBe(4);
});

it('a ticket keeps all lines once its purchase has started, even if another player buys one of the lines', () => {
  const state = withAdded(empty(), newDraft(line));
  const order = { buyer: 'a', draws: [] };
  const ordered = { ...state, ticket: { ...state.ticket, order } };
  expect(withTaken(ordered, new Set([encodeLine(kind, line)])).ticket).toBe(ordered.ticket);
});
