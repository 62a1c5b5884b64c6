import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { summaryTables } from '../../../../../server/calls/csv/summary-tables.ts';
import { projectRoot } from '../../../../../server/config/project-root.ts';
import { readSiteConfig } from '../../../../../server/config/site-config.ts';
import { createWords } from '../../../../../server/words/words.ts';
import { TransactionKind } from '../../../../../shared/contract/transactions.ts';

const config = readSiteConfig(path.join(projectRoot, 'config'));
const words = createWords(config).get(config.boot.defaultLanguage);
if (!words) throw new Error('no words');
const reader = { words, timeZone: 'Asia/Kolkata' };

const at = '2026-11-21T12:00:00.000Z';
const transaction = {
  transactionId: '7',
  kind: 'prize',
  at,
  currencyCode: 'JPY',
  amount: 1500,
  totalBalance: 2500,
  cashAmount: 1500,
  totalCashBalance: 2000,
  heldAmount: 0,
  heldBalance: 0,
  lockedBonusAmount: 0,
  lockedBonusBalance: 0,
  gameId: 'keno',
  gameName: '@Keno',
  drawId: 'keno-12',
  drawNumber: 12,
  receiptNumber: null,
  providerId: null,
  paymentId: null,
  withdrawalId: null,
  promoCode: null,
};
const page = { from: '2026-11-01', to: '2026-11-21', cursor: null };

it('every heading, transaction kind and state of the summary tables has a text', () => {
  const named = Object.values(summaryTables).flatMap(({ headings }) => headings);
  const states = 'open drawn voided requested approved refused created declined cancelled straight box'.split(
    ' ',
  );
  const keys = [
    ...[...named, ...states].map((name) => `summary.${name}`),
    ...TransactionKind.options.map((kind) => `transaction.${kind}`),
  ];
  expect(keys.filter((key) => words.tOr(key, '') === '')).toEqual([]);
});

describe('a row of a summary table', () => {
  it('has one cell for each heading', () => {
    const table = summaryTables['transaction/transactionSummary'];
    const { records, cursor } = table.read(
      { ...page, currencyCode: 'JPY', transactions: [transaction] },
      reader,
    );
    expect(cursor).toBeNull();
    expect(records[0]).toHaveLength(table.headings.length);
    const cells = Object.fromEntries(table.headings.map((heading, index) => [heading, records[0]?.[index]]));
    expect(cells).toMatchObject({
      time: { plain: '2026-11-21T17:30:00+05:30' },
      type: 'Prize',
      // A spreadsheet could run this text as a formula. The CSV writer escapes such text later, so the table contains
      // it unchanged.
      game: '@Keno',
      draw: { plain: '12' },
      receipt: '',
      amount: { plain: '1500' },
      balance: { plain: '2500' },
    });
  });

  it('prints each kind of ticket line', () => {
    const table = summaryTables['transaction/purchaseSummary'];
    const lines = [
      [4, 11, 23],
      ['lotus', 'bell'],
      { digits: '048', play: 'box' },
      { series: '62D', number: '00815' },
      { number: 0 },
      { color: 'red' },
    ];
    const purchase = {
      receiptNumber: 'KENO-12-0123456789',
      gameId: 'keno',
      gameName: 'Keno',
      drawId: 'keno-12',
      drawNumber: 12,
      drawStartDate: at,
      boughtAt: at,
      lines,
      ticketPrice: 1000,
      totalPrice: 6000,
      currencyCode: 'INR',
      paidFrom: { bonus: 0, deposit: 6000, winnings: 0 },
      state: 'open',
      wonAmount: 0,
    };
    const { records } = table.read({ ...page, purchases: [purchase] }, reader);
    expect(records[0]?.[table.headings.indexOf('lines')]).toBe(
      '4 11 23 | lotus bell | 048 (box) | 62D 00815 | 0 | red',
    );
  });
});
