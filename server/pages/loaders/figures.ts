import type { WinnersResponse } from '../../../shared/contract/winners.ts';
import type { Figure } from '../../../shared/pages/winners.ts';
import type { Words } from '../../words/words.ts';

/** Formats the platform's totals. Totals of zero are not shown. */
export function figuresOf(totals: WinnersResponse['totals'], words: Words): Figure[] {
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
