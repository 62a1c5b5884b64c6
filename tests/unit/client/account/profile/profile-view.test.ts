import { describe, expect, it } from 'vitest';
import { profileView } from '../../../../../client/account/profile/profile-view.ts';
import { type Profile, profileCalls } from '../../../../../shared/contract/profile.ts';
import { sampleTranslate } from '../../../../helpers/sample-document.ts';

const { response: bare } = profileCalls['accounts/getUserProfile'].example;
const full: Profile = {
  ...bare,
  firstName: 'Asha',
  lastName: 'Rao',
  birthDate: '1990-02-03',
  country: 'IN',
  state: 'IN-MH',
  street: '1 Hill Road',
  city: 'Pune',
  postCode: '411001',
  isPromotion: 1,
  kycStatus: 'approved',
};
const wording = { t: sampleTranslate, locale: 'en-IN' };
const rowsOf = (profile: Profile, stateName: string | null = null) =>
  profileView(profile, stateName, wording).groups.flatMap(({ rows }) => rows);
const textsOf = (profile: Profile, stateName: string | null = null) =>
  Object.fromEntries(rowsOf(profile, stateName).map(({ label, text }) => [label, text]));
const winMailRow = (change: Partial<Profile>) =>
  rowsOf({ ...bare, ...change }).find(({ label }) => label === 'Mail about each win');

describe('profileView', () => {
  it('returns a text for every field of a complete profile', () => {
    expect(textsOf(full, 'Maharashtra')).toEqual({
      'E-mail': full.email_address,
      'Mobile number': full.mobile_no,
      'First name': 'Asha',
      'Last name': 'Rao',
      'Date of birth': '3 February 1990',
      Street: '1 Hill Road',
      City: 'Pune',
      Postcode: '411001',
      State: 'Maharashtra',
      Country: 'India',
      Currency: 'Indian Rupee',
      Language: 'English',
      'Public notices by e-mail': 'No',
      'Named among the winners': 'No',
      'Mail about each win': 'No',
      'Offers by e-mail': 'Yes',
      'Identity check': 'Approved',
    });
    expect(profileView(full, null, wording)).toMatchObject({
      username: full.username,
      avatarImage: full.avatarImage,
      memberSince: 'Member since 22 November 2026',
    });
  });

  it('shows the code of a state whose name is unknown', () => {
    expect(textsOf(full)).toMatchObject({ State: 'IN-MH' });
  });

  it('marks fields that are missing from the profile', () => {
    const missing = rowsOf({ ...bare, mobile_no: null }).filter(({ isMissing }) => isMissing);
    expect(missing.map(({ label }) => label)).toEqual([
      'Mobile number',
      'First name',
      'Last name',
      'Date of birth',
      'Street',
      'City',
      'Postcode',
      'State',
      'Country',
    ]);
    for (const row of missing) expect(row).toMatchObject({ text: 'Not given', mark: null });
  });

  it('shows a note about enabled win mails only if the e-mail address is not verified', () => {
    expect(winMailRow({ winMail: 1, emailVerified: false })).toMatchObject({
      text: 'Yes',
      note: 'We write only to a verified e-mail address.',
    });
    expect(winMailRow({ winMail: 1, emailVerified: true })).not.toHaveProperty('note');
    expect(winMailRow({ winMail: 0, emailVerified: false })).not.toHaveProperty('note');
  });

  it('shows whether the e-mail address and the mobile number are verified', () => {
    const marks = rowsOf({ ...bare, emailVerified: true, mobileVerified: false }).flatMap(
      ({ mark }) => mark ?? [],
    );
    expect(marks).toEqual([
      { text: 'Verified', isVerified: true },
      { text: 'Not verified', isVerified: false },
    ]);
  });
});
