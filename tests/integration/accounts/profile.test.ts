import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uncheckedPlayers } from '../../../platform/admin/player-status.ts';
import { calls } from '../../../shared/contract/calls.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { newestOtp, otherOtp, readOutbox } from '../../helpers/outbox.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { createPlayer, freshName } from '../../helpers/player.ts';
import { samplePerson } from '../../helpers/sample-documents.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z') });
});
afterAll(() => platform?.stop());

function freshMobile(): string {
  return `9${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;
}

describe('accounts/updateUserDetails', () => {
  it('changes only the fields that the request contains', async () => {
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
  ])('rejects the change %j', async (changes, fields) => {
    const player = await createPlayer(platform);
    const { body: before } = await player.call('accounts/getUserProfile', {});
    const { status, body } = await player.call('accounts/updateUserDetails', changes);
    expect([status, body]).toEqual([400, { success: false, firstCode: '10400', data: { fields } }]);
    expect((await player.call('accounts/getUserProfile', {})).body).toEqual(before);
  });

  it('accepts players from their 18th birthday, in the site’s time zone', async () => {
    const player = await createPlayer(platform);
    const { body } = await player.call('accounts/updateUserDetails', { birthDate: '2008-11-21' });
    expect(body.success).toBe(true);
  });

  it('clears the state or province when the country changes', async () => {
    const player = await createPlayer(platform);
    await player.call('accounts/updateUserDetails', { country: 'IN', state: 'IN-MH' });
    const { body } = await player.call('accounts/updateUserDetails', { country: 'DE' });
    expect(body).toMatchObject({ success: true, data: { country: 'DE', state: null } });
  });

  it('rejects changes of the name once an operator has approved the identity', async () => {
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

describe('contact verification', () => {
  it('accepts a code sent to the mail address', async () => {
    const player = await createPlayer(platform);
    const { body } = await player.call('accounts/sendEmailOtp', {});
    expect(body).toMatchObject({ success: true, data: { expiresInSeconds: 600 } });
    const otp = await newestOtp(platform, player.email);
    expect((await player.call('accounts/verifyEmailOtp', { otp: otherOtp(otp) })).body.firstCode).toBe(
      '10510',
    );
    const given = { type: 3, email_address: player.email, notification_type: 2, otp } as const;
    expect((await player.call('accounts/verifyOtp/signup', given)).body.success).toBe(true);
    // A client whose first answer was lost sends the code again.
    expect((await player.call('accounts/verifyOtp/signup', given)).body.success).toBe(true);
    expect((await player.call('accounts/getUserProfile', {})).body).toMatchObject({
      data: { emailVerified: true, mobileVerified: false },
    });
  });

  it('accepts a code sent to the mobile', async () => {
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

  it('rejects another account’s contact, even with the right code', async () => {
    const [owner, other] = [await createPlayer(platform), await createPlayer(platform)];
    await owner.call('accounts/sendEmailOtp', {});
    const otp = await newestOtp(platform, owner.email);
    const given = { type: 3, email_address: owner.email, notification_type: 2, otp } as const;
    expect((await other.call('accounts/verifyOtp/signup', given)).body.firstCode).toBe('10510');
    expect((await other.call('accounts/verifyEmailOtp', { otp })).body.firstCode).toBe('10510');
    expect((await owner.call('accounts/verifyEmailOtp', { otp })).body.success).toBe(true);
  });

  it('returns 10400 if the account has no contact of the kind to be verified', async () => {
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

  it('rejects the code if the contact has changed since the code was sent', async () => {
    const player = await createPlayer(platform);
    await player.call('accounts/sendEmailOtp', {});
    const otp = await newestOtp(platform, player.email);
    const email_address = `${freshName()}@mail.example`;
    await player.call('accounts/updateUserDetails', { email_address, password: player.password });
    expect((await player.call('accounts/verifyEmailOtp', { otp })).body.firstCode).toBe('10510');
  });
});

describe('avatar', () => {
  it('is rejected unless it is one of the listed avatars', async () => {
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

describe('accounts/getCountryStateList', () => {
  it('returns all countries, or one country with its states', async () => {
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

describe('accounts/requestVerification', () => {
  const documents = calls['accounts/requestVerification'].example.request;

  it('names the missing fields of an incomplete profile and changes nothing', async () => {
    const player = await createPlayer(platform);
    await player.call('accounts/updateUserDetails', { firstName: 'Asha' });
    const { body } = await player.call('accounts/requestVerification', documents);
    const missing = 'field.missing';
    expect(body).toEqual({
      success: false,
      firstCode: '10400',
      data: { fields: { lastName: missing, birthDate: missing, country: missing } },
    });
    const { body: read } = await player.call('accounts/getUserProfile', {});
    expect(read).toMatchObject({ data: { kycStatus: 'none' } });
  });

  it('starts the identity check, and does not restart it after an approval', async () => {
    const player = await createPlayer(platform);
    await player.call('accounts/updateUserDetails', samplePerson);
    for (const _ of [1, 2])
      expect((await player.call('accounts/requestVerification', documents)).body).toMatchObject({
        data: { kycStatus: 'pending' },
      });
    const { body: locked } = await player.call('accounts/updateUserDetails', { firstName: 'Åse' });
    expect(locked).toMatchObject({ data: { fields: { firstName: 'field.locked' } } });
    const admin = operatorOf(platform);
    expect((await admin('players', 'unchecked')).out).toContain(
      `${player.username}  Asha Rao, born 1990-02-28, IN`,
    );
    await admin('players', 'identity', player.username, 'refuse', '--reason', 'The name differs.');
    expect((await player.call('accounts/requestVerification', documents)).body).toMatchObject({
      data: { kycStatus: 'pending' },
    });
    await admin('players', 'identity', player.username, 'approve');
    expect((await player.call('accounts/requestVerification', documents)).body).toMatchObject({
      data: { kycStatus: 'approved' },
    });
    expect((await admin('players', 'unchecked')).out).not.toContain(player.username);
  });

  it('adds players to the operators’ list of unchecked players, which is read by an index scan without sort or filter', async () => {
    const plan = await platform.deps.database.db.transaction(async (tx) => {
      // Disable sequential scans, because PostgreSQL prefers them to an index for a table of a few rows.
      await tx.execute(sql`set local enable_seqscan = off`);
      const { rows } = await tx.execute(sql`explain ${uncheckedPlayers(tx).getSQL()}`);
      return JSON.stringify(rows);
    });
    expect(plan).toMatch(/Index Scan using accounts_unchecked/);
    expect(plan).not.toMatch(/Sort|Filter/);
  });
});
