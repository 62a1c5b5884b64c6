import { codes } from '../../shared/contract/codes.ts';
import type { Transaction } from '../../shared/contract/transactions.ts';
import { refusalProblems } from '../answers.ts';
import type { Run } from '../run.ts';
import { boughtTicket, richPlayer } from './money.ts';
import { type Asked, type Scenarios, unless } from './scenario.ts';

/** Whoever has some history: a deposit and a ticket where there is a sandbox to pay in with. */
const withHistory = async (run: Run): Promise<string> => (await boughtTicket(run)).player.token;

const ids = (rows: readonly Transaction[]) => rows.map(({ transactionId }) => transactionId);
const stakes = (rows: readonly { stake: number }[]) => rows.reduce((sum, { stake }) => sum + stake, 0);

const isNewestFirst = (times: readonly string[]): boolean =>
  times.every((time, index) => index === 0 || time <= (times[index - 1] ?? time));

/** Two pages of one row each are the first two rows of one page. */
const pageProblems = (name: string, whole: readonly string[], parts: readonly string[]): string[] =>
  unless(
    parts.join() === whole.slice(0, parts.length).join(),
    `${name} comes otherwise page by page than at once`,
  );

/** Each row's balance is the one before it and its amount: read from the newest on. */
const chainProblems = (rows: readonly Transaction[]): string[] => {
  const own = rows.filter(({ currencyCode }) => currencyCode !== 'PTS');
  return own.flatMap((row, index) => {
    const before = own[index + 1];
    const told = before === undefined ? row.totalBalance : before.totalBalance + row.amount;
    return unless(
      told === row.totalBalance,
      `totalBalance ${row.totalBalance} of ${row.transactionId} is not ${told}`,
    );
  });
};

const wrongRange = async <N extends 'transaction/transactionSummary' | 'transaction/depositSummary'>(
  name: N,
  { run, token }: Pick<Asked<N>, 'run' | 'token'>,
): Promise<string[]> => [
  ...refusalProblems(
    await run.platform.call(name, { from: '2026-11-21', to: '2026-11-20' }, token),
    codes.fieldWrong,
    'from after to',
  ),
  ...refusalProblems(
    await run.platform.call(name, { cursor: 'conformance' }, token),
    codes.fieldWrong,
    'a cursor of nobody’s',
  ),
];

export const transactionScenarios: Scenarios = {
  'transaction/transactionSummary': {
    request: () => ({}),
    token: withHistory,
    async means({ transactions, currencyCode }, asked) {
      const { run, token } = asked;
      const first = await run.need('transaction/transactionSummary', { limit: 1 }, token);
      const next = first.cursor
        ? await run.need('transaction/transactionSummary', { limit: 1, cursor: first.cursor }, token)
        : { transactions: [] };
      const { totalBalance } = await run.need('wallet', {}, token);
      const newest = transactions.find((row) => row.currencyCode === currencyCode);
      return [
        ...unless(
          transactions.some(({ kind }) => kind === 'deposit'),
          'the deposit is not among them',
        ),
        ...unless(
          transactions.some(({ kind }) => kind === 'ticket'),
          'the ticket is not among them',
        ),
        ...unless(isNewestFirst(transactions.map(({ at }) => at)), 'they are not newest first'),
        ...unless(
          newest?.totalBalance === totalBalance,
          `the newest says ${newest?.totalBalance}, the wallet ${totalBalance}`,
        ),
        ...chainProblems(transactions),
        ...pageProblems('it', ids(transactions), ids([...first.transactions, ...next.transactions])),
        ...(await wrongRange('transaction/transactionSummary', asked)),
      ];
    },
  },
  'transaction/purchaseSummary': {
    request: () => ({}),
    token: withHistory,
    async means({ purchases }, { run }) {
      const { receipt } = await boughtTicket(run);
      const own = purchases.find(({ receiptNumber }) => receiptNumber === receipt.receiptNumber);
      return [
        ...unless(own !== undefined, 'the ticket that was bought is not among them'),
        ...unless(
          own === undefined || own.totalPrice === receipt.totalPrice,
          'its price is another one than the receipt’s',
        ),
        ...unless(
          own === undefined || own.lines.length === receipt.lines,
          'its lines are not those of the receipt',
        ),
        ...unless(isNewestFirst(purchases.map(({ boughtAt }) => boughtAt)), 'they are not newest first'),
      ];
    },
  },
  'transaction/gameHistorySummary': {
    request: () => ({}),
    means: ({ draws }) =>
      unless(isNewestFirst(draws.map(({ drawStartDate }) => drawStartDate)), 'draws are not newest first'),
  },
  'transaction/withdrawSummary': {
    request: () => ({}),
    means: ({ withdrawals }) =>
      unless(isNewestFirst(withdrawals.map(({ requestedAt }) => requestedAt)), 'they are not newest first'),
  },
  'transaction/depositSummary': {
    request: () => ({ status: 'approved' }),
    token: async (run) => (await richPlayer(run)).token,
    async means({ deposits, totals }, asked) {
      const sum = deposits.reduce((all, { amount }) => all + amount, 0);
      return [
        ...unless(deposits.length > 0, 'the deposit is not among them'),
        ...unless(
          deposits.every(({ status }) => status === 'approved'),
          'there are others than approved ones',
        ),
        ...unless(
          totals.approved.amount === sum,
          `totals.approved is ${totals.approved.amount}, its deposits sum to ${sum}`,
        ),
        ...(await wrongRange('transaction/depositSummary', asked)),
      ];
    },
  },
  'transaction/getPlayerStatistics': {
    request: () => ({}),
    token: withHistory,
    async means(answer, { run, token }) {
      const { total, byGame, byMonth, deposited } = answer;
      const { totals } = await run.need('transaction/depositSummary', {}, token);
      return [
        ...unless(total.stake > 0, 'the ticket that was bought is not counted'),
        ...unless(total.net === total.won - total.stake, 'net is not won - stake'),
        ...unless(stakes(byGame) === total.stake, 'the games’ stakes do not sum to the total'),
        ...unless(
          stakes(byMonth) === total.stake,
          'the months’ stakes do not sum to the total of a new player',
        ),
        ...unless(deposited.amount === totals.approved.amount, 'deposited is not what depositSummary says'),
      ];
    },
  },
};
