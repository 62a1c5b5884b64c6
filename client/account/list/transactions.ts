import type { Transaction } from '../../../shared/contract/transactions.ts';
import type { AccountWording } from '../../../shared/pages/account.ts';
import { change, fixedChoice, heading, moment, money } from './cells.ts';
import { listScreen } from './list-screen.tsx';

const kinds = [
  'deposit',
  'withdrawal-hold',
  'withdrawal-paid',
  'withdrawal-refused',
  'withdrawal-declined',
  'ticket',
  'prize',
  'jackpot',
  'bonus',
  'bonus-released',
  'bonus-expired',
  'loyalty',
  'referral',
  'correction',
];

/** `/my-accounts/transactions`: every change of the player's balances. */
export const transactionsScreen = listScreen({
  route: 'transactions',
  call: 'transaction/transactionSummary',
  hasDays: true,
  hasFile: true,
  choices: [fixedChoice('kind', 'select', heading('type'), kinds, 'transaction')],
  read: ({ from, to, cursor, transactions }) => ({ from, to, cursor, rows: transactions }),
  rowKey: ({ transactionId }) => transactionId,
  columns: [
    {
      key: 'type',
      look: 'main',
      label: heading('type'),
      cell: (row: Transaction, wording) => ({
        text: wording.t(`transaction.${row.kind}`),
        detail: causeOf(row),
      }),
    },
    {
      key: 'amount',
      look: 'amount',
      label: heading('amount'),
      cell: (row, wording) => ({ text: amountOf(row, wording), detail: otherChange(row, wording) }),
    },
    {
      key: 'time',
      look: 'plain',
      label: heading('time'),
      cell: (row, wording) => ({ text: moment(row.at, wording) }),
    },
    {
      key: 'balance',
      look: 'amount',
      label: heading('balance'),
      cell: (row, wording) => ({
        text: inUnits(money(row.totalBalance, row.currencyCode, wording), row.totalBalance, row, wording),
      }),
    },
  ],
});

/** Returns the game, receipt, provider or promo code that caused a transaction. */
const causeOf = ({ gameName, drawNumber, receiptNumber, providerId, promoCode }: Transaction): string =>
  [gameName && drawNumber ? `${gameName} · ${drawNumber}` : gameName, receiptNumber, providerId, promoCode]
    .filter((part) => part !== null)
    .join(' · ');

const amountOf = (row: Transaction, wording: AccountWording): string =>
  inUnits(change(row.amount, row.currencyCode, wording), row.amount, row, wording);

/** Adds the word for points if the amount is in points. */
const inUnits = (
  text: string,
  amount: number,
  { currencyCode }: Transaction,
  { t }: AccountWording,
): string =>
  currencyCode === 'PTS' ? t('account.list.points', { points: text, count: Math.abs(amount) }) : text;

/**
 * Describes the change of the held amount and of the locked bonus. The transaction's total contains neither of them.
 */
function otherChange(row: Transaction, wording: AccountWording): string {
  const { t } = wording;
  const parts: [string, number][] = [
    [t('summary.held'), row.heldAmount],
    [t('summary.locked_bonus'), row.lockedBonusAmount],
  ];
  return parts
    .filter(([, amount]) => amount !== 0)
    .map(([label, amount]) => `${label} ${change(amount, row.currencyCode, wording)}`)
    .join(' · ');
}
