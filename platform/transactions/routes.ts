import type { paymentHistoryCalls } from '../../shared/contract/payment-history.ts';
import type { playHistoryCalls } from '../../shared/contract/play-history.ts';
import type { statisticsCalls } from '../../shared/contract/player-statistics.ts';
import type { transactionCalls } from '../../shared/contract/transactions.ts';
import { success, wrongFields } from '../http/answers.ts';
import type { CallHandlers } from '../http/calls.ts';
import type { WrongFields } from './paging.ts';
import type { Summaries } from './service.ts';

function answer<S extends object>(summary: S | WrongFields) {
  return 'fields' in summary ? wrongFields(summary.fields) : success(summary);
}

type SummaryCall = keyof (typeof transactionCalls &
  typeof playHistoryCalls &
  typeof paymentHistoryCalls &
  typeof statisticsCalls);

/** What became of a player's money. */
export function transactionHandlers(summaries: Summaries): CallHandlers<SummaryCall> {
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
