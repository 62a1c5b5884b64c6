import { codes } from '../../shared/contract/codes.ts';
import type { loginCalls } from '../../shared/contract/login.ts';
import type { otpCalls } from '../../shared/contract/one-time-passwords.ts';
import type { profileCalls } from '../../shared/contract/profile.ts';
import type { securityCalls } from '../../shared/contract/security.ts';
import type { signupCalls } from '../../shared/contract/signup.ts';
import type { CallHandlers } from '../http/calls.ts';
import { Refusal } from '../http/refusal.ts';
import { avatars } from './avatars.ts';
import { takeBackContact } from './contact-changes.ts';
import { type AccountDeps, loginResponseOf } from './context.ts';
import { createLogin } from './login.ts';
import { createProfiles } from './profile.ts';
import { findById, findTaken } from './repository.ts';
import { createReset } from './reset.ts';
import { createSecurity } from './security.ts';
import { createSignup } from './signup.ts';
import { createVerification } from './verification.ts';

type AccountCall = keyof (typeof loginCalls &
  typeof signupCalls &
  typeof otpCalls &
  typeof profileCalls &
  typeof securityCalls);

export function accountHandlers(deps: AccountDeps): CallHandlers<AccountCall> {
  const { db, sessions, places, messages } = deps;
  const signup = createSignup(deps);
  const login = createLogin(deps);
  const reset = createReset(deps);
  const verification = createVerification(deps);
  const profiles = createProfiles(deps);
  const security = createSecurity(deps);

  const available = async (
    given: Parameters<typeof findTaken>[1],
    country_code?: string,
  ): Promise<Record<string, never>> => {
    const fields = places.checkPhoneCode(country_code);
    if (Object.keys(fields).length > 0) throw Refusal.ofFields(fields);
    // An excluded player's contact is reported as in use, as at signup, so that strangers do not learn of the
    // exclusion.
    const taken = (await findTaken(db, given)) ?? (await deps.findExcluded(given));
    if (taken) throw new Refusal(taken);
    return {};
  };

  return {
    'accounts/signup': signup,
    'accounts/login': login,
    authenticate: login,
    'accounts/autoLogin': async (_, player) => {
      const account = await findById(db, player.accountId);
      if (!account) throw new Refusal(codes.sessionExpired);
      if (player.status !== 'active') throw new Refusal(codes.accountSuspended);
      return loginResponseOf(deps, account);
    },
    'accounts/logout': async (_data, _player, { tokenHash }) => {
      if (tokenHash !== null) await sessions.close(tokenHash);
      return {};
    },

    'accounts/checkUserDetails': async (given) => {
      if (given.checkUserDetailsType === 1) return available({ username: given.username });
      if (given.checkUserDetailsType === 2) return available({ email: given.email_address });
      const { country_code, mobile_no } = given;
      return available({ mobile: `${country_code}${mobile_no}` }, country_code);
    },
    'accounts/validateUserName': ({ username }) => available({ username }),
    'accounts/validateEmail': ({ email_address }) => available({ email: email_address }),
    'accounts/validateMobileNo': ({ country_code, mobile_no }) =>
      available({ mobile: `${country_code}${mobile_no}` }, country_code),

    'accounts/sendOtp': (given) => reset.send(given),
    'accounts/resendOtp': (given) => reset.send(given),
    'accounts/verifyOtp': (given) => reset.verify(given),
    'accounts/changeForgotPassword': (given) => reset.setPassword(given),
    'accounts/confirmPassword': (given) => reset.setPassword(given),

    'accounts/sendEmailOtp': (_, player) => verification.send(player, 'mail'),
    'accounts/smsMobileOtp': (_, player) => verification.send(player, 'sms'),
    'accounts/verifyEmailOtp': ({ otp }, player, caller) => verification.verifyMail(player, otp, caller),
    'accounts/verifyOtp/signup': (given, player, caller) => verification.verify(player, given, caller),
    'accounts/takeBackContact': async ({ token }) => {
      await db.transaction((tx) => takeBackContact(deps, tx, token));
      return {};
    },

    'accounts/unsubscribe': async ({ token }) => {
      if (!(await messages.unsubscribe(token))) throw new Refusal(codes.linkExpired);
      return {};
    },

    'accounts/changePassword': (given, player, caller) => security.changePassword(player, given, caller),
    'accounts/listSessions': async (_, { accountId }, { tokenHash }) => ({
      sessions: await sessions.list(accountId, tokenHash),
    }),
    'accounts/endSession': ({ sessionId }, player, caller) => security.endSession(player, sessionId, caller),

    'accounts/getUserProfile': (_, player) => profiles.read(player),
    'accounts/updateUserDetails': (changes, player, caller) => profiles.update(player, changes, caller),
    'accounts/getAvatarList': async () => ({ avatarList: avatars.map((avatarImage) => ({ avatarImage })) }),
    'accounts/updateAvatar': ({ avatarImage }, player) => profiles.setAvatar(player, avatarImage),
    'accounts/getCountryStateList': async ({ country }) => {
      const list = places.list(country);
      if (!list) throw Refusal.ofFields({ country: 'country_required' });
      return list;
    },
  };
}
