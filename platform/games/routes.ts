import { success } from '../http/answers.ts';
import type { CallHandlers } from '../http/calls.ts';
import type { GameService } from './service.ts';

/** The calls about games. */
export const gameHandlers = (games: GameService): CallHandlers<'gameList'> => ({
  gameList: async () => success(games.gameList()),
});
