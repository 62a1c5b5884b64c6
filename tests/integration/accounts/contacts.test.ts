import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryDatabase } from '../../helpers/database.ts';
import { newestOtp, readOutbox } from '../../helpers/outbox.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { createPlayer, freshName, type TestPlayer, testPassword } from '../../helpers/player.ts';

const hourMs = 3_600_000;
const siteUrl = 'https://lotto.example';
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), config: { siteUrl } });
});
afterAll(() => platform?.stop());

const freshMail = () => `${freshName()}@mail.example`;
const freshMobile = () => `9${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;
const password = testPassword;

async function profileOf(player: TestPlayer) {
  const { body } = await player.call('accounts/getUserProfile', {});
  if (!body.success) throw new Error(`no profile: ${body.firstCode}`);
  const { email_address, emailVerified, pendingEmail, mobile_no, mobileVerified, pendingMobile } = body.data;
  return { email_address, emailVerified, pendingEmail, mobile_no, mobileVerified, pendingMobile };
}

async function verifyMail(player: TestPlayer, address: string) {
  await player.call('accounts/sendEmailOtp', {});
  const { body } = await player.call('accounts/verifyEmailOtp', { otp: await newestOtp(platform, address) });
  return body.firstCode;
}

async function verifyMobile(player: TestPlayer, mobile_no: string) {
  await player.call('accounts/smsMobileOtp', {});
  const otp = await newestOtp(platform, `+91${mobile_no}`);
  const given = { type: 3, country_code: '+91', mobile_no, notification_type: 1, otp } as const;
  return (await player.call('accounts/verifyOtp/signup', given)).body.firstCode;
}

/** Gives a player a new mail address, by password and one-time password. */
async function moveMail(player: TestPlayer, email_address: string) {
  const { body } = await player.call('accounts/updateUserDetails', { email_address, password });
  expect(body.firstCode).toBe('10000');
  expect(await verifyMail(player, email_address)).toBe('10000');
}

/** Opens a further session of a player. */
async function logIn({ username }: TestPlayer): Promise<TestPlayer['call']> {
  const { body } = await platform.call('accounts/login', { type: 2, username, password });
  const token = body.success ? body.data.userData.authToken : '';
  return (name, data) => platform.call(name, data, { headers: { authorization: `Bearer ${token}` } });
}

async function templatesTo(address: string) {
  return (await readOutbox(platform, address)).map(({ template }) => template);
}

/** The token of the newest link that a contact received. */
async function takeBackToken(address: string): Promise<string> {
  const message = (await readOutbox(platform, address)).find(
    ({ template }) => template === 'contact_changed',
  );
  const link = /https:\/\/lotto\.example\/account\/take-back-contact\?token=([\w-]{43})/;
  return link.exec(message?.text ?? '')?.[1] ?? '';
}

const takeBack = (token: string) => platform.call('accounts/takeBackContact', { token });

/** The one-time password for a new password that was sent to a mail address; null if none was sent. */
async function resetOtp(address: string): Promise<string | null> {
  const { body } = await platform.call('accounts/sendOtp', {
    type: 3,
    email_address: address,
    notification_type: 2,
  });
  expect(body.firstCode).toBe('10000');
  const sent = (await readOutbox(platform, address)).find(({ template }) => template === 'reset_otp');
  return sent?.otp ?? null;
}

function setPassword(address: string, otp: string) {
  const chosen = 'Other-river-43';
  return platform.call('accounts/changeForgotPassword', {
    type: 3,
    email_address: address,
    otp,
    password: chosen,
    confirm_password: chosen,
  });
}

describe('a new contact', () => {
  it('requires the password, unlike changes of other fields', async () => {
    const player = await createPlayer(platform);
    const change = { email_address: freshMail(), city: 'Pune' };
    const codes = [];
    for (const given of [change, { ...change, password: 'Wrong-horse-7' }, { city: 'Delhi' }])
      codes.push((await player.call('accounts/updateUserDetails', given)).body);
    expect(codes).toMatchObject([
      { firstCode: '10400', data: { fields: { password: 'enter_a_password' } } },
      { firstCode: '15111' },
      { success: true, data: { city: 'Delhi', pendingEmail: null, email_address: player.email } },
    ]);
  });

  it('limits guesses of the password as strictly as the login', async () => {
    const player = await createPlayer(platform);
    const codes = [];
    for (let guess = 0; guess < 6; guess++) {
      const given = { email_address: freshMail(), password: `Wrong-horse-${guess}` };
      codes.push((await player.call('accounts/updateUserDetails', given)).body.firstCode);
    }
    expect(codes).toEqual([...Array.from({ length: 5 }, () => '15111'), '15113']);
    expect(await templatesTo(player.email)).toContain('login_locked');
  });

  it('does not replace the current contact before its one-time password is entered', async () => {
    const player = await createPlayer(platform);
    expect(await verifyMail(player, player.email)).toBe('10000');
    const [email_address, mobile_no] = [freshMail(), freshMobile()];
    const { body } = await player.call('accounts/updateUserDetails', {
      email_address: ` ${email_address.toUpperCase()}`,
      country_code: '+91',
      mobile_no,
      password,
    });
    const waiting = {
      email_address: player.email,
      emailVerified: true,
      pendingEmail: email_address,
      mobile_no: null,
      mobileVerified: false,
      pendingMobile: `+91${mobile_no}`,
    };
    expect(body).toMatchObject({ success: true, data: waiting });
    expect(await resetOtp(email_address)).toBeNull();
    expect(await verifyMail(player, email_address)).toBe('10000');
    expect(await verifyMobile(player, mobile_no)).toBe('10000');
    expect(await profileOf(player)).toEqual({
      email_address,
      emailVerified: true,
      pendingEmail: null,
      mobile_no: `+91${mobile_no}`,
      mobileVerified: true,
      pendingMobile: null,
    });
  });

  it('is discarded after a day, or when the player enters the current contact again', async () => {
    const player = await createPlayer(platform);
    const change = { email_address: freshMail(), password };
    await player.call('accounts/updateUserDetails', change);
    const { body } = await player.call('accounts/updateUserDetails', { email_address: player.email });
    expect(body).toMatchObject({ success: true, data: { pendingEmail: null } });
    await player.call('accounts/updateUserDetails', change);
    await player.call('accounts/sendEmailOtp', {});
    await queryDatabase(
      platform.databaseUrl,
      "update pending_contacts set requested_at = requested_at - interval '1 day' where account_id = $1",
      [player.accountId],
    );
    const otp = await newestOtp(platform, change.email_address);
    expect((await player.call('accounts/verifyEmailOtp', { otp })).body.firstCode).toBe('10510');
    expect((await profileOf(player)).pendingEmail).toBeNull();
    await platform.deps.housekeeping.run();
    const left = await queryDatabase(
      platform.databaseUrl,
      'select * from pending_contacts where account_id = $1',
      [player.accountId],
    );
    expect(left).toEqual([]);
  });

  it('is rejected with 10497 or 10498 if another account verifies it before or after the request', async () => {
    const mobile_no = freshMobile();
    const owner = await createPlayer(platform, { country_code: '+91', mobile_no });
    const player = await createPlayer(platform);
    const changes = [
      { email_address: owner.email, password },
      { country_code: '+91', mobile_no, password },
    ];
    await player.call('accounts/updateUserDetails', { ...changes[0], ...changes[1] });
    expect(await verifyMail(owner, owner.email)).toBe('10000');
    expect(await verifyMobile(owner, mobile_no)).toBe('10000');
    const { pendingEmail, pendingMobile } = await profileOf(player);
    expect([pendingEmail, pendingMobile]).toEqual([null, null]);
    const codes = [];
    for (const change of changes)
      codes.push((await player.call('accounts/updateUserDetails', change)).body.firstCode);
    expect(codes).toEqual(['10497', '10498']);
  });
});

describe('a contact that another account has not verified', () => {
  it('belongs to the first account that verifies it, and is removed from the other', async () => {
    const stranger = await createPlayer(platform);
    const owner = await createPlayer(platform);
    await moveMail(owner, stranger.email);
    expect(await profileOf(owner)).toMatchObject({ email_address: stranger.email, emailVerified: true });
    expect(await profileOf(stranger)).toMatchObject({ email_address: null, emailVerified: false });
    const otp = await resetOtp(stranger.email);
    expect((await setPassword(stranger.email, otp ?? '')).body.firstCode).toBe('10000');
    // The reset belongs to the owner, so the stranger keeps their session and password.
    expect((await owner.call('accounts/getUserProfile', {})).body.firstCode).toBe('15107');
    expect((await stranger.call('accounts/getUserProfile', {})).body.success).toBe(true);
  });

  it('is verified by only one of ten accounts that request it concurrently', async () => {
    const email_address = freshMail();
    const players = await Promise.all(Array.from({ length: 10 }, () => createPlayer(platform)));
    await Promise.all(
      players.map((one) => one.call('accounts/updateUserDetails', { email_address, password })),
    );
    const [first, second] = players;
    await first?.call('accounts/sendEmailOtp', {});
    const otp = await newestOtp(platform, email_address);
    // The code belongs to one account, although the address is the same.
    expect((await second?.call('accounts/verifyEmailOtp', { otp }))?.body.firstCode).toBe('10510');
    expect((await first?.call('accounts/verifyEmailOtp', { otp }))?.body.firstCode).toBe('10000');
    const profiles = await Promise.all(players.map(profileOf));
    expect(profiles.filter((one) => one.email_address === email_address)).toHaveLength(1);
    expect(profiles.filter(({ pendingEmail }) => pendingEmail !== null)).toEqual([]);
  });

  it('can be swapped by two accounts concurrently without an error', async () => {
    const [one, other] = [await createPlayer(platform), await createPlayer(platform)];
    await one.call('accounts/updateUserDetails', { email_address: other.email, password });
    await other.call('accounts/updateUserDetails', { email_address: one.email, password });
    const codes = await Promise.all([verifyMail(one, other.email), verifyMail(other, one.email)]);
    expect(codes).toEqual(['10000', '10000']);
    expect((await profileOf(one)).email_address).toBe(other.email);
    expect((await profileOf(other)).email_address).toBe(one.email);
  });
});

describe('the verification of a contact', () => {
  it('ends all other sessions of the account the first time only', async () => {
    const player = await createPlayer(platform);
    const other = await logIn(player);
    expect(await verifyMail(player, player.email)).toBe('10000');
    expect((await other('accounts/getUserProfile', {})).body.firstCode).toBe('15107');
    expect((await player.call('accounts/getUserProfile', {})).body.success).toBe(true);
    const later = await logIn(player);
    expect(await verifyMail(player, player.email)).toBe('10000');
    expect((await later('accounts/getUserProfile', {})).body.success).toBe(true);
  });
});

describe('a reset of the password', () => {
  it('sends the code only to a verified contact, or to the account’s only contact', async () => {
    const only = await createPlayer(platform);
    expect(await resetOtp(only.email)).not.toBeNull();

    const mobile_no = freshMobile();
    const both = await createPlayer(platform, { country_code: '+91', mobile_no });
    expect(await resetOtp(both.email)).toBeNull();
    expect(await verifyMobile(both, mobile_no)).toBe('10000');
    expect(await resetOtp(both.email)).toBeNull();
    const mobile = { type: 3, country_code: '+91', mobile_no, notification_type: 1 } as const;
    await platform.call('accounts/sendOtp', mobile);
    expect((await templatesTo(`+91${mobile_no}`))[0]).toBe('reset_otp');
    expect(await verifyMail(both, both.email)).toBe('10000');
    expect(await resetOtp(both.email)).not.toBeNull();
  });

  it('fails if the contact is no longer trusted when the code is entered', async () => {
    const player = await createPlayer(platform);
    const otp = await resetOtp(player.email);
    const mobile_no = freshMobile();
    await player.call('accounts/updateUserDetails', { country_code: '+91', mobile_no, password });
    expect(await verifyMobile(player, mobile_no)).toBe('10000');
    expect((await setPassword(player.email, otp ?? '')).body.firstCode).toBe('10510');
  });

  it('ends the access of a stranger who opened the account with another person’s address', async () => {
    const stranger = await createPlayer(platform);
    await stranger.call('accounts/updateUserDetails', { email_address: freshMail(), password });
    const otp = await resetOtp(stranger.email);
    expect((await setPassword(stranger.email, otp ?? '')).body.firstCode).toBe('10000');
    expect((await stranger.call('accounts/getUserProfile', {})).body.firstCode).toBe('15107');
    const waiting = await queryDatabase(
      platform.databaseUrl,
      'select * from pending_contacts where account_id = $1',
      [stranger.accountId],
    );
    expect(waiting).toEqual([]);
  });
});

describe('call accounts/takeBackContact', () => {
  it('restores the old contact, ends all sessions and requires a new password', async () => {
    const player = await createPlayer(platform);
    expect(await verifyMail(player, player.email)).toBe('10000');
    const thief = await logIn(player);
    await moveMail({ ...player, call: thief }, freshMail());
    platform.clock.advance(72 * hourMs - 1);
    const token = await takeBackToken(player.email);
    expect((await takeBack(token)).body).toEqual({ success: true, firstCode: '10000', data: {} });
    expect((await thief('accounts/getUserProfile', {})).body.firstCode).toBe('15107');
    const { username } = player;
    const login = (given: string) => platform.call('accounts/login', { type: 2, username, password: given });
    expect((await login(password)).body.firstCode).toBe('15111');
    const otp = await resetOtp(player.email);
    expect((await setPassword(player.email, otp ?? '')).body.firstCode).toBe('10000');
    expect((await login('Other-river-43')).body).toMatchObject({
      data: { userData: { useremail: player.email } },
    });
    expect((await takeBack(token)).body.firstCode).toBe('10511');
  });

  it('undoes later changes too, and invalidates their links', async () => {
    const mobile_no = freshMobile();
    const player = await createPlayer(platform, { country_code: '+91', mobile_no });
    expect(await verifyMail(player, player.email)).toBe('10000');
    expect(await verifyMobile(player, mobile_no)).toBe('10000');
    const token = { mail: '', mobile: '' };
    const [first, second] = [freshMail(), freshMail()];
    await moveMail(player, first);
    token.mail = await takeBackToken(player.email);
    const [sms] = await readOutbox(platform, `+91${mobile_no}`);
    expect(sms?.template).toBe('contact_changed');
    token.mobile = /token=([\w-]{43})/.exec(sms?.text ?? '')?.[1] ?? '';
    platform.clock.advance(1000);
    await moveMail(player, second);
    const ofFirst = await takeBackToken(first);
    expect((await takeBack(token.mail)).body.success).toBe(true);
    for (const used of [token.mail, token.mobile, ofFirst])
      expect((await takeBack(used)).body.firstCode).toBe('10511');
    const [row] = await queryDatabase<{ email: string; mobile: string }>(
      platform.databaseUrl,
      'select email, mobile from accounts where account_id = $1',
      [player.accountId],
    );
    expect(row).toEqual({ email: player.email, mobile: `+91${mobile_no}` });
  });

  it('restores a contact that another account has entered since but not verified', async () => {
    const player = await createPlayer(platform);
    expect(await verifyMail(player, player.email)).toBe('10000');
    await moveMail(player, freshMail());
    const claimer = await createPlayer(platform, { email_address: player.email });
    expect((await takeBack(await takeBackToken(player.email))).body.success).toBe(true);
    expect((await profileOf(claimer)).email_address).toBeNull();
  });

  it('rejects a link older than 72 hours, an unknown link and a malformed one', async () => {
    const player = await createPlayer(platform);
    await moveMail(player, freshMail());
    const token = await takeBackToken(player.email);
    platform.clock.advance(72 * hourMs);
    expect((await takeBack(token)).body.firstCode).toBe('10511');
    expect((await takeBack('A'.repeat(43))).body.firstCode).toBe('10511');
    expect((await takeBack('short')).body.firstCode).toBe('10400');
    await platform.deps.housekeeping.run();
    const left = await queryDatabase(
      platform.databaseUrl,
      'select * from contact_take_backs where account_id = $1',
      [player.accountId],
    );
    expect(left).toEqual([]);
  });

  it('is not offered to an unverified contact of an account with two contacts', async () => {
    const mobile_no = freshMobile();
    const player = await createPlayer(platform, { country_code: '+91', mobile_no });
    await moveMail(player, freshMail());
    expect(await templatesTo(player.email)).toEqual(['contact_replaced', 'welcome']);
    expect(await templatesTo(`+91${mobile_no}`)).toEqual([]);
  });
});
