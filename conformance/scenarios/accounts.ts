import type { accountCalls } from '../../shared/contract/accounts.ts';
import { codes } from '../../shared/contract/codes.ts';
import { refusalProblems } from '../answers.ts';
import {
  freshMobile,
  freshName,
  freshPassword,
  mainPlayer,
  type Player,
  remembered,
  signUp,
  signupForm,
  Untested,
} from '../run.ts';
import { type Asked, type Scenario, type Scenarios, unless } from './scenario.ts';

const toMail = (email: string) => ({ type: 3, email_address: email, notification_type: 2 }) as const;

interface WithCode {
  player: Player;
  otp: string;
}
/** Somebody who asked for a code that sets a new password: codes are counted by recipient, so one for each use. */
const withResetCode = () =>
  remembered(async (run): Promise<WithCode> => {
    const player = await signUp(run);
    await run.need('accounts/sendOtp', toMail(player.email));
    return { player, otp: await run.otp(player.email) };
  });
/** Somebody who asked for a code that shows that the mail address is his. */
const withContactCode = () =>
  remembered(async (run): Promise<WithCode> => {
    const player = await signUp(run);
    await run.need('accounts/sendEmailOtp', {}, player.token);
    return { player, otp: await run.otp(player.email) };
  });
const whoLogsIn = remembered(signUp);
const whoVerifiesReset = withResetCode();
const whoVerifiesSignup = withContactCode();
const whoVerifiesMail = withContactCode();

const login: Scenario<'accounts/login' | 'authenticate'> = {
  async request(run) {
    const { username, password } = await whoLogsIn(run);
    return { type: 2, username, password };
  },
  async means({ userData }, { run, data }) {
    const wrong = await run.ask('accounts/login', { ...data, password: freshPassword() });
    const stranger = await run.ask('accounts/login', { ...data, username: freshName() });
    const own = await run.ask('accounts/autoLogin', {}, userData.authToken);
    return [
      ...unless(userData.username === data.username, 'the answer names somebody else'),
      ...unless(own.status === 200, 'the token opens nothing'),
      ...refusalProblems(wrong, codes.loginWrong, 'a wrong password'),
      ...refusalProblems(stranger, codes.loginWrong, 'an unknown name'),
    ];
  },
};

const reset = (
  who: ReturnType<typeof withResetCode>,
): Scenario<'accounts/changeForgotPassword' | 'accounts/confirmPassword'> => ({
  async request(run) {
    const { player, otp } = await who(run);
    const password = freshPassword();
    return { type: 3, email_address: player.email, otp, password, confirm_password: password };
  },
  async means(_answer, { run, data }) {
    const { player } = await who(run);
    const old = { type: 2, username: player.username, password: player.password } as const;
    return [
      ...refusalProblems(
        await run.ask('accounts/autoLogin', {}, player.token),
        codes.sessionExpired,
        'a session from before',
      ),
      ...refusalProblems(await run.ask('accounts/login', old), codes.loginWrong, 'the old password'),
      ...unless(
        (await run.ask('accounts/login', { ...old, password: data.password })).status === 200,
        'the new password opens nothing',
      ),
      ...refusalProblems(
        await run.ask('accounts/changeForgotPassword', data),
        codes.otpWrong,
        'the same code again',
      ),
    ];
  },
});

const isVerified = async ({
  run,
  token,
}: Pick<Asked<'accounts/verifyEmailOtp'>, 'run' | 'token'>): Promise<string[]> => {
  const { emailVerified } = await run.need('accounts/getUserProfile', {}, token);
  return unless(emailVerified, 'the profile does not say that the address is verified');
};

const sentProblems = async ({
  run,
  data,
}: Asked<'accounts/sendOtp'> | Asked<'accounts/resendOtp'>): Promise<string[]> => {
  if (data.email_address === undefined) return [];
  const known = await run.otp(data.email_address);
  return unless(/^\d{6}$/.test(known), 'the code that was sent is not of six digits');
};

