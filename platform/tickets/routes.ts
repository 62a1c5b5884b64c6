import type { ticketCalls } from '../../shared/contract/tickets.ts';
import { failure, success, wrongFields } from '../http/answers.ts';
import type { CallHandlers } from '../http/calls.ts';
import type { TicketService } from './service.ts';

/** What a player plays. */
export const ticketHandlers = (tickets: TicketService): CallHandlers<keyof typeof ticketCalls> => ({
  'tickets/buy': async (request, player) => {
    const bought = await tickets.buy(player, request);
    if ('receipt' in bought) return success(bought.receipt);
    return 'fields' in bought ? wrongFields(bought.fields) : failure(bought.refused);
  },
});
