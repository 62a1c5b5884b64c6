import type { CallHandlers } from '../http/calls.ts';
import type { GameService } from './service.ts';

export function gameHandlers(games: GameService): CallHandlers<'gameList'> {
  return { gameList: async () => games.gameList() };
}
