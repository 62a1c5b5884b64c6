import { randomBytes } from 'node:crypto';
import { calls } from '../../shared/contract/calls.ts';
import { codes } from '../../shared/contract/codes.ts';
import { refusalProblems } from '../answers.ts';
import {
  freshName,
  freshPassword,
  mainPlayer,
  oncePerRun,
  type Player,
  type Run,
  signUp,
  signUpVerified,
  Untested,
} from '../run.ts';
import { problemUnless, type Scenarios } from './scenario.ts';

const person = {
  firstName: 'Asha',
  lastName: 'Rao',
  birthDate: '1990-02-28',
  country: 'IN',
  state: 'IN-MH',
} as const;
const exampleDocuments = calls['accounts/requestVerification'].example.request;

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

/** Scenarios for the profile, its contacts and the avatar. */
export const profileScenarios: Scenarios = {
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
  'accounts/unsubscribe': {
    request: () => ({ token: randomBytes(99).toString('base64url') }),
    mayRefuse: { [codes.linkExpired]: 'only the platform can make a valid token' },
  },
  'accounts/getAvatarList': {
    request: () => ({}),
    problems: ({ avatarList }) => problemUnless(avatarList.length > 0, 'there is no avatar'),
  },
  'accounts/requestVerification': {
    request: () => exampleDocuments,
    // Signs up a separate player, because the request locks fields of the player's profile.
    async token(run) {
      const { token } = await signUp(run);
      await run.need('accounts/updateUserDetails', person, token);
      return token;
    },
    async problems({ kycStatus }, { run, token }) {
      const profile = await run.need('accounts/getUserProfile', {}, token);
      const other = await signUp(run);
      const incomplete = await run.ask('accounts/requestVerification', exampleDocuments, other.token);
      await run.need('accounts/updateUserDetails', person, other.token);
      const svg = btoa('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
      const scripted = await run.ask(
        'accounts/requestVerification',
        { ...exampleDocuments, address: svg },
        other.token,
      );
      const again = await run.need('accounts/requestVerification', exampleDocuments, token);
      return [
        ...problemUnless(again.kycStatus === kycStatus, 'a repeated request changes kycStatus'),
        ...refusalProblems(scripted, codes.fieldWrong, 'an SVG picture with a script'),
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
