import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountCalls } from '../../shared/contract/accounts.ts';
import type { CallRequest } from '../../shared/contract/calls.ts';
import { newestOtp } from '../helpers/outbox.ts';
import { startPlatform, type TestPlatform } from '../helpers/platform.ts';
import { createPlayer, freshName, shortForm, type TestPlayer } from '../helpers/player.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z') });
});
afterAll(() => platform?.stop());

type Name = keyof typeof accountCalls;
const isName = (name: string): name is Name => Object.hasOwn(accountCalls, name);
const mobile = { country_code: '+91', mobile_no: '9123456780' };
const password = 'Stone-bridge-81';
const toMail = ({ email }: TestPlayer) => ({ type: 3, email_address: email, notification_type: 2 }) as const;
const login = (player: TestPlayer) =>
  ({ type: 2, username: player.username, password: player.password }) as const;
const withResetCode = async (player: TestPlayer) => {
  await platform.call('accounts/sendOtp', toMail(player));
  return newestOtp(platform, player.email);
};
const withContactCode = async (player: TestPlayer) => {
  await player.call('accounts/sendEmailOtp', {});
  return newestOtp(platform, player.email);
};
const reset = async (player: TestPlayer) =>
  ({
    type: 3,
    email_address: player.email,
    otp: await withResetCode(player),
    password,
    confirm_password: password,
  }) as const;

/** A request of each call that succeeds: one without a line here does not compile. */
const requests: { [N in Name]: (player: TestPlayer) => CallRequest<N> | Promise<CallRequest<N>> } = {
  'accounts/signup': () => shortForm(),
  'accounts/login': login,
  authenticate: login,
  'accounts/autoLogin': () => ({}),
  'accounts/logout': () => ({}),
  'accounts/checkUserDetails': () => ({ checkUserDetailsType: 1, username: freshName() }),
  'accounts/validateUserName': () => ({ username: freshName() }),
  'accounts/validateEmail': () => ({ email_address: `${freshName()}@mail.example` }),
  'accounts/validateMobileNo': () => mobile,
  'accounts/sendOtp': toMail,
  'accounts/resendOtp': toMail,
  'accounts/sendEmailOtp': () => ({}),
  'accounts/smsMobileOtp': async (player) => {
    await player.call('accounts/updateUserDetails', mobile);
    return {};
  },
  'accounts/verifyOtp': async (player) => ({ ...toMail(player), otp: await withResetCode(player) }),
  'accounts/verifyOtp/signup': async (player) => ({ ...toMail(player), otp: await withContactCode(player) }),
  'accounts/verifyEmailOtp': async (player) => ({ otp: await withContactCode(player) }),
  'accounts/changeForgotPassword': reset,
  'accounts/confirmPassword': reset,
  'accounts/getUserProfile': () => ({}),
  'accounts/updateUserDetails': () => ({ firstName: 'Asha', birthDate: '1990-01-01', country: 'DE' }),
  'accounts/getAvatarList': () => ({}),
  'accounts/updateAvatar': () => ({ avatarImage: 'avatar-02' }),
  'accounts/getCountryStateList': () => ({}),
};

it.each(Object.keys(accountCalls).filter(isName))(
  '%s answers what the contract says, and no more',
  async (name) => {
    const player = await createPlayer(platform);
    const { status, body } = await player.call(name, await requests[name](player));
    expect([status, body.success, body.firstCode]).toEqual([200, true, '10000']);
    const data: unknown = body.success ? body.data : null;
    const parsed = accountCalls[name].response.safeParse(data);
    expect(parsed.error).toBeUndefined();
    expect(parsed.data).toEqual(data);
  },
);
