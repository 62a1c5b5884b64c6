import { codes } from '../../shared/contract/codes.ts';
import { refusalProblems } from '../answers.ts';
import {
  freshName,
  freshPassword,
  oncePerRun,
  type Player,
  signUp,
  signUpVerified,
  verifiedPlayer,
} from '../run.ts';
import { problemUnless, type Scenario, type Scenarios, type SentRequest } from './scenario.ts';

const toMail = (email: string) => ({ type: 3, email_address: email, notification_type: 2 }) as const;

interface PlayerWithOtp {
  player: Player;
  otp: string;
}
/**
 * Creates a player and requests a one-time password for a password reset. Each check uses its own player, because a
 * platform limits the number of one-time passwords for each recipient.
 */
const withResetOtp = () =>
  oncePerRun(async (run): Promise<PlayerWithOtp> => {
    const player = await signUpVerified(run);
    await run.need('accounts/sendOtp', toMail(player.email));
    return { player, otp: await run.otp(player.email) };
  });
/** Creates a player and requests a one-time password that verifies their e-mail address. */
const withContactOtp = () =>
  oncePerRun(async (run): Promise<PlayerWithOtp> => {
    const player = await signUp(run);
    await run.need('accounts/sendEmailOtp', {}, player.token);
    return { player, otp: await run.otp(player.email) };
  });
const resetVerifier = withResetOtp();
const signupVerifier = withContactOtp();
const mailVerifier = withContactOtp();

const reset = (
  playerOf: ReturnType<typeof withResetOtp>,
): Scenario<'accounts/changeForgotPassword' | 'accounts/confirmPassword'> => ({
  async request(run) {
    const { player, otp } = await playerOf(run);
    const password = freshPassword();
    return { type: 3, email_address: player.email, otp, password, confirm_password: password };
  },
  async problems(_answer, { run, data }) {
    const { player } = await playerOf(run);
    const old = { type: 2, username: player.username, password: player.password } as const;
    return [
      ...refusalProblems(
        await run.ask('accounts/autoLogin', {}, player.token),
        codes.sessionExpired,
        'an earlier session',
      ),
      ...refusalProblems(await run.ask('accounts/login', old), codes.loginWrong, 'the old password'),
      ...problemUnless(
        (await run.ask('accounts/login', { ...old, password: data.password })).status === 200,
        'the new password is not accepted',
      ),
      ...refusalProblems(
        await run.ask('accounts/changeForgotPassword', data),
        codes.otpWrong,
        'the same one-time password again',
      ),
    ];
  },
});

const isVerified = async ({
  run,
  token,
}: Pick<SentRequest<'accounts/verifyEmailOtp'>, 'run' | 'token'>): Promise<string[]> => {
  const { emailVerified } = await run.need('accounts/getUserProfile', {}, token);
  return problemUnless(emailVerified, 'emailVerified of the profile is false');
};

const sentProblems = async ({
  run,
  data,
}: SentRequest<'accounts/sendOtp'> | SentRequest<'accounts/resendOtp'>): Promise<string[]> => {
  if (data.email_address === undefined) return [];
  const otp = await run.otp(data.email_address);
  return problemUnless(/^\d{4,10}$/.test(otp), 'the sent one-time password does not have 4 to 10 digits');
};

export const otpScenarios: Scenarios = {
  'accounts/sendOtp': {
    request: async (run) => toMail((await verifiedPlayer(run)).email),
    async problems(answer, sent) {
      const { run, data } = sent;
      const unknown = await run.need('accounts/sendOtp', {
        ...data,
        email_address: `${freshName()}@conformance.example`,
      });
      const isSame = JSON.stringify(unknown) === JSON.stringify(answer);
      return [
        ...problemUnless(isSame, 'the answer reveals whether the account exists'),
        ...(await sentProblems(sent)),
      ];
    },
  },
  'accounts/resendOtp': {
    request: async (run) => toMail((await verifiedPlayer(run)).email),
    problems: (_answer, sent) => sentProblems(sent),
  },
  'accounts/sendEmailOtp': { request: () => ({}) },
  'accounts/smsMobileOtp': { request: () => ({}) },
  'accounts/verifyOtp': {
    async request(run) {
      const { player, otp } = await resetVerifier(run);
      return { ...toMail(player.email), otp };
    },
    async problems(_answer, { run, data }) {
      const { length } = data.otp;
      const otp = String((Number(data.otp) + 1) % 10 ** length).padStart(length, '0');
      return refusalProblems(
        await run.ask('accounts/verifyOtp', { ...data, otp }),
        codes.otpWrong,
        'a wrong one-time password',
      );
    },
  },
  'accounts/verifyOtp/signup': {
    async request(run) {
      const { player, otp } = await signupVerifier(run);
      return { ...toMail(player.email), otp };
    },
    token: async (run) => (await signupVerifier(run)).player.token,
    problems: (_answer, sent) => isVerified(sent),
  },
  'accounts/verifyEmailOtp': {
    request: async (run) => ({ otp: (await mailVerifier(run)).otp }),
    token: async (run) => (await mailVerifier(run)).player.token,
    problems: (_answer, sent) => isVerified(sent),
  },
  'accounts/changeForgotPassword': reset(withResetOtp()),
  'accounts/confirmPassword': reset(withResetOtp()),
};
