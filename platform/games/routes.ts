import { calls } from '../../shared/contract/calls.ts';
import { success } from '../http/answers.ts';
import { answering, type CallRunners } from '../http/calls.ts';
import type { GameService } from './service.ts';

/** The calls about games. */
export const gameCalls = (games: GameService): Pick<CallRunners, 'gameList'> => ({
  gameList: answering(calls.gameList, async () => success(games.gameList())),
});
