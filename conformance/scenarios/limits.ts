import { codes } from '../../shared/contract/codes.ts';
import type { PlayerLimits } from '../../shared/contract/limits.ts';
import { refusalProblems } from '../answers.ts';
import { freshKey, oncePerRun, type Run, signUp } from '../run.ts';
import { problemUnless, type Scenarios } from './scenario.ts';

const setting = oncePerRun(signUp);
/** Creates a player with a raised limit that is not yet in force. */
const waiting = oncePerRun(async (run: Run) => {
  const player = await signUp(run);
  const limit = { kind: 'deposit', period: 'week' } as const;
  await run.need('limits/set', { ...limit, amount: 10_000 }, player.token);
  const { limits } = await run.need('limits/set', { ...limit, amount: 20_000 }, player.token);
  return { player, limitId: limits[1]?.waiting?.limitId ?? '' };
});
const pausing = oncePerRun(signUp);
const leaving = oncePerRun(signUp);

const order = 'deposit day, deposit week, deposit month, spend day, spend week, spend month';
const orderProblems = ({ limits }: PlayerLimits): string[] =>
  problemUnless(
    limits.map(({ kind, period }) => `${kind} ${period}`).join(', ') === order,
    `the limits are not ${order}`,
  );

export const limitScenarios: Scenarios = {
  'limits/get': {
    request: () => ({}),
    problems: (answer) => [
      ...orderProblems(answer),
      ...problemUnless(
        answer.limits.every(({ amount, left }) => (amount === null) === (left === null)),
        'only a limit with an amount has something left',
      ),
    ],
  },
  'limits/set': {
    request: () => ({ kind: 'spend', period: 'day', amount: 10_000 }),
    token: async (run) => (await setting(run)).token,
    async problems(answer, { run, data, token }) {
      const lower = await run.need('limits/set', { ...data, amount: 5000 }, token);
      const higher = await run.need('limits/set', { ...data, amount: 20_000 }, token);
      const removed = await run.need('limits/set', { ...data, amount: null }, token);
      return [
        ...orderProblems(answer),
        ...problemUnless(answer.limits[3]?.amount === 10_000, 'the first limit does not hold at once'),
        ...problemUnless(lower.limits[3]?.amount === 5000, 'a lower limit does not hold at once'),
        ...problemUnless(
          higher.limits[3]?.amount === 5000 && higher.limits[3].waiting?.amount === 20_000,
          'a higher limit does not wait',
        ),
        ...problemUnless(
          removed.limits[3]?.amount === 5000 && removed.limits[3].waiting?.amount === null,
          'the removal of a limit does not wait',
        ),
      ];
    },
  },
  'limits/confirm': {
    request: async (run) => ({ limitId: (await waiting(run)).limitId }),
    token: async (run) => (await waiting(run)).player.token,
    // A raised limit can be confirmed only after 24 hours. The run does not wait that long.
    rejectedWith: codes.changeNotDue,
  },
  'limits/timeOut': {
    request: async (run) => ({ days: 1, password: (await pausing(run)).password }),
    token: async (run) => (await pausing(run)).token,
    async problems({ timeOut }, { run, data, token }) {
      const deposit = await run.ask('cashier/deposit', { amount: 50_000, idempotencyKey: freshKey() }, token);
      const wrong = await run.ask('limits/timeOut', { ...data, password: 'Wrong-river-42' }, token);
      return [
        ...problemUnless(timeOut !== null, 'no time-out is running'),
        ...refusalProblems(deposit, codes.timeOutRunning, 'a deposit in the time-out'),
        ...refusalProblems(wrong, codes.loginWrong, 'a wrong password'),
        ...problemUnless(
          (await run.ask('wallet', {}, token)).status === 200,
          'the time-out has ended the session',
        ),
      ];
    },
  },
  'limits/exclude': {
    request: async (run) => ({ months: 6, password: (await leaving(run)).password }),
    token: async (run) => (await leaving(run)).token,
    async problems({ endsAt }, { run, token }) {
      const { username, password } = await leaving(run);
      const login = await run.ask('accounts/login', { type: 2, username, password });
      return [
        ...problemUnless(endsAt !== null, 'an exclusion of six months has no end'),
        ...refusalProblems(await run.ask('wallet', {}, token), codes.sessionExpired, 'the old session'),
        ...refusalProblems(login, codes.accountExcluded, 'a login during the exclusion'),
      ];
    },
  },
};