export const accountScenarios: Scenarios<keyof typeof accountCalls> = {
  'accounts/signup': {
    request: () => signupForm(),
    async means({ userData }, { run, data }) {
      const again = (change: object) => run.ask('accounts/signup', { ...data, ...change });
      const other = {
        username: freshName(),
        email_address: `${freshName()}@conformance.example`,
        ...freshMobile(),
      };
      const { username, email_address, country_code, mobile_no } = data;
      return [
        ...unless(userData.username === username, 'the answer names somebody else'),
        ...unless(
          (await run.ask('accounts/autoLogin', {}, userData.authToken)).status === 200,
          'the token opens nothing',
        ),
        ...refusalProblems(
          await again({ ...other, username: username.toUpperCase() }),
          codes.usernameTaken,
          'a name that is taken',
        ),
        ...refusalProblems(await again({ ...other, email_address }), codes.emailInUse, 'an address in use'),
        ...refusalProblems(
          await again({ ...other, country_code, mobile_no }),
          codes.mobileInUse,
          'a mobile in use',
        ),
      ];
    },
  },
  'accounts/login': login,
  authenticate: login,
  'accounts/autoLogin': {
    request: () => ({}),
    async means({ userData }, { run }) {
      return unless(userData.username === (await mainPlayer(run)).username, 'the answer names somebody else');
    },
  },
  'accounts/logout': {
    request: () => ({}),
    token: async (run) => (await signUp(run)).token,
    means: async (_answer, { run, token }) =>
      refusalProblems(
        await run.ask('accounts/autoLogin', {}, token),
        codes.sessionExpired,
        'the token after the logout',
      ),
  },
  'accounts/checkUserDetails': {
    request: () => ({ checkUserDetailsType: 1, username: freshName() }),
    async means(_answer, { run }) {
      const { username, email, mobile } = await mainPlayer(run);
      const name = await run.ask('accounts/checkUserDetails', { checkUserDetailsType: 1, username });
      const mail = await run.ask('accounts/checkUserDetails', {
        checkUserDetailsType: 2,
        email_address: email,
      });
      const phone = await run.ask('accounts/checkUserDetails', { checkUserDetailsType: 3, ...mobile });
      return [
        ...refusalProblems(name, codes.usernameTaken, 'a name that is taken'),
        ...refusalProblems(mail, codes.emailInUse, 'an address in use'),
        ...refusalProblems(phone, codes.mobileInUse, 'a mobile in use'),
      ];
    },
  },
  'accounts/validateUserName': {
    request: () => ({ username: freshName() }),
    async means(_answer, { run }) {
      const { username } = await mainPlayer(run);
      return refusalProblems(
        await run.ask('accounts/validateUserName', { username }),
        codes.usernameTaken,
        'a name that is taken',
      );
    },
  },
  'accounts/validateEmail': {
    request: () => ({ email_address: `${freshName()}@conformance.example` }),
    async means(_answer, { run }) {
      const { email } = await mainPlayer(run);
      const taken = await run.ask('accounts/validateEmail', { email_address: email.toUpperCase() });
      return refusalProblems(taken, codes.emailInUse, 'an address in use');
    },
  },
  'accounts/validateMobileNo': {
    request: () => freshMobile(),
    async means(_answer, { run }) {
      const { mobile } = await mainPlayer(run);
      return refusalProblems(
        await run.ask('accounts/validateMobileNo', mobile),
        codes.mobileInUse,
        'a mobile in use',
      );
    },
  },
  'accounts/sendOtp': {
    request: async (run) => toMail((await mainPlayer(run)).email),
    async means(answer, asked) {
      const { run, data } = asked;
      const stranger = await run.need('accounts/sendOtp', {
        ...data,
        email_address: `${freshName()}@conformance.example`,
      });
      const told = JSON.stringify(stranger) === JSON.stringify(answer);
      return [
        ...unless(told, 'the answer tells whether there is an account'),
        ...(await sentProblems(asked)),
      ];
    },
  },
  'accounts/resendOtp': {
    request: async (run) => toMail((await mainPlayer(run)).email),
    means: (_answer, asked) => sentProblems(asked),
  },
  'accounts/sendEmailOtp': { request: () => ({}) },
  'accounts/smsMobileOtp': { request: () => ({}) },
  'accounts/verifyOtp': {
    async request(run) {
      const { player, otp } = await whoVerifiesReset(run);
      return { ...toMail(player.email), otp };
    },
    async means(_answer, { run, data }) {
      const otp = String((Number(data.otp) + 1) % 1_000_000).padStart(6, '0');
      return refusalProblems(
        await run.ask('accounts/verifyOtp', { ...data, otp }),
        codes.otpWrong,
        'a wrong code',
      );
    },
  },
  'accounts/verifyOtp/signup': {
    async request(run) {
      const { player, otp } = await whoVerifiesSignup(run);
      return { ...toMail(player.email), otp };
    },
    token: async (run) => (await whoVerifiesSignup(run)).player.token,
    means: (_answer, asked) => isVerified(asked),
  },
  'accounts/verifyEmailOtp': {
    request: async (run) => ({ otp: (await whoVerifiesMail(run)).otp }),
    token: async (run) => (await whoVerifiesMail(run)).player.token,
    means: (_answer, asked) => isVerified(asked),
  },
  'accounts/changeForgotPassword': reset(withResetCode()),
  'accounts/confirmPassword': reset(withResetCode()),
  'accounts/getUserProfile': {
    request: () => ({}),
    async means(profile, { run }) {
      const { username, email } = await mainPlayer(run);
      return [
        ...unless(profile.username === username, 'the profile is of somebody else'),
        ...unless(profile.email_address === email, 'the address is not the one of the signup'),
      ];
    },
  },
  'accounts/updateUserDetails': {
    request: () => ({ firstName: 'Asha', lastName: 'Rao', city: 'Pune' }),
    async means(answer, { run, token }) {
      const profile = await run.need('accounts/getUserProfile', {}, token);
      return [
        ...unless(
          answer.firstName === 'Asha' && answer.city === 'Pune',
          'the answer is not as it was updated',
        ),
        ...unless(
          JSON.stringify(profile) === JSON.stringify(answer),
          'the profile afterwards is another one',
        ),
      ];
    },
  },
  'accounts/getAvatarList': {
    request: () => ({}),
    means: ({ avatarList }) => unless(avatarList.length > 0, 'there is no avatar'),
  },
  'accounts/updateAvatar': {
    async request(run) {
      const { avatarList } = await run.need('accounts/getAvatarList', {}, (await mainPlayer(run)).token);
      const last = avatarList.at(-1);
      if (!last) throw new Untested('needs an avatar to choose, and there is none');
      return { avatarImage: last.avatarImage };
    },
    async means(_answer, { run, data, token }) {
      const { avatarImage } = await run.need('accounts/getUserProfile', {}, token);
      return unless(avatarImage === data.avatarImage, 'the profile afterwards has another one');
    },
  },
  'accounts/getCountryStateList': {
    request: () => ({}),
    means: ({ countries, states }) => {
      const known = new Set(countries.map(({ CountryID }) => CountryID));
      return [
        ...unless(countries.length > 0, 'there is no country'),
        ...unless(
          states.every(({ CountryID }) => known.has(CountryID)),
          'a state is of no country',
        ),
      ];
    },
  },
};
