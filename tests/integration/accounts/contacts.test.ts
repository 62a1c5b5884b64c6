import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  freshMail,
  freshMobile,
  logIn,
  moveMail,
  password,
  profileOf,
  resetOtp,
  setPassword,
  templatesTo,
  verifyMail,
  verifyMobile,
} from '../../helpers/contact-actions.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { newestOtp, otherOtp } from '../../helpers/outbox.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { createPlayer } from '../../helpers/player.ts';

const siteUrl = 'https://lotto.example';
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), config: { siteUrl } });
});
afterAll(() => platform?.stop());

describe('password reset with unverified contacts only', () => {
  it('for an account with two contacts, sends a code only after an operator has confirmed one of the contacts', async () => {
    const operator = operatorOf(platform);
    const mobile_no = freshMobile();
    const player = await createPlayer(platform, { country_code: '+91', mobile_no });
    expect(await resetOtp(platform, player.email)).toBeNull();
    const confirm = (contact: string, ...more: string[]) =>
      operator('players', 'confirm', player.username, contact, '--reason', 'Passport checked', ...more);
    expect((await confirm('post')).err).toContain('state a contact: mail or mobile');
    expect((await confirm('mail', '--dry-run')).out).toContain('nothing was changed');
    expect(await resetOtp(platform, player.email)).toBeNull();

    expect((await confirm('mail')).out).toContain(`The mail address of ${player.username} is confirmed.`);
    expect((await player.call('accounts/getUserProfile', {})).body.firstCode).toBe('15107');
    expect(await resetOtp(platform, player.email)).not.toBeNull();
    expect((await operator('log')).out).toContain('players confirm');
    const again = await confirm('mobile');
    expect([again.code, again.err]).toEqual([
      1,
      expect.stringContaining('receives codes for a new password'),
    ]);
  });

  it('needs no operator if the account has a single contact', async () => {
    const operator = operatorOf(platform);
    const { username } = await createPlayer(platform);
    const { code, err } = await operator('players', 'confirm', username, 'mail', '--reason', 'Asked');
    expect([code, err]).toEqual([1, expect.stringContaining('receives codes for a new password')]);
  });
});

