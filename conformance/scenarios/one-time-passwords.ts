import { codes } from '../../shared/contract/codes.ts';
import { refusalProblems } from '../answers.ts';
import { freshName, freshPassword, mainPlayer, type Player, remembered, signUp } from '../run.ts';
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
const whoVerifiesReset = withResetCode();
const whoVerifiesSignup = withContactCode();
const whoVerifiesMail = withContactCode();

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

/** Calls that send a code, and those that take one. */
export const otpScenarios: Scenarios = {
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
};
