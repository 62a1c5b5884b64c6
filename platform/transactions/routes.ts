import { transactionCalls as calls } from '../../shared/contract/transactions.ts';
import { success, wrongFields } from '../http/answers.ts';
import { answeringPlayer, type CallRunner } from '../http/calls.ts';
import type { WrongFields } from './paging.ts';
import type { Summaries } from './service.ts';

function answer<S extends object>(summary: S | WrongFields) {
  return 'fields' in summary ? wrongFields(summary.fields) : success(summary);
}

/** What became of a player's money. */
export function transactionRunners(summaries: Summaries): Record<keyof typeof calls, CallRunner> {
  return {
    'transaction/transactionSummary': answeringPlayer(
      calls['transaction/transactionSummary'],
      async (asked, player) => answer(await summaries.transactions(player, asked)),
    ),
    'transaction/purchaseSummary': answeringPlayer(
      calls['transaction/purchaseSummary'],
      async (asked, player) => answer(await summaries.purchases(player, asked)),
    ),
    'transaction/gameHistorySummary': answeringPlayer(
      calls['transaction/gameHistorySummary'],
      async (asked, player) => answer(await summaries.gameHistory(player, asked)),
    ),
    'transaction/withdrawSummary': answeringPlayer(
      calls['transaction/withdrawSummary'],
      async (asked, player) => answer(await summaries.withdrawals(player, asked)),
    ),
    'transaction/depositSummary': answeringPlayer(
      calls['transaction/depositSummary'],
      async (asked, player) => answer(await summaries.deposits(player, asked)),
    ),
    'transaction/getPlayerStatistics': answeringPlayer(
      calls['transaction/getPlayerStatistics'],
      async (_nothing, player) => success(await summaries.statistics(player)),
    ),
  };
}
