import { accountCalls as calls } from '../../shared/contract/accounts.ts';
import { codes } from '../../shared/contract/codes.ts';
import type { Answer } from '../../shared/contract/envelope.ts';
import { failure, success, wrongFields } from '../http/answers.ts';
import { answering, answeringPlayer, type CallRunners } from '../http/calls.ts';
import { avatars } from './avatars.ts';
import { type AccountDeps, openedFor } from './context.ts';
import { createLogin } from './login.ts';
import { createProfiles } from './profile.ts';
import { findById, findTaken } from './repository.ts';
import { createReset } from './reset.ts';
import { createSignup } from './signup.ts';
import { createVerification } from './verification.ts';

/** The calls about who somebody is, and how they come in and out (spec §7). */
export function accountCalls(deps: AccountDeps): Pick<CallRunners, keyof typeof calls> {
  const { db, sessions, places } = deps;
  const signup = createSignup(deps);
  const login = createLogin(deps);
  const reset = createReset(deps);
  const verification = createVerification(deps);
  const profiles = createProfiles(deps);

  const available = async (
    given: Parameters<typeof findTaken>[1],
    country_code?: string,
  ): Promise<Answer<Record<string, never>>> => {
    const fields = places.checkPhoneCode(country_code);
    if (Object.keys(fields).length > 0) return wrongFields(fields);
    const taken = await findTaken(db, given);
    return taken ? failure(taken) : success({});
  };

  return {
    'accounts/signup': answering(calls['accounts/signup'], signup),
    'accounts/login': answering(calls['accounts/login'], login),
    authenticate: answering(calls.authenticate, login),
    'accounts/autoLogin': answeringPlayer(calls['accounts/autoLogin'], async (_, player) => {
      const account = await findById(db, player.accountId);
      if (!account) return failure(codes.sessionExpired);
      if (player.status !== 'active') return failure(codes.accountSuspended);
      return success(await openedFor(deps, account));
    }),
    'accounts/logout': answeringPlayer(calls['accounts/logout'], async (_data, _player, { tokenHash }) => {
      if (tokenHash !== null) await sessions.close(tokenHash);
      return success({});
    }),

    'accounts/checkUserDetails': answering(calls['accounts/checkUserDetails'], async (given) => {
      if (given.checkUserDetailsType === 1) return available({ username: given.username });
      if (given.checkUserDetailsType === 2) return available({ email: given.email_address });
      const { country_code, mobile_no } = given;
      return available({ mobile: `${country_code}${mobile_no}` }, country_code);
    }),
    'accounts/validateUserName': answering(calls['accounts/validateUserName'], ({ username }) =>
      available({ username }),
    ),
    'accounts/validateEmail': answering(calls['accounts/validateEmail'], ({ email_address }) =>
      available({ email: email_address }),
    ),
    'accounts/validateMobileNo': answering(
      calls['accounts/validateMobileNo'],
      ({ country_code, mobile_no }) => available({ mobile: `${country_code}${mobile_no}` }, country_code),
    ),

    'accounts/sendOtp': answering(calls['accounts/sendOtp'], (given) => reset.send(given)),
    'accounts/resendOtp': answering(calls['accounts/resendOtp'], (given) => reset.send(given)),
    'accounts/verifyOtp': answering(calls['accounts/verifyOtp'], (given) => reset.verify(given)),
    'accounts/changeForgotPassword': answering(calls['accounts/changeForgotPassword'], (given) =>
      reset.setPassword(given),
    ),
    'accounts/confirmPassword': answering(calls['accounts/confirmPassword'], (given) =>
      reset.setPassword(given),
    ),

    'accounts/sendEmailOtp': answeringPlayer(calls['accounts/sendEmailOtp'], (_, player) =>
      verification.send(player, 'mail'),
    ),
    'accounts/smsMobileOtp': answeringPlayer(calls['accounts/smsMobileOtp'], (_, player) =>
      verification.send(player, 'sms'),
    ),
    'accounts/verifyEmailOtp': answeringPlayer(calls['accounts/verifyEmailOtp'], ({ otp }, player) =>
      verification.verifyMail(player, otp),
    ),
    'accounts/verifyOtp/signup': answeringPlayer(calls['accounts/verifyOtp/signup'], (given, player) =>
      verification.verify(player, given),
    ),

    'accounts/getUserProfile': answeringPlayer(calls['accounts/getUserProfile'], (_, player) =>
      profiles.read(player),
    ),
    'accounts/updateUserDetails': answeringPlayer(calls['accounts/updateUserDetails'], (changes, player) =>
      profiles.update(player, changes),
    ),
    'accounts/getAvatarList': answeringPlayer(calls['accounts/getAvatarList'], async () =>
      success({ avatarList: avatars.map((avatarImage) => ({ avatarImage })) }),
    ),
    'accounts/updateAvatar': answeringPlayer(calls['accounts/updateAvatar'], ({ avatarImage }, player) =>
      profiles.setAvatar(player, avatarImage),
    ),
    'accounts/getCountryStateList': answering(calls['accounts/getCountryStateList'], async ({ country }) => {
      const list = places.list(country);
      return list ? success(list) : wrongFields({ country: 'country_required' });
    }),
  };
}
