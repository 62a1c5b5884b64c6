import { ticketCalls } from '../../shared/contract/tickets.ts';
import { failure, success, wrongFields } from '../http/answers.ts';
import { answeringPlayer, type CallRunner } from '../http/calls.ts';
import type { TicketService } from './service.ts';

/** What a player plays. */
export const ticketRunners = (tickets: TicketService): Record<keyof typeof ticketCalls, CallRunner> => ({
  'tickets/buy': answeringPlayer(ticketCalls['tickets/buy'], async (request, player) => {
    const bought = await tickets.buy(player, request);
    if ('receipt' in bought) return success(bought.receipt);
    return 'fields' in bought ? wrongFields(bought.fields) : failure(bought.refused);
  }),
});
