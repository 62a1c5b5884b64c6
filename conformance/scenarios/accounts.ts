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
  type Player,
  type Run,
  signUp,
  signUpVerified,
  signupForm,
  Untested,
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

const movingPlayer = oncePerRun(signUp);

/**
 * Checks that a player needs the password to change their e-mail address, and that the new address replaces the old one
 * only after its verification.
 * @returns the problems
 */
async function newContactProblems(run: Run): Promise<string[]> {
  const { token, email, password } = await movingPlayer(run);
  const email_address = `${freshName()}@conformance.example`;
  const ask = (change: object) => run.ask('accounts/updateUserDetails', { email_address, ...change }, token);
  const refusals = [
    ...refusalProblems(await ask({}), codes.fieldWrong, 'a new address without the password'),
    ...refusalProblems(await ask({ password: freshPassword() }), codes.loginWrong, 'a wrong password'),
  ];
  const waiting = await run.need('accounts/updateUserDetails', { email_address, password }, token);
  return [
    ...refusals,
    ...problemUnless(waiting.email_address === email, 'a new address holds before it is verified'),
    ...problemUnless(waiting.pendingEmail === email_address, 'pendingEmail is not the new address'),
  ];
}

/**
 * Creates a player and changes their e-mail address. Returns the player, and the token of the link that the old address
 * received.
 */
const movedPlayer = oncePerRun(async (run): Promise<{ player: Player; link: string }> => {
  const player = await signUpVerified(run);
  const email_address = `${freshName()}@conformance.example`;
  const { token, password, email } = player;
  await run.need('accounts/updateUserDetails', { email_address, password }, token);
  await run.need('accounts/sendEmailOtp', {}, token);
  await run.need('accounts/verifyEmailOtp', { otp: await run.otp(email_address) }, token);
  return { player, link: await run.linkToken(email) };
});

/** Scenarios for signup, login and profile. One-time passwords are in one-time-passwords.ts. */
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
  'accounts/getUserProfile': {
    request: () => ({}),
    async problems(profile, { run }) {
      const { username, email } = await mainPlayer(run);
      return [
        ...problemUnless(profile.username === username, 'the profile is that of another player'),
        ...problemUnless(
          profile.email_address === email,
          'the e-mail address differs from the one of the signup',
        ),
      ];
    },
  },
  'accounts/updateUserDetails': {
    request: () => ({ firstName: 'Asha', lastName: 'Rao', city: 'Pune' }),
    async problems(answer, { run, token }) {
      const profile = await run.need('accounts/getUserProfile', {}, token);
      return [
        ...problemUnless(
          answer.firstName === 'Asha' && answer.city === 'Pune',
          'the answer does not have the updated values',
        ),
        ...problemUnless(
          JSON.stringify(profile) === JSON.stringify(answer),
          'the profile after the update differs from the answer',
        ),
        ...(await newContactProblems(run)),
      ];
    },
  },
  'accounts/takeBackContact': {
    request: async (run) => ({ token: (await movedPlayer(run)).link }),
    async problems(_answer, { run, data }) {
      const { token, username, password } = (await movedPlayer(run)).player;
      return [
        ...refusalProblems(
          await run.ask('accounts/autoLogin', {}, token),
          codes.sessionExpired,
          'a session from before the change was taken back',
        ),
        ...refusalProblems(
          await run.ask('accounts/login', { type: 2, username, password }),
          codes.loginWrong,
          'the password from before the change was taken back',
        ),
        ...refusalProblems(
          await run.ask('accounts/takeBackContact', data),
          codes.linkExpired,
          'the same link again',
        ),
      ];
    },
  },
  'accounts/getAvatarList': {
    request: () => ({}),
    problems: ({ avatarList }) => problemUnless(avatarList.length > 0, 'there is no avatar'),
  },
  'accounts/requestVerification': {
    request: () => ({}),
    // Signs up a separate player, because the request locks fields of the player's profile.
    async token(run) {
      const { token } = await signUp(run);
      await run.need(
        'accounts/updateUserDetails',
        { firstName: 'Asha', lastName: 'Rao', birthDate: '1990-02-28', country: 'IN', state: 'IN-MH' },
        token,
      );
      return token;
    },
    async problems({ kycStatus }, { run, token }) {
      const profile = await run.need('accounts/getUserProfile', {}, token);
      const incomplete = await run.ask('accounts/requestVerification', {}, (await signUp(run)).token);
      return [
        ...problemUnless(kycStatus === profile.kycStatus, 'the profile has another kycStatus'),
        ...refusalProblems(incomplete, codes.fieldWrong, 'a profile without a name'),
      ];
    },
  },
  'accounts/updateAvatar': {
    async request(run) {
      const { avatarList } = await run.need('accounts/getAvatarList', {}, (await mainPlayer(run)).token);
      const last = avatarList.at(-1);
      if (!last) throw new Untested('needs an avatar, and there is none');
      return { avatarImage: last.avatarImage };
    },
    async problems(_answer, { run, data, token }) {
      const { avatarImage } = await run.need('accounts/getUserProfile', {}, token);
      return problemUnless(
        avatarImage === data.avatarImage,
        'the profile after the update has another avatar',
      );
    },
  },
  'accounts/getCountryStateList': {
    request: () => ({}),
    problems: ({ countries, states }) => {
      const known = new Set(countries.map(({ CountryID }) => CountryID));
      return [
        ...problemUnless(countries.length > 0, 'there is no country'),
        ...problemUnless(
          states.every(({ CountryID }) => known.has(CountryID)),
          'a state belongs to no country',
        ),
      ];
    },
  },
};
