import { codes } from '../../shared/contract/codes.ts';
import type { Transaction } from '../../shared/contract/transactions.ts';
import { refusalProblems } from '../answers.ts';
import type { Run } from '../run.ts';
import { boughtTicket, fundedPlayer } from './money.ts';
import { problemUnless, type Scenarios, type SentRequest } from './scenario.ts';

/**
 * Returns the session token of a player with a deposit and a ticket.
 * @throws Untested if the payment provider is not a sandbox
 */
const withHistory = async (run: Run): Promise<string> => (await boughtTicket(run)).player.token;

const ids = (rows: readonly Transaction[]) => rows.map(({ transactionId }) => transactionId);
const stakes = (rows: readonly { stake: number }[]) => rows.reduce((sum, { stake }) => sum + stake, 0);

const isNewestFirst = (times: readonly string[]): boolean =>
  times.every((time, index) => index === 0 || time <= (times[index - 1] ?? time));

/** Checks that several small pages together contain the first rows of one large page, in the same order. */
const pageProblems = (name: string, whole: readonly string[], parts: readonly string[]): string[] =>
  problemUnless(
    parts.join() === whole.slice(0, parts.length).join(),
    `${name}: small pages differ from a large page`,
  );

/**
 * Checks that the balance of each row equals its own amount plus the balance of the next older row. Rows are newest
 * first.
 */
const chainProblems = (rows: readonly Transaction[]): string[] => {
  const own = rows.filter(({ currencyCode }) => currencyCode !== 'PTS');
  return own.flatMap((row, index) => {
    const older = own[index + 1];
    const expected = older === undefined ? row.totalBalance : older.totalBalance + row.amount;
    return problemUnless(
      expected === row.totalBalance,
      `totalBalance ${row.totalBalance} of ${row.transactionId} is not ${expected}`,
    );
  });
};

const wrongRange = async <N extends 'transaction/transactionSummary' | 'transaction/depositSummary'>(
  name: N,
  { run, token }: Pick<SentRequest<N>, 'run' | 'token'>,
): Promise<string[]> => [
  ...refusalProblems(
    await run.platform.call(name, { from: '2026-11-21', to: '2026-11-20' }, token),
    codes.fieldWrong,
    'from after to',
  ),
  ...refusalProblems(
    await run.platform.call(name, { cursor: 'conformance' }, token),
    codes.fieldWrong,
    'a forged cursor',
  ),
];

export const transactionScenarios: Scenarios = {
  'transaction/transactionSummary': {
    request: () => ({}),
    token: withHistory,
    async problems({ transactions, currencyCode }, sent) {
      const { run, token } = sent;
      const first = await run.need('transaction/transactionSummary', { limit: 1 }, token);
      const next = first.cursor
        ? await run.need('transaction/transactionSummary', { limit: 1, cursor: first.cursor }, token)
        : { transactions: [] };
      const { totalBalance } = await run.need('wallet', {}, token);
      const newest = transactions.find((row) => row.currencyCode === currencyCode);
      return [
        ...problemUnless(
          transactions.some(({ kind }) => kind === 'deposit'),
          'the deposit is missing',
        ),
        ...problemUnless(
          transactions.some(({ kind }) => kind === 'ticket'),
          'the ticket is missing',
        ),
        ...problemUnless(isNewestFirst(transactions.map(({ at }) => at)), 'rows are not newest first'),
        ...problemUnless(
          newest?.totalBalance === totalBalance,
          `the newest row has the balance ${newest?.totalBalance}, the wallet ${totalBalance}`,
        ),
        ...chainProblems(transactions),
        ...pageProblems(
          'transactions',
          ids(transactions),
          ids([...first.transactions, ...next.transactions]),
        ),
        ...(await wrongRange('transaction/transactionSummary', sent)),
      ];
    },
  },
  'transaction/purchaseSummary': {
    request: () => ({}),
    token: withHistory,
    async problems({ purchases }, { run, token }) {
      const { receipt } = await boughtTicket(run);
      const open = await run.need('transaction/purchaseSummary', { outcome: 'open' }, token);
      const own = purchases.find(({ receiptNumber }) => receiptNumber === receipt.receiptNumber);
      return [
        ...problemUnless(own !== undefined, 'the bought ticket is missing'),
        ...problemUnless(
          own === undefined || own.totalPrice === receipt.totalPrice,
          'its price differs from the receipt’s',
        ),
        ...problemUnless(
          own === undefined || own.lines.length === receipt.lines,
          'its number of lines differs from the receipt’s',
        ),
        ...problemUnless(
          isNewestFirst(purchases.map(({ boughtAt }) => boughtAt)),
          'rows are not newest first',
        ),
        ...problemUnless(
          open.purchases.every(({ state }) => state === 'open' || state === 'pending'),
          'outcome `open` lists a purchase whose draw is over',
        ),
      ];
    },
  },
  'transaction/gameHistorySummary': {
    request: () => ({}),
    problems: ({ draws }) =>
      problemUnless(
        isNewestFirst(draws.map(({ drawStartDate }) => drawStartDate)),
        'draws are not newest first',
      ),
  },
  'transaction/withdrawSummary': {
    request: () => ({}),
    problems: ({ withdrawals }) =>
      problemUnless(
        isNewestFirst(withdrawals.map(({ requestedAt }) => requestedAt)),
        'rows are not newest first',
      ),
  },
  'transaction/depositSummary': {
    request: () => ({ status: 'approved' }),
    token: async (run) => (await fundedPlayer(run)).token,
    async problems({ deposits, totals }, sent) {
      const sum = deposits.reduce((all, { amount }) => all + amount, 0);
      return [
        ...problemUnless(deposits.length > 0, 'the deposit is missing'),
        ...problemUnless(
          deposits.every(({ status }) => status === 'approved'),
          'the filter approved also lists other deposits',
        ),
        ...problemUnless(
          totals.approved.amount === sum,
          `totals.approved is ${totals.approved.amount}, its deposits sum to ${sum}`,
        ),
        ...(await wrongRange('transaction/depositSummary', sent)),
      ];
    },
  },
  'transaction/getPlayerStatistics': {
    request: () => ({}),
    token: withHistory,
    async problems(answer, { run, token }) {
      const { total, byGame, byMonth, deposited } = answer;
      const { totals } = await run.need('transaction/depositSummary', {}, token);
      return [
        ...problemUnless(total.stake > 0, 'the bought ticket is not counted'),
        ...problemUnless(total.net === total.won - total.stake, 'net is not won - stake'),
        ...problemUnless(stakes(byGame) === total.stake, 'the games’ stakes do not sum to the total'),
        ...problemUnless(
          stakes(byMonth) === total.stake,
          'the months’ stakes do not sum to the total of a new player',
        ),
        ...problemUnless(
          deposited.amount === totals.approved.amount,
          'deposited differs from depositSummary',
        ),
      ];
    },
  },
};
