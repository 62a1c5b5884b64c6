import type { CallHandlers } from '../http/calls.ts';
import type { GameService } from './service.ts';

/** Handlers of the calls about games. */
export function gameHandlers(games: GameService): CallHandlers<'gameList'> {
  return { gameList: async () => games.gameList() };
}
