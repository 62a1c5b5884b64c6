import { callApi } from '../api/call-api.ts';
import type { FindTickets } from './boards/board.ts';

/** Returns the search for raffle tickets that are free in all of these draws. */
export const findTicketsOf =
  (gameId: string, drawIds: readonly string[]): FindTickets =>
  async ({ series, ending }) => {
    const result = await callApi('tickets/free', {
      gameId,
      drawIds: [...drawIds],
      ...(series ? { series } : {}),
      ...(ending ? { ending } : {}),
    });
    return result.kind === 'ok' ? result.data.tickets : null;
  };
