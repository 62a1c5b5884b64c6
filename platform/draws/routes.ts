import { codes } from '../../shared/contract/codes.ts';
import { parseDrawId } from '../../shared/domain/draw-id.ts';
import type { CallHandlers } from '../http/calls.ts';
import { Refusal } from '../http/refusal.ts';
import type { DrawService } from './service.ts';
import type { WinnersService } from './winners-service.ts';

export function drawHandlers(
  draws: DrawService,
  winners: WinnersService,
): CallHandlers<
  | 'result'
  | 'upcomingDraw'
  | 'winners'
  | 'draws/open'
  | 'draws/published'
  | 'draws/verify'
  | 'draws/ticketProof'
> {
  return {
    result: (data) => draws.result(data),
    upcomingDraw: () => draws.upcoming(),
    winners: ({ lastestGameId }) => winners.winners(lastestGameId ?? null),
    'draws/open': ({ gameId }) => draws.open(gameId),
    'draws/published': ({ gameId, from, count }) => draws.published(gameId, from, count),
    'draws/ticketProof': ({ drawId, receiptNumber }) => draws.ticketProof(drawId, receiptNumber),
    'draws/verify': async ({ drawId }) => {
      const found = parseDrawId(drawId) === null ? null : await draws.verify(drawId);
      if (!found) throw new Refusal(codes.drawNotFound);
      return found;
    },
  };
}
