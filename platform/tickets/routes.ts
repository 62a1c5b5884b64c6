import type { ticketCalls } from '../../shared/contract/tickets.ts';
import type { CallHandlers } from '../http/calls.ts';
import type { FreeTickets } from './free-tickets.ts';
import type { TicketService } from './service.ts';

export function ticketHandlers(
  tickets: TicketService,
  freeTickets: FreeTickets,
): CallHandlers<keyof typeof ticketCalls> {
  return {
    'tickets/buy': (request, player) => tickets.buy(player, request),
    'tickets/free': (request) => freeTickets.find(request),
  };
}
