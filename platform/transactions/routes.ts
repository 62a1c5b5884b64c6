import type { transactionCalls as calls } from '../../shared/contract/transactions.ts';
import { success, wrongFields } from '../http/answers.ts';
import type { CallHandlers } from '../http/calls.ts';
import type { WrongFields } from './paging.ts';
import type { Summaries } from './service.ts';

function answer<S extends object>(summary: S | WrongFields) {
  return 'fields' in summary ? wrongFields(summary.fields) : success(summary);
}

/** What became of a player's money. */
export function transactionHandlers(summaries: Summaries): CallHandlers<keyof typeof calls> {
  return {
    'transaction/transactionSummary': async (asked, player) =>
      answer(await summaries.transactions(player, asked)),
    'transaction/purchaseSummary': async (asked, player) => answer(await summaries.purchases(player, asked)),
    'transaction/gameHistorySummary': async (asked, player) =>
      answer(await summaries.gameHistory(player, asked)),
    'transaction/withdrawSummary': async (asked, player) =>
      answer(await summaries.withdrawals(player, asked)),
    'transaction/depositSummary': async (asked, player) => answer(await summaries.deposits(player, asked)),
    'transaction/getPlayerStatistics': async (_nothing, player) =>
      success(await summaries.statistics(player)),
  };
}
