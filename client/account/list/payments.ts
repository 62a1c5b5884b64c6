import type { Withdrawal } from '../../../shared/contract/cashier.ts';
import type { DepositRow } from '../../../shared/contract/payment-history.ts';
import type { AccountWording } from '../../../shared/pages/account.ts';
import { accountRoutes } from '../../../shared/pages/account-routes.ts';
import { declineTextOf } from '../../../shared/translate.ts';
import { amountColumn, fixedChoice, heading, moment, money, stateCell } from './cells.ts';
import { type Column, listScreen } from './list-screen.tsx';
import type { ListView, Tone } from './list-view.ts';

const tones: Readonly<Record<string, Tone>> = {
  created: 'waiting',
  requested: 'waiting',
  sending: 'waiting',
  sent: 'waiting',
  paid: 'good',
  approved: 'good',
  declined: 'bad',
  refused: 'bad',
  returned: 'bad',
};

/** `/my-accounts/deposits`: the player's payments into the wallet. */
export const depositsScreen = listScreen({
  route: 'deposits',
  call: 'transaction/depositSummary',
  startsAt: 'deposit',
  hasDays: true,
  hasFile: true,
  choices: [
    fixedChoice(
      'status',
      'links',
      heading('state'),
      ['approved', 'created', 'declined', 'cancelled'],
      'summary',
    ),
  ],
  read: ({ from, to, cursor, deposits, totals, currencyCode }, wording) => ({
    from,
    to,
    cursor,
    rows: deposits,
    totals: totalsOf(totals, currencyCode, wording),
  }),
  rowKey: ({ paymentId }) => paymentId,
  columns: [
    timeColumn<DepositRow>(
      ({ createdAt }) => createdAt,
      ({ providerId }) => providerId,
    ),
    amountColumn<DepositRow>('amount', ({ amount }) => amount),
    {
      key: 'state',
      look: 'plain',
      label: heading('state'),
      cell: ({ status, returned }, wording) => stateCell(returned ? 'returned' : status, tones, wording),
    },
    decidedColumn<DepositRow>(({ settledAt }) => settledAt),
    // The linked page shows the payment's result. For an open payment, the page contains a link to the provider's
    // payment page.
    referenceColumn<DepositRow>(({ paymentId }) => ({
      text: paymentId,
      href: `${accountRoutes.deposit.path}?payment=${paymentId}`,
    })),
  ],
});

/** `/my-accounts/withdrawals`: the player's payouts with their states. */
export const withdrawalsScreen = listScreen({
  route: 'withdrawals',
  call: 'transaction/withdrawSummary',
  startsAt: 'withdraw',
  hasDays: true,
  hasFile: true,
  choices: [
    fixedChoice(
      'state',
      'links',
      heading('state'),
      ['requested', 'approved', 'sending', 'sent', 'paid', 'refused', 'declined'],
      'summary',
    ),
  ],
  read: ({ from, to, cursor, withdrawals, totals, currencyCode }, wording) => ({
    from,
    to,
    cursor,
    rows: withdrawals,
    totals: totalsOf(totals, currencyCode, wording),
  }),
  rowKey: ({ withdrawalId }) => withdrawalId,
  columns: [
    timeColumn<Withdrawal>(
      ({ requestedAt }) => requestedAt,
      ({ providerId }) => providerId,
    ),
    amountColumn<Withdrawal>('amount', ({ amount }) => amount),
    {
      key: 'state',
      look: 'plain',
      label: heading('state'),
      cell: (row, wording) => {
        const detail = row.reason ?? declineTextOf(row, wording.t);
        return { ...stateCell(row.state, withdrawalTones, wording), ...(detail ? { detail } : {}) };
      },
    },
    {
      key: 'destination',
      look: 'plain',
      label: heading('destination'),
      cell: ({ destination }) => ({ text: destination ?? '–' }),
    },
    {
      key: 'steps',
      look: 'wide',
      label: heading('steps'),
      cell: ({ steps }, wording) => ({
        text: steps
          .map(({ state, at }) => `${wording.t(`summary.step.${state}`)}: ${moment(at, wording)}`)
          .join(' · '),
      }),
    },
    referenceColumn<Withdrawal>(({ withdrawalId }) => ({ text: withdrawalId })),
  ],
});

/** An approved withdrawal still has to be paid, so its label has the colour of a waiting withdrawal. */
const withdrawalTones: typeof tones = { ...tones, approved: 'waiting' };

/** Returns the sums of the payments in a range of days, by state. States without payments are left out. */
function totalsOf(
  totals: Readonly<Record<string, { count: number; amount: number }>>,
  currencyCode: string,
  wording: AccountWording,
): ListView['totals'] {
  return Object.entries(totals)
    .filter(([, { count }]) => count > 0)
    .map(([state, { count, amount }]) => ({
      label: `${wording.t(`summary.${state}`)} (${count})`,
      text: money(amount, currencyCode, wording),
    }));
}

function timeColumn<Row>(timeOf: (row: Row) => string, providerOf: (row: Row) => string): Column<Row> {
  return {
    key: 'time',
    look: 'main',
    label: heading('time'),
    cell: (row, wording) => ({
      text: moment(timeOf(row), wording),
      detail: `${wording.t('summary.provider')}: ${providerOf(row)}`,
    }),
  };
}

function decidedColumn<Row>(timeOf: (row: Row) => string | null): Column<Row> {
  return {
    key: 'decided',
    look: 'plain',
    label: heading('decided'),
    cell: (row, wording) => {
      const at = timeOf(row);
      return { text: at === null ? '–' : moment(at, wording) };
    },
  };
}

function referenceColumn<Row>(cell: Column<Row>['cell']): Column<Row> {
  return {
    key: 'reference',
    look: 'wide',
    label: heading('reference'),
    cell,
  };
}
