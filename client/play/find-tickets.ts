import type { CallData, CallName } from '../../shared/contract/calls.ts';
import { type CallResult, callWith } from '../api/call-api.ts';
import type { FindTickets } from './boards/board.ts';

type Call = <N extends CallName>(name: N, data: object) => Promise<CallResult<CallData<N>>>;

/** Returns a function that searches for raffle tickets that are free in all given draws. */
export const findTicketsOf =
  (gameId: string, drawIds: readonly string[], call: Call = callWith): FindTickets =>
  async ({ series, ending }) => {
    const result = await call('tickets/free', {
      gameId,
      drawIds: [...drawIds],
      ...(series ? { series } : {}),
      ...(ending ? { ending } : {}),
    });
    return result.kind === 'ok' ? result.data.tickets : null;
  };
