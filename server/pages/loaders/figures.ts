import type { WinnersResponse } from '../../../shared/contract/winners.ts';
import type { Figure } from '../../../shared/pages/winners.ts';
import { once } from '../../once.ts';
import type { Words } from '../../words/words.ts';

type Totals = WinnersResponse['totals'];

function format(totals: Totals, words: Words): readonly Figure[] {
  const { paidThisYear, winningTicketsThisMonth, drawsCommitted, largestPrize, currencyCode } = totals;
  return [
    {
      amount: paidThisYear,
      text: words.shortMoney(paidThisYear, currencyCode),
      label: words.t('figure.paid_this_year'),
    },
    {
      amount: winningTicketsThisMonth,
      text: words.count(winningTicketsThisMonth),
      label: words.t('figure.winning_tickets_this_month'),
    },
    { amount: drawsCommitted, text: words.count(drawsCommitted), label: words.t('figure.draws_committed') },
    {
      amount: largestPrize,
      text: words.money(largestPrize, currencyCode),
      label: words.t('figure.largest_prize'),
    },
  ]
    .filter((figure) => figure.amount > 0)
    .map(({ text, label }) => ({ text, label }));
}

const figuresIn = once((words: Words) => once((totals: Totals) => format(totals, words)));

/** Formats the platform's totals, once for each cached response. Totals of zero are not shown. */
export const figuresOf = (totals: Totals, words: Words): readonly Figure[] => figuresIn(words)(totals);
