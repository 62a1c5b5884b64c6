import type { CallHandlers } from '../http/calls.ts';
import type { StatisticsService } from './service.ts';

export function statisticsHandlers(statistics: StatisticsService): CallHandlers<'draws/statistics'> {
  return { 'draws/statistics': ({ gameId }) => statistics.ofGame(gameId) };
}
