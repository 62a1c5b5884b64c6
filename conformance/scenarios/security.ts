import { codes } from '../../shared/contract/codes.ts';
import { readAnswer, refusalProblems } from '../answers.ts';
import { freshPassword, oncePerRun, type Player, type Run, signUp } from '../run.ts';
import { problemUnless, type Scenarios } from './scenario.ts';

/** Creates a player with two open sessions. */
const withTwoSessions = async (run: Run): Promise<{ player: Player; other: string }> => {
  const player = await signUp(run);
  const { username, password } = player;
  const { userData } = await run.need('accounts/login', { type: 2, username, password });
  return { player, other: userData.authToken };
};
const changing = oncePerRun(withTwoSessions);
const listing = oncePerRun(withTwoSessions);
const ending = oncePerRun(withTwoSessions);

const endedProblems = async (run: Run, token: string, what: string): Promise<string[]> =>
  refusalProblems(await run.ask('accounts/autoLogin', {}, token), codes.sessionExpired, what);

export const securityScenarios: Scenarios = {
  'accounts/changePassword': {
    request: async (run) => ({
      password: (await changing(run)).player.password,
      newPassword: freshPassword(),
    }),
    token: async (run) => (await changing(run)).player.token,
    async problems(_answer, { run, data, token }) {
      const { player, other } = await changing(run);
      const { username } = player;
      const login = (password: string) => run.ask('accounts/login', { type: 2, username, password });
      const own = await run.ask('accounts/autoLogin', {}, token);
      return [
        ...problemUnless(own.status === 200, 'the session of the call has ended'),
        ...(await endedProblems(run, other, 'another session after the change')),
        ...refusalProblems(await login(data.password), codes.loginWrong, 'the old password'),
        ...problemUnless(
          readAnswer(await login(data.newPassword)).kind === 'success',
          'the new password is not accepted',
        ),
        ...refusalProblems(
          await run.ask('accounts/changePassword', { ...data, newPassword: freshPassword() }, token),
          codes.loginWrong,
          'a wrong current password',
        ),
      ];
    },
  },
  'accounts/listSessions': {
    request: () => ({}),
    token: async (run) => (await listing(run)).player.token,
    problems: ({ sessions }) => [
      ...problemUnless(sessions.length === 2, `there are ${sessions.length} sessions, not 2`),
      ...problemUnless(
        sessions.filter(({ current }) => current).length === 1 && sessions[0]?.current === true,
        'the current session is not the first one',
      ),
      ...problemUnless(
        new Set(sessions.map(({ sessionId }) => sessionId)).size === sessions.length,
        'two sessions have the same id',
      ),
    ],
  },
  'accounts/endSession': {
    request: () => ({ sessionId: 'others' }),
    token: async (run) => (await ending(run)).player.token,
    async problems({ ended, endedCurrent }, { run, token }) {
      const { other } = await ending(run);
      return [
        ...problemUnless(ended === 1, `the call ended ${ended} sessions, not 1`),
        ...problemUnless(!endedCurrent, 'the answer says that the call ended its own session'),
        ...(await endedProblems(run, other, 'the other session')),
        ...problemUnless(
          (await run.ask('accounts/autoLogin', {}, token)).status === 200,
          'the session of the call has ended',
        ),
        ...refusalProblems(
          await run.ask('accounts/endSession', { sessionId: '0'.repeat(32) }, token),
          codes.notFound,
          'an unknown session',
        ),
      ];
    },
  },
};
