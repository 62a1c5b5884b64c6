import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { argon2 } from '../../../platform/accounts/passwords.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { readOutbox } from '../../helpers/outbox.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { createPlayer, freshName, shortForm } from '../../helpers/player.ts';

const now = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ now, overrides: { argon2 } });
});
afterAll(async () => {
  await platform?.stop();
});

function freshMobile(): string {
  return `9${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;
}

function fullForm() {
  const { agree: _, ...form } = shortForm();
  return {
    ...form,
    country_code: '+91',
    mobile_no: freshMobile(),
    country: 'IN',
    state: 'IN-MH',
    isPromotion: 1 as const,
    userLanguge: 'hi',
  };
}

async function countAccounts(): Promise<number> {
  const [row] = await queryDatabase<{ n: number }>(
    platform.databaseUrl,
    'select count(*)::int as n from accounts',
  );
  return row?.n ?? -1;
}

describe('accounts/signup', () => {
  it('creates an account and a session from the short form', async () => {
    const form = shortForm();
    const { status, body } = await platform.call('accounts/signup', form);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      firstCode: '10000',
      data: {
        userData: {
          authToken: expect.stringMatching(/^[\w-]{43}$/),
          username: form.username,
          currencyCode: 'INR',
          totalbalance: 0,
          useremail: form.email_address,
          avatarImage: expect.stringMatching(/^avatar-\d\d$/),
        },
        depositPopupShow: true,
        minimumWalletAmount: 10_000,
        notificationCount: 1,
      },
    });
    const token = body.success ? body.data.userData.authToken : '';
    const auto = await platform.call(
      'accounts/autoLogin',
      {},
      { headers: { authorization: `Bearer ${token}` } },
    );
    expect(auto.body).toMatchObject({ success: true, data: { userData: { username: form.username } } });
    expect(JSON.stringify(auto.body)).not.toContain('authToken');
  });

  it('accepts a mobile number instead of a mail address', async () => {
    const full = fullForm();
    const { body } = await platform.call('accounts/signup', full);
    expect(body.success).toBe(true);
    const token = body.success ? body.data.userData.authToken : '';
    const profile = await platform.call(
      'accounts/getUserProfile',
      {},
      { headers: { authorization: `Bearer ${token}` } },
    );
    expect(profile.body).toMatchObject({
      data: {
        mobile_no: `+91${full.mobile_no}`,
        mobileVerified: false,
        country: 'IN',
        state: 'IN-MH',
        userLanguge: 'hi',
        isPromotion: 1,
        kycStatus: 'none',
        memberSince: '2026-11-21',
      },
    });
    const { email_address: _, ...byPhone } = shortForm();
    const other = await platform.call('accounts/signup', {
      ...byPhone,
      country_code: '+47',
      mobile_no: '41234567',
    });
    expect(other.body).toMatchObject({ success: true, data: { userData: { useremail: null } } });
  });

  it('treats empty optional fields as missing', async () => {
    const empty = { promoCode: '', country: '', state: '', country_code: '', mobile_no: '', userLanguge: '' };
    const { body } = await platform.call('accounts/signup', { ...shortForm(), ...empty });
    expect(body).toMatchObject({ success: true, data: { userData: { currencyCode: 'INR' } } });
    const { body: noUsername } = await platform.call('accounts/signup', { ...shortForm(), username: '' });
    expect(noUsername).toMatchObject({
      firstCode: '10400',
      data: { fields: { username: expect.any(String) } },
    });
  });

  it('sends the welcome message in the player’s language', async () => {
    const form = { ...shortForm(), userLanguge: 'nb' };
    await platform.call('accounts/signup', form);
    const [mail] = await readOutbox(platform, form.email_address ?? '');
    expect(mail).toMatchObject({
      template: 'welcome',
      language: 'nb',
      subject: 'Velkommen til Golden Lotto',
    });
    expect(mail?.text).toContain(`Hei ${form.username},`);
  });

  it('stores the password only as an argon2id hash', async () => {
    const { username } = await createPlayer(platform);
    const [row] = await queryDatabase<{ hash: string }>(
      platform.databaseUrl,
      'select password_hash as hash from accounts where username = $1',
      [username],
    );
    expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('stores only a hash of the session token', async () => {
    const { token } = await createPlayer(platform);
    const rows = await queryDatabase(platform.databaseUrl, 'select * from sessions');
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('uniqueness of username, mail address and mobile number', () => {
  it('rejects a taken value in any letter case, with 10496, 10497 or 10498', async () => {
    const first = {
      ...shortForm({ username: `Anna${freshName()}`.slice(0, 14) }),
      country_code: '+91',
      mobile_no: freshMobile(),
    };
    expect((await platform.call('accounts/signup', first)).body.success).toBe(true);
    const codes = [];
    for (const change of [
      { username: first.username.toUpperCase() },
      { email_address: first.email_address?.toUpperCase() },
      { country_code: first.country_code, mobile_no: first.mobile_no },
      { ...first },
    ]) {
      const { body } = await platform.call('accounts/signup', { ...shortForm(), ...change });
      codes.push(body.firstCode);
    }
    expect(codes).toEqual(['10496', '10497', '10498', '10496']);
  });

  it.each([
    ['username', '10496'],
    ['email_address', '10497'],
    ['mobile_no', '10498'],
  ] as const)(
    'accepts only one of 12 concurrent signups with the same %s, and the others get %s',
    async (name, code) => {
      const same = { ...shortForm(), country_code: '+91', mobile_no: freshMobile() };
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => {
          const own = { ...shortForm(), country_code: '+91', mobile_no: freshMobile() };
          return platform.call('accounts/signup', { ...own, [name]: same[name] });
        }),
      );
      const codes = answers.map(({ body }) => body.firstCode).toSorted();
      expect(codes).toEqual(['10000', ...Array.from({ length: 11 }, () => code)]);
    },
  );

  it('is also checked by the calls that validate a single signup field', async () => {
    const { username, email } = await createPlayer(platform);
    const mobile_no = freshMobile();
    await createPlayer(platform, { country_code: '+91', mobile_no });
    const mobile = { country_code: '+91', mobile_no };
    const asked = [
      await platform.call('accounts/checkUserDetails', { checkUserDetailsType: 1, username }),
      await platform.call('accounts/checkUserDetails', { checkUserDetailsType: 2, email_address: email }),
      await platform.call('accounts/checkUserDetails', { checkUserDetailsType: 3, ...mobile }),
      await platform.call('accounts/validateUserName', { username: username.toUpperCase() }),
      await platform.call('accounts/validateEmail', { email_address: ` ${email.toUpperCase()} ` }),
      await platform.call('accounts/validateMobileNo', mobile),
      await platform.call('accounts/validateUserName', { username: freshName() }),
      await platform.call('accounts/validateEmail', { email_address: `${freshName()}@mail.example` }),
      await platform.call('accounts/validateMobileNo', { country_code: '+91', mobile_no: freshMobile() }),
    ];
    expect(asked.map(({ body }) => body.firstCode)).toEqual([
      '10496',
      '10497',
      '10498',
      '10496',
      '10497',
      '10498',
      '10000',
      '10000',
      '10000',
    ]);
  });
});

describe('validation of accounts/signup', () => {
  const cases: [string, Record<string, unknown>, Record<string, string>][] = [
    ['a common password', { password: 'Password1!' }, { password: 'password_too_common' }],
    ['a common password with substitutions', { password: 'P@ssw0rd99' }, { password: 'password_too_common' }],
    [
      'a password with the username',
      { username: 'marigold', password: 'xX-MariGold-7' },
      { password: 'password_has_name' },
    ],
    [
      'a password with the mail address',
      { email_address: 'teapot@mail.example', password: 'My-TeaPot-77' },
      { password: 'password_has_name' },
    ],
    [
      'a password without a capital letter',
      { password: 'kite-river-42' },
      { password: 'password_requirement' },
    ],
    ['a missing confirmation of age', { ageconfirm: 0 }, { ageconfirm: 'please_confirm_your_age' }],
    ['a form without accepted terms', { agree: 0 }, { agree: 'please_accept_terms' }],
    ['a short form without the terms field', { agree: undefined }, { agree: 'please_accept_terms' }],
    ['a form without a contact', { email_address: undefined }, { email_address: 'enter_email_address' }],
    ['a mobile without a country code', { mobile_no: '9876543210' }, { country_code: 'code_required' }],
    [
      'a mobile of another country',
      { country_code: '+47', mobile_no: '9876543210' },
      { mobile_no: 'enter_valid_mobile_no' },
    ],
    [
      'an unknown country code',
      { country_code: '+999', mobile_no: '9876543210' },
      { country_code: 'code_required' },
    ],
    [
      'an unknown country',
      { country: 'XX', country_code: '+91', mobile_no: '9876543210' },
      { country: 'country_required' },
    ],
    [
      'a state of another country',
      { country: 'NO', state: 'IN-MH', country_code: '+91', mobile_no: '9876543210' },
      { state: 'state_required' },
    ],
    ['an unknown currency', { currency: 'XXX' }, { currency: 'currency_required' }],
    [
      'a currency of another country',
      { country: 'IN', state: 'IN-MH', currency: 'NOK', country_code: '+91', mobile_no: '9876543210' },
      { currency: 'currency_required' },
    ],
  ];
  it.each(cases)('returns 10400 for %s', async (_, change, fields) => {
    const before = await countAccounts();
    const { status, body } = await platform.call('accounts/signup', { ...shortForm(), ...change });
    expect([status, body]).toEqual([400, { success: false, firstCode: '10400', data: { fields } }]);
    expect(await countAccounts()).toBe(before);
  });

  it('accepts a country without a state, because the player can choose the state later', async () => {
    const { state: _, ...form } = fullForm();
    const { body } = await platform.call('accounts/signup', form);
    expect(body.success).toBe(true);
  });

  it('accepts the site’s default currency in every country', async () => {
    const { state: _, ...form } = fullForm();
    const { body } = await platform.call('accounts/signup', { ...form, country: 'DE', currency: 'INR' });
    expect(body.success).toBe(true);
  });
});

it('a signup with a promo code is rejected on a platform without campaigns', async () => {
  const { body } = await platform.call('accounts/signup', shortForm({ promoCode: 'DIWALI' }));
  expect(body.firstCode).toBe('10520');
});
