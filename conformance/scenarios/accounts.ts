import type { CallRequest, CallResponse } from '../../shared/contract/calls.ts';
import { codes } from '../../shared/contract/codes.ts';
import { refusalProblems } from '../answers.ts';
import {
  freshKey,
  freshMobile,
  freshName,
  freshPassword,
  mainPlayer,
  oncePerRun,
  type Run,
  signUp,
  signupForm,
} from '../run.ts';
import { problemUnless, type Scenario, type Scenarios } from './scenario.ts';

const loginPlayer = oncePerRun(signUp);

const login: Scenario<'accounts/login' | 'authenticate'> = {
  async request(run) {
    const { username, password } = await loginPlayer(run);
    return { type: 2, username, password };
  },
  async problems({ userData }, { run, data }) {
    const wrong = await run.ask('accounts/login', { ...data, password: freshPassword() });
    const unknownName = await run.ask('accounts/login', { ...data, username: freshName() });
    const own = await run.ask('accounts/autoLogin', {}, userData.authToken);
    return [
      ...problemUnless(userData.username === data.username, 'the answer names another player'),
      ...problemUnless(own.status === 200, 'the token is not accepted'),
      ...refusalProblems(wrong, codes.loginWrong, 'a wrong password'),
      ...refusalProblems(unknownName, codes.loginWrong, 'an unknown name'),
    ];
  },
};

async function signupProblems(
  run: Run,
  answer: CallResponse<'accounts/signup'>,
  data: CallRequest<'accounts/signup'>,
): Promise<string[]> {
  const again = (change: object) =>
    run.ask('accounts/signup', { ...data, idempotencyKey: freshKey(), ...change });
  const other = {
    username: freshName(),
    email_address: `${freshName()}@conformance.example`,
    ...freshMobile(),
  };
  const { username, email_address, country_code, mobile_no, idempotencyKey } = data;
  const { userData } = answer;
  const repeated = await run.need('accounts/signup', data);
  return [
    ...problemUnless(userData.username === username, 'the answer names another player'),
    ...problemUnless(
      (await run.ask('accounts/autoLogin', {}, userData.authToken)).status === 200,
      'the token is not accepted',
    ),
    ...problemUnless(
      JSON.stringify(repeated) === JSON.stringify(answer),
      'a repeat with the same idempotencyKey got another answer than the first',
    ),
    ...refusalProblems(
      await again({ ...other, idempotencyKey }),
      codes.fieldWrong,
      'the same idempotencyKey for another account',
    ),
    ...refusalProblems(
      await again({ idempotencyKey, password: freshPassword() }),
      codes.fieldWrong,
      'the same idempotencyKey with another password',
    ),
    ...refusalProblems(
      await again({ ...other, username: username.toUpperCase() }),
      codes.usernameTaken,
      'a taken username',
    ),
    ...refusalProblems(
      await again({ ...other, email_address }),
      codes.emailInUse,
      'an e-mail address in use',
    ),
    ...refusalProblems(
      await again({ ...other, country_code, mobile_no }),
      codes.mobileInUse,
      'a mobile number in use',
    ),
  ];
}

/** Scenarios for signup and login. The profile is in profile.ts, one-time passwords in one-time-passwords.ts. */
export const accountScenarios: Scenarios = {
  'accounts/signup': {
    request: () => ({ ...signupForm(), idempotencyKey: freshKey() }),
    problems: (answer, { run, data }) => signupProblems(run, answer, data),
  },
  'accounts/login': login,
  authenticate: login,
  'accounts/autoLogin': {
    request: () => ({}),
    async problems({ userData, notificationCount }, { run, token }) {
      const { unreadCount } = await run.need('notifications/list', {}, token);
      return [
        ...problemUnless(
          userData.username === (await mainPlayer(run)).username,
          'the answer names another player',
        ),
        ...problemUnless(
          notificationCount === unreadCount,
          `notificationCount is ${notificationCount}, notifications/list counts ${unreadCount}`,
        ),
      ];
    },
  },
  'accounts/logout': {
    request: () => ({}),
    token: async (run) => (await signUp(run)).token,
    problems: async (_answer, { run, token }) =>
      refusalProblems(
        await run.ask('accounts/autoLogin', {}, token),
        codes.sessionExpired,
        'the token after the logout',
      ),
  },
  'accounts/checkUserDetails': {
    request: () => ({ checkUserDetailsType: 1, username: freshName() }),
    async problems(_answer, { run }) {
      const { username, email, mobile } = await mainPlayer(run);
      const name = await run.ask('accounts/checkUserDetails', { checkUserDetailsType: 1, username });
      const mail = await run.ask('accounts/checkUserDetails', {
        checkUserDetailsType: 2,
        email_address: email,
      });
      const phone = await run.ask('accounts/checkUserDetails', { checkUserDetailsType: 3, ...mobile });
      return [
        ...refusalProblems(name, codes.usernameTaken, 'a taken username'),
        ...refusalProblems(mail, codes.emailInUse, 'an e-mail address in use'),
        ...refusalProblems(phone, codes.mobileInUse, 'a mobile number in use'),
      ];
    },
  },
  'accounts/validateUserName': {
    request: () => ({ username: freshName() }),
    async problems(_answer, { run }) {
      const { username } = await mainPlayer(run);
      return refusalProblems(
        await run.ask('accounts/validateUserName', { username }),
        codes.usernameTaken,
        'a taken username',
      );
    },
  },
  'accounts/validateEmail': {
    request: () => ({ email_address: `${freshName()}@conformance.example` }),
    async problems(_answer, { run }) {
      const { email } = await mainPlayer(run);
      const taken = await run.ask('accounts/validateEmail', { email_address: email.toUpperCase() });
      return refusalProblems(taken, codes.emailInUse, 'an e-mail address in use');
    },
  },
  'accounts/validateMobileNo': {
    request: () => freshMobile(),
    async problems(_answer, { run }) {
      const { mobile } = await mainPlayer(run);
      return refusalProblems(
        await run.ask('accounts/validateMobileNo', mobile),
        codes.mobileInUse,
        'a mobile number in use',
      );
    },
  },
};
