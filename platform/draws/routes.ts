import { codes } from '../../shared/contract/codes.ts';
import { failure, success, wrongFields } from '../http/answers.ts';
import type { CallHandlers } from '../http/calls.ts';
import { parseDrawId } from './draw-id.ts';
import type { DrawService } from './service.ts';
import type { WinnersService } from './winners-service.ts';

/** The calls about draws, results and winners. */
export const drawHandlers = (
  draws: DrawService,
  winners: WinnersService,
): CallHandlers<'result' | 'upcomingDraw' | 'winners' | 'draws/verify'> => ({
  result: async (data) => {
    const answer = await draws.result(data);
    return 'fields' in answer ? wrongFields(answer.fields) : success(answer);
  },
  upcomingDraw: async () => success(await draws.upcoming()),
  winners: async ({ lastestGameId }) => {
    const answer = await winners.winners(lastestGameId ?? null);
    return 'fields' in answer ? wrongFields(answer.fields) : success(answer);
  },
  'draws/verify': async ({ drawId }) => {
    const answer = parseDrawId(drawId) === null ? null : await draws.verify(drawId);
    return answer === null ? failure(codes.drawNotFound) : success(answer);
  },
});