describe('contact change', () => {
  it('requires the password, unlike a change of any other profile field', async () => {
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

  it('is refused after too many wrong passwords, like a login', async () => {
    const player = await createPlayer(platform);
    const codes = [];
    for (let guess = 0; guess < 6; guess++) {
      const given = { email_address: freshMail(), password: `Wrong-horse-${guess}` };
      codes.push((await player.call('accounts/updateUserDetails', given)).body.firstCode);
    }
    expect(codes).toEqual([...Array.from({ length: 5 }, () => '15111'), '15113']);
    expect(await templatesTo(platform, player.email)).toContain('login_locked');
  });

  it('replaces the current contact only after the player enters the code that the new contact received', async () => {
    const player = await createPlayer(platform);
    expect(await verifyMail(platform, player, player.email)).toBe('10000');
    // The client repeats a request whose answer was lost.
    const otp = await newestOtp(platform, player.email);
    const repeat = async (code: string) =>
      (await player.call('accounts/verifyEmailOtp', { otp: code })).body.firstCode;
    expect([await repeat(otp), await repeat(otherOtp(otp)), await repeat(otp)]).toEqual([
      '10000',
      '10510',
      '10000',
    ]);
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
    expect(await resetOtp(platform, email_address)).toBeNull();
    expect(await verifyMail(platform, player, email_address)).toBe('10000');
    expect(await verifyMobile(platform, player, mobile_no)).toBe('10000');
    expect(await profileOf(player)).toEqual({
      email_address,
      emailVerified: true,
      pendingEmail: null,
      mobile_no: `+91${mobile_no}`,
      mobileVerified: true,
      pendingMobile: null,
    });
  });

  it('is discarded after a day, or when the player re-enters the current contact', async () => {
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

  it('is discarded when another account verifies the new contact', async () => {
    const mobile_no = freshMobile();
    const owner = await createPlayer(platform, { country_code: '+91', mobile_no });
    const player = await createPlayer(platform);
    const changes = [
      { email_address: owner.email, password },
      { country_code: '+91', mobile_no, password },
    ];
    await player.call('accounts/updateUserDetails', { ...changes[0], ...changes[1] });
    expect(await verifyMail(platform, owner, owner.email)).toBe('10000');
    expect(await verifyMobile(platform, owner, mobile_no)).toBe('10000');
    const { pendingEmail, pendingMobile } = await profileOf(player);
    expect([pendingEmail, pendingMobile]).toEqual([null, null]);
    const codes = [];
    for (const change of changes)
      codes.push((await player.call('accounts/updateUserDetails', change)).body.firstCode);
    expect(codes).toEqual(['10497', '10498']);
  });
});

describe('contact claimed by several accounts', () => {
  it('belongs to the first account that verifies it', async () => {
    const stranger = await createPlayer(platform);
    const owner = await createPlayer(platform);
    await moveMail(platform, owner, stranger.email);
    expect(await profileOf(owner)).toMatchObject({ email_address: stranger.email, emailVerified: true });
    expect(await profileOf(stranger)).toMatchObject({ email_address: null, emailVerified: false });
    const otp = await resetOtp(platform, stranger.email);
    expect((await setPassword(platform, stranger.email, otp ?? '')).body.firstCode).toBe('10000');
    // The address now belongs to the owner, so the reset ends the owner's session and not the stranger's.
    expect((await owner.call('accounts/getUserProfile', {})).body.firstCode).toBe('15107');
    expect((await stranger.call('accounts/getUserProfile', {})).body.success).toBe(true);
  });

  it('belongs to exactly one of ten accounts that verify it concurrently', async () => {
    const email_address = freshMail();
    const players = await Promise.all(Array.from({ length: 10 }, () => createPlayer(platform)));
    await Promise.all(
      players.map((one) => one.call('accounts/updateUserDetails', { email_address, password })),
    );
    const [first, second] = players;
    await first?.call('accounts/sendEmailOtp', {});
    const otp = await newestOtp(platform, email_address);
    // A code is valid only for the account that requested it, even if another account has the same address.
    expect((await second?.call('accounts/verifyEmailOtp', { otp }))?.body.firstCode).toBe('10510');
    expect((await first?.call('accounts/verifyEmailOtp', { otp }))?.body.firstCode).toBe('10000');
    const profiles = await Promise.all(players.map(profileOf));
    expect(profiles.filter((one) => one.email_address === email_address)).toHaveLength(1);
    expect(profiles.filter(({ pendingEmail }) => pendingEmail !== null)).toEqual([]);
  });

  it('moves to the other player when two players swap their e-mail addresses', async () => {
    const [one, other] = [await createPlayer(platform), await createPlayer(platform)];
    await one.call('accounts/updateUserDetails', { email_address: other.email, password });
    await other.call('accounts/updateUserDetails', { email_address: one.email, password });
    const codes = await Promise.all([
      verifyMail(platform, one, other.email),
      verifyMail(platform, other, one.email),
    ]);
    expect(codes).toEqual(['10000', '10000']);
    expect((await profileOf(one)).email_address).toBe(other.email);
    expect((await profileOf(other)).email_address).toBe(one.email);
  });
});

describe('contact verification', () => {
  it('ends all sessions except the current one when a contact is first verified, but not when it is verified again', async () => {
    const player = await createPlayer(platform);
    const other = await logIn(platform, player);
    expect(await verifyMail(platform, player, player.email)).toBe('10000');
    expect((await other('accounts/getUserProfile', {})).body.firstCode).toBe('15107');
    expect((await player.call('accounts/getUserProfile', {})).body.success).toBe(true);
    const later = await logIn(platform, player);
    expect(await verifyMail(platform, player, player.email)).toBe('10000');
    expect((await later('accounts/getUserProfile', {})).body.success).toBe(true);
  });
});

describe('password reset', () => {
  it('sends the code only to a verified contact, or to the account’s only contact', async () => {
    const only = await createPlayer(platform);
    expect(await resetOtp(platform, only.email)).not.toBeNull();

    const mobile_no = freshMobile();
    const both = await createPlayer(platform, { country_code: '+91', mobile_no });
    expect(await resetOtp(platform, both.email)).toBeNull();
    expect(await verifyMobile(platform, both, mobile_no)).toBe('10000');
    expect(await resetOtp(platform, both.email)).toBeNull();
    const mobile = { type: 3, country_code: '+91', mobile_no, notification_type: 1 } as const;
    await platform.call('accounts/sendOtp', mobile);
    expect((await templatesTo(platform, `+91${mobile_no}`))[0]).toBe('reset_otp');
    expect(await verifyMail(platform, both, both.email)).toBe('10000');
    expect(await resetOtp(platform, both.email)).not.toBeNull();
  });

  it('rejects the code of an unverified contact once another contact is verified', async () => {
    const player = await createPlayer(platform);
    const otp = await resetOtp(platform, player.email);
    const mobile_no = freshMobile();
    await player.call('accounts/updateUserDetails', { country_code: '+91', mobile_no, password });
    expect(await verifyMobile(platform, player, mobile_no)).toBe('10000');
    expect((await setPassword(platform, player.email, otp ?? '')).body.firstCode).toBe('10510');
  });

  it('ends the session of a stranger who signed up with another person’s address', async () => {
    const stranger = await createPlayer(platform);
    await stranger.call('accounts/updateUserDetails', { email_address: freshMail(), password });
    const otp = await resetOtp(platform, stranger.email);
    expect((await setPassword(platform, stranger.email, otp ?? '')).body.firstCode).toBe('10000');
    expect((await stranger.call('accounts/getUserProfile', {})).body.firstCode).toBe('15107');
    const waiting = await queryDatabase(
      platform.databaseUrl,
      'select * from pending_contacts where account_id = $1',
      [stranger.accountId],
    );
    expect(waiting).toEqual([]);
  });
});
