import { expect } from 'vitest';
import { newestOtp, readOutbox } from './outbox.ts';
import type { TestPlatform } from './platform.ts';
import { freshName, type TestPlayer, testPassword } from './player.ts';

export const freshMail = () => `${freshName()}@mail.example`;
export const freshMobile = () => `9${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;
export const password = testPassword;

export async function profileOf(player: TestPlayer) {
  const { body } = await player.call('accounts/getUserProfile', {});
  if (!body.success) throw new Error(`no profile: ${body.firstCode}`);
  const { email_address, emailVerified, pendingEmail, mobile_no, mobileVerified, pendingMobile } = body.data;
  return { email_address, emailVerified, pendingEmail, mobile_no, mobileVerified, pendingMobile };
}

export async function verifyMail(platform: TestPlatform, player: TestPlayer, address: string) {
  await player.call('accounts/sendEmailOtp', {});
  const { body } = await player.call('accounts/verifyEmailOtp', { otp: await newestOtp(platform, address) });
  return body.firstCode;
}

export async function verifyMobile(platform: TestPlatform, player: TestPlayer, mobile_no: string) {
  await player.call('accounts/smsMobileOtp', {});
  const otp = await newestOtp(platform, `+91${mobile_no}`);
  const given = { type: 3, country_code: '+91', mobile_no, notification_type: 1, otp } as const;
  return (await player.call('accounts/verifyOtp/signup', given)).body.firstCode;
}

/** Changes a player's mail address and verifies it with the one-time password. */
export async function moveMail(platform: TestPlatform, player: TestPlayer, email_address: string) {
  const { body } = await player.call('accounts/updateUserDetails', { email_address, password });
  expect(body.firstCode).toBe('10000');
  expect(await verifyMail(platform, player, email_address)).toBe('10000');
}

/** Opens another session of a player. */
export async function logIn(platform: TestPlatform, { username }: TestPlayer): Promise<TestPlayer['call']> {
  const { body } = await platform.call('accounts/login', { type: 2, username, password });
  const token = body.success ? body.data.userData.authToken : '';
  return (name, data) => platform.call(name, data, { headers: { authorization: `Bearer ${token}` } });
}

export async function templatesTo(platform: TestPlatform, address: string) {
  return (await readOutbox(platform, address)).map(({ template }) => template);
}

/** Returns the token of the undo link in the newest mail to `address` that reports a contact change. */
export async function takeBackToken(platform: TestPlatform, address: string): Promise<string> {
  const message = (await readOutbox(platform, address)).find(
    ({ template }) => template === 'contact_changed',
  );
  const link = /https:\/\/lotto\.example\/account\/take-back-contact\?token=([\w-]{43})/;
  return link.exec(message?.text ?? '')?.[1] ?? '';
}

export const takeBack = (platform: TestPlatform, token: string) =>
  platform.call('accounts/takeBackContact', { token });

/** Requests a password reset. Returns the one-time password sent to the mail address, or null if none was sent. */
export async function resetOtp(platform: TestPlatform, address: string): Promise<string | null> {
  const { body } = await platform.call('accounts/sendOtp', {
    type: 3,
    email_address: address,
    notification_type: 2,
  });
  expect(body.firstCode).toBe('10000');
  const sent = (await readOutbox(platform, address)).find(({ template }) => template === 'reset_otp');
  return sent?.otp ?? null;
}

export function setPassword(platform: TestPlatform, address: string, otp: string) {
  const chosen = 'Other-river-43';
  return platform.call('accounts/changeForgotPassword', {
    type: 3,
    email_address: address,
    otp,
    password: chosen,
    confirm_password: chosen,
  });
}
