import type { ticketCalls } from '../../shared/contract/tickets.ts';
import type { CallHandlers } from '../http/calls.ts';
import type { TicketService } from './service.ts';

export function ticketHandlers(tickets: TicketService): CallHandlers<keyof typeof ticketCalls> {
  return { 'tickets/buy': (request, player) => tickets.buy(player, request) };
}
