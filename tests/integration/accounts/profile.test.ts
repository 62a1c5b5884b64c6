import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryDatabase } from '../../helpers/database.ts';
import { newestOtp, otherOtp, readOutbox } from '../../helpers/outbox.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { createPlayer, freshName } from '../../helpers/player.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z') });
});
afterAll(() => platform?.stop());

function freshMobile(): string {
  return `9${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;
}

describe("a player's own data", () => {
  it('is changed where it was named, and else stays', async () => {
    const player = await createPlayer(platform);
    const changes = {
      firstName: 'Åse',
      lastName: 'O’Neill Müller',
      birthDate: '1990-02-28',
      country: 'IN',
      state: 'IN-MH',
      street: '12 "Rose" Lane; DROP TABLE accounts;--',
      city: 'मुंबई',
      postCode: '400001',
      userLanguge: 'hi',
      isPromotion: 1,
    } as const;
    const { body } = await player.call('accounts/updateUserDetails', changes);
    expect(body).toMatchObject({ success: true, data: changes });
    await player.call('accounts/updateUserDetails', { city: 'Pune' });
    const { body: read } = await player.call('accounts/getUserProfile', {});
    expect(read).toMatchObject({
      success: true,
      data: { ...changes, city: 'Pune', username: player.username, email_address: player.email },
    });
  });

  it.each<[object, Record<string, string>]>([
    [{ birthDate: '2008-11-22' }, { birthDate: 'please_confirm_your_age' }],
    [{ birthDate: '0000-01-01' }, { birthDate: 'please_confirm_your_age' }],
    [{ birthDate: '1990-02-30' }, { birthDate: 'field.wrong' }],
    [{ country: 'IN' }, { state: 'state_required' }],
    [{ state: 'IN-MH' }, { country: 'country_required' }],
    [{ country: 'DE', state: 'IN-MH' }, { state: 'state_required' }],
    [{ country: 'XX' }, { country: 'country_required' }],
    [{ city: 'a\u202eb' }, { city: 'field.wrong' }],
    [{ mobile_no: '9876543210' }, { country_code: 'code_required' }],
    [{ username: 'another' }, { username: 'field.unknown' }],
    [{ kycStatus: 'approved' }, { kycStatus: 'field.unknown' }],
    [{ currencyCode: 'EUR' }, { currencyCode: 'field.unknown' }],
  ])('is not changed to %j', async (changes, fields) => {
    const player = await createPlayer(platform);
    const { body: before } = await player.call('accounts/getUserProfile', {});
    const { status, body } = await player.call('accounts/updateUserDetails', changes);
    expect([status, body]).toEqual([400, { success: false, firstCode: '10400', data: { fields } }]);
    expect((await player.call('accounts/getUserProfile', {})).body).toEqual(before);
  });

  it('turns 18 on the birthday in the time zone of the site', async () => {
    const player = await createPlayer(platform);
    const { body } = await player.call('accounts/updateUserDetails', { birthDate: '2008-11-21' });
    expect(body.success).toBe(true);
  });

  it('forgets the state of a country that was left', async () => {
    const player = await createPlayer(platform);
    await player.call('accounts/updateUserDetails', { country: 'IN', state: 'IN-MH' });
    const { body } = await player.call('accounts/updateUserDetails', { country: 'DE' });
    expect(body).toMatchObject({ success: true, data: { country: 'DE', state: null } });
  });

  it('is not changed by the player where an operator has looked at it', async () => {
    const player = await createPlayer(platform);
    await queryDatabase(
      platform.databaseUrl,
      "update accounts set kyc_state = 'approved' where account_id = $1",
      [player.accountId],
    );
    const { body } = await player.call('accounts/updateUserDetails', { firstName: 'Other', city: 'Pune' });
    expect(body).toMatchObject({ firstCode: '10400', data: { fields: { firstName: 'field.locked' } } });
    expect((await player.call('accounts/updateUserDetails', { city: 'Pune' })).body.success).toBe(true);
  });
});

describe('a new address or number', () => {
  it('is unverified, and the old address hears of it', async () => {
    const player = await createPlayer(platform);
    await player.call('accounts/sendEmailOtp', {});
    const otp = await newestOtp(platform, player.email);
    expect((await player.call('accounts/verifyEmailOtp', { otp })).body.success).toBe(true);
    const email_address = `${freshName()}@mail.example`;
    const mobile_no = freshMobile();
    const { body } = await player.call('accounts/updateUserDetails', {
      email_address: ` ${email_address.toUpperCase()}`,
      country_code: '+91',
      mobile_no,
    });
    expect(body).toMatchObject({
      success: true,
      data: { email_address, emailVerified: false, mobile_no: `+91${mobile_no}`, mobileVerified: false },
    });
    expect((await readOutbox(platform, player.email))[0]?.template).toBe('contact_changed');
    expect(await readOutbox(platform, email_address)).toEqual([]);
  });

  it('that somebody else has is 10497 or 10498, also of ten at once', async () => {
    const mobile_no = freshMobile();
    const owner = await createPlayer(platform, { country_code: '+91', mobile_no });
    const player = await createPlayer(platform);
    const codes = [];
    for (const changes of [
      { email_address: owner.email, city: 'Pune' },
      { country_code: '+91', mobile_no, city: 'Pune' },
    ])
      codes.push((await player.call('accounts/updateUserDetails', changes)).body.firstCode);
    expect(codes).toEqual(['10497', '10498']);
    expect((await player.call('accounts/getUserProfile', {})).body).toMatchObject({ data: { city: null } });

    const players = await Promise.all(Array.from({ length: 10 }, () => createPlayer(platform)));
    const email_address = `${freshName()}@mail.example`;
    const answers = await Promise.all(
      players.map((one) => one.call('accounts/updateUserDetails', { email_address })),
    );
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.firstCode === '10497')).toHaveLength(9);
  });
});

describe('the way to a player', () => {
  it('is verified by a code to the mail address', async () => {
    const player = await createPlayer(platform);
    const { body } = await player.call('accounts/sendEmailOtp', {});
    expect(body).toMatchObject({ success: true, data: { expiresInSeconds: 600 } });
    const otp = await newestOtp(platform, player.email);
    expect((await player.call('accounts/verifyEmailOtp', { otp: otherOtp(otp) })).body.firstCode).toBe(
      '10510',
    );
    const given = { type: 3, email_address: player.email, notification_type: 2, otp } as const;
    expect((await player.call('accounts/verifyOtp/signup', given)).body.success).toBe(true);
    expect((await player.call('accounts/verifyOtp/signup', given)).body.firstCode).toBe('10510');
    expect((await player.call('accounts/getUserProfile', {})).body).toMatchObject({
      data: { emailVerified: true, mobileVerified: false },
    });
  });

  it('is verified by a code to the mobile', async () => {
    const mobile_no = freshMobile();
    const player = await createPlayer(platform, { country_code: '+91', mobile_no });
    expect((await player.call('accounts/smsMobileOtp', {})).body.success).toBe(true);
    const [sms] = await readOutbox(platform, `+91${mobile_no}`);
    expect(sms).toMatchObject({ channel: 'sms', template: 'contact_otp', html: null, subject: null });
    const given = {
      type: 3,
      country_code: '+91',
      mobile_no,
      notification_type: 1,
      otp: sms?.otp ?? '',
    } as const;
    expect((await player.call('accounts/verifyOtp/signup', given)).body.success).toBe(true);
    expect((await player.call('accounts/getUserProfile', {})).body).toMatchObject({
      data: { emailVerified: false, mobileVerified: true },
    });
  });

  it('of somebody else verifies nothing', async () => {
    const [owner, other] = [await createPlayer(platform), await createPlayer(platform)];
    await owner.call('accounts/sendEmailOtp', {});
    const otp = await newestOtp(platform, owner.email);
    const given = { type: 3, email_address: owner.email, notification_type: 2, otp } as const;
    expect((await other.call('accounts/verifyOtp/signup', given)).body.firstCode).toBe('10510');
    expect((await other.call('accounts/verifyEmailOtp', { otp })).body.firstCode).toBe('10510');
    expect((await owner.call('accounts/verifyEmailOtp', { otp })).body.success).toBe(true);
  });

  it('is asked for where there is none', async () => {
    const player = await createPlayer(platform, {
      country_code: '+47',
      mobile_no: `4${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`,
      email_address: undefined,
    });
    const { body } = await player.call('accounts/sendEmailOtp', {});
    expect(body).toMatchObject({
      firstCode: '10400',
      data: { fields: { email_address: 'enter_email_address' } },
    });
  });

  it('that was changed meanwhile is not verified by the code to the old one', async () => {
    const player = await createPlayer(platform);
    await player.call('accounts/sendEmailOtp', {});
    const otp = await newestOtp(platform, player.email);
    await player.call('accounts/updateUserDetails', { email_address: `${freshName()}@mail.example` });
    expect((await player.call('accounts/verifyEmailOtp', { otp })).body.firstCode).toBe('10510');
  });
});

describe('avatars', () => {
  it('are chosen from the list, and from nowhere else', async () => {
    const player = await createPlayer(platform);
    const { body } = await player.call('accounts/getAvatarList', {});
    const list = body.success ? body.data.avatarList.map(({ avatarImage }) => avatarImage) : [];
    expect(list).toHaveLength(12);
    const avatarImage = list.at(-1) ?? '';
    expect((await player.call('accounts/updateAvatar', { avatarImage })).body).toMatchObject({
      success: true,
      data: { avatarImage },
    });
    for (const wrong of ['https://evil.example/a.svg', '', 'avatar-99', '../avatar-01'])
      expect((await player.call('accounts/updateAvatar', { avatarImage: wrong })).body).toMatchObject({
        firstCode: '10400',
        data: { fields: { avatarImage: 'field.wrong' } },
      });
    const { body: auto } = await player.call('accounts/autoLogin', {});
    expect(auto).toMatchObject({ data: { userData: { avatarImage } } });
  });
});

describe('call accounts/getCountryStateList', () => {
  it('gives all countries, or one with its states', async () => {
    const all = await platform.call('accounts/getCountryStateList', {});
    expect(all.body.success && all.body.data.countries.length).toBeGreaterThan(200);
    const { body } = await platform.call('accounts/getCountryStateList', { country: 'IN' });
    expect(body.success && body.data.countries).toEqual([
      { CountryID: 'IN', CountryName: 'India', CountryCurrencyCode: 'INR' },
    ]);
    expect(body.success && body.data.states.length).toBeGreaterThan(30);
    const none = await platform.call('accounts/getCountryStateList', { country: 'XX' });
    expect(none.body).toMatchObject({ data: { fields: { country: 'country_required' } } });
  });
});
