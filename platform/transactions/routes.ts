import type { paymentHistoryCalls } from '../../shared/contract/payment-history.ts';
import type { playHistoryCalls } from '../../shared/contract/play-history.ts';
import type { statisticsCalls } from '../../shared/contract/player-statistics.ts';
import type { transactionCalls } from '../../shared/contract/transactions.ts';
import type { CallHandlers } from '../http/calls.ts';
import type { Summaries } from './service.ts';

type SummaryCall = keyof (typeof transactionCalls &
  typeof playHistoryCalls &
  typeof paymentHistoryCalls &
  typeof statisticsCalls);

export function transactionHandlers(summaries: Summaries): CallHandlers<SummaryCall> {
  return {
    'transaction/transactionSummary': (asked, player) => summaries.transactions(player, asked),
    'transaction/purchaseSummary': (asked, player) => summaries.purchases(player, asked),
    'transaction/gameHistorySummary': (asked, player) => summaries.gameHistory(player, asked),
    'transaction/withdrawSummary': (asked, player) => summaries.withdrawals(player, asked),
    'transaction/depositSummary': (asked, player) => summaries.deposits(player, asked),
    'transaction/getPlayerStatistics': (_, player) => summaries.statistics(player),
  };
}
