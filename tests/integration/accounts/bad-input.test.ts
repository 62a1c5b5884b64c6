import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountCalls } from '../../../shared/contract/accounts.ts';
import type { CallRequest } from '../../../shared/contract/calls.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { authHeaders, startPlatform, type TestPlatform, testKeys } from '../../helpers/platform.ts';
import { createPlayer, freshName, shortForm, type TestPlayer, testPassword } from '../../helpers/player.ts';

let platform: TestPlatform;
let player: TestPlayer;

beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z') });
  player = await createPlayer(platform, { country_code: '+91', mobile_no: '9876543210' });
});
afterAll(() => platform?.stop());

type Name = keyof typeof accountCalls;
const isName = (name: string): name is Name => Object.hasOwn(accountCalls, name);
const names = Object.keys(accountCalls).filter(isName);
const mobile = { country_code: '+91', mobile_no: '9123456780' };
const code = { type: 3, email_address: 'somebody@mail.example', notification_type: 2 } as const;
const reset = {
  type: 3,
  email_address: 'somebody@mail.example',
  otp: '123456',
  password: testPassword,
  confirm_password: testPassword,
} as const;
const login = { type: 2, username: 'somebody', password: testPassword } as const;

/** Each call as it is meant: one without a line here does not compile. */
const meant: { [N in Name]: CallRequest<N> } = {
  'accounts/signup': {
    ...shortForm({ username: freshName() }),
    ...mobile,
    country: 'IN',
    state: 'IN-MH',
    promoCode: 'DIWALI',
    isPromotion: 1,
    userLanguge: 'hi',
  },
  'accounts/login': login,
  authenticate: login,
  'accounts/autoLogin': {},
  'accounts/logout': {},
  'accounts/checkUserDetails': { checkUserDetailsType: 3, ...mobile },
  'accounts/validateUserName': { username: 'somebody' },
  'accounts/validateEmail': { email_address: 'somebody@mail.example' },
  'accounts/validateMobileNo': mobile,
  'accounts/sendOtp': code,
  'accounts/resendOtp': code,
  'accounts/sendEmailOtp': {},
  'accounts/smsMobileOtp': {},
  'accounts/verifyOtp': { ...code, otp: '123456' },
  'accounts/verifyOtp/signup': { ...code, otp: '123456' },
  'accounts/verifyEmailOtp': { otp: '123456' },
  'accounts/changeForgotPassword': reset,
  'accounts/confirmPassword': reset,
  'accounts/getUserProfile': {},
  'accounts/updateUserDetails': {
    firstName: 'Asha',
    lastName: 'Rao',
    birthDate: '1990-01-01',
    country: 'IN',
    state: 'IN-MH',
    street: 'Rose Lane',
    city: 'Pune',
    postCode: '411001',
    userLanguge: 'hi',
    isPromotion: 0,
    email_address: 'other@mail.example',
    ...mobile,
  },
  'accounts/getAvatarList': {},
  'accounts/updateAvatar': { avatarImage: 'avatar-02' },
  'accounts/getCountryStateList': { country: 'IN' },
};

interface Answered {
  status: number;
  fields: string[];
  firstCode: string;
}
const ask = async (name: Name, body: string): Promise<Answered> => {
  const response = await fetch(`${platform.url}/api/v1/${name}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-player-address': `192.0.2.${Math.floor(Math.random() * 250)}`,
      ...authHeaders,
      authorization: `Bearer ${player.token}`,
    },
    body,
  });
  const answer: { firstCode?: string; data?: { fields?: Record<string, string> } } = await response.json();
  return {
    status: response.status,
    firstCode: answer.firstCode ?? '',
    fields: Object.keys(answer.data?.fields ?? {}),
  };
};
const envelope = { ucid: testKeys.ucid, channel: 2, device_type: 'DESKTOP', app_type: 'WEB' };
const wrap = (data: unknown): string => JSON.stringify({ ...envelope, data });
/** Puts raw JSON where `data` stands. */
const wrapRaw = (data: string): string => wrap(null).replace(/"data":null/, `"data":${data}`);

/** All that a call could have changed; last uses of sessions do not count. */
const book = async (): Promise<unknown> =>
  queryDatabase(
    platform.databaseUrl,
    `select (select md5(string_agg(a::text, '|' order by account_id)) from accounts a) as accounts,
      (select count(*)::int from sessions) as sessions, (select count(*)::int from messages) as messages,
      (select count(*)::int from otps) as otps`,
  );

const long = 'a'.repeat(10_000);
const wrongTypes: unknown[] = [null, true, 1e300, -1.5, [], ['a'], {}, { length: 3 }, long, '', [[[[]]]]];
const hostile = [
  "' or '1'='1",
  '"; drop table accounts; --',
  '\u0000',
  'a\u0000b',
  '\u202Eabc',
  '😀😀😀😀',
  '\uD800',
  'e\u0301\u0301\u0301',
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}',
  '../../etc/passwd',
  '\r\nSubject: x',
  '１２３４５６',
];
const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe.each(names)('call %s', (name) => {
  const good: Record<string, unknown> = { ...meant[name] };

  it('names each field that is of a wrong type or far too long, and changes nothing', async () => {
    const before = await book();
    const unnamed: unknown[] = [];
    for (const field of Object.keys(good))
      for (const value of wrongTypes) {
        const { status, firstCode, fields } = await ask(name, wrap({ ...good, [field]: value }));
        // An empty line of an address is one.
        const mayBeEmpty = value === '' && ['street', 'city', 'postCode'].includes(field);
        if (!mayBeEmpty && (status !== 400 || firstCode !== '10400' || !fields.includes(field)))
          unnamed.push([field, String(value).slice(0, 20), status, firstCode, fields]);
      }
    expect(unnamed).toEqual([]);
    const strict = !Object.hasOwn(good, 'street');
    expect(strict ? await book() : before).toEqual(before);
  });

  it('names a field that is there and should not be', async () => {
    const { status, fields } = await ask(name, wrap({ ...good, isAdmin: true, [long]: 1 }));
    expect([status, fields]).toEqual([400, ['isAdmin', long.slice(0, 64)]]);
  });

  it('is no more than its data: not null, not a list, not a text, not a tower', async () => {
    const before = await book();
    for (const data of ['null', '[]', '"x"', '7', 'true', '[{}]', deep(1000), deep(5000)]) {
      const { status, firstCode } = await ask(name, wrapRaw(data));
      expect([data.slice(0, 20), status, firstCode]).toEqual([data.slice(0, 20), 400, '10400']);
    }
    expect(await book()).toEqual(before);
  });

  it('refuses JSON that reaches for prototypes, has an end too few or is too large', async () => {
    const before = await book();
    const member = JSON.stringify(good).slice(1, -1);
    const more = member === '' ? '' : `,${member}`;
    for (const [data, wanted] of [
      [`{"__proto__":{"isAdmin":true}${more}}`, 400],
      [`{"constructor":{"prototype":{"isAdmin":true}}${more}}`, 400],
      [`{"a":{"__proto__":1}${more}}`, 400],
      ['{', 400],
      [`{"a":"${'x'.repeat(70_000)}"}`, 413],
    ] as const)
      expect([data.slice(0, 20), (await ask(name, wrapRaw(data))).status]).toEqual([
        data.slice(0, 20),
        wanted,
      ]);
    expect(await book()).toEqual(before);
  });

  it('answers hostile texts with a code of its own, never with a failure', async () => {
    const failures: unknown[] = [];
    const texts = Object.keys(good).filter((field) => typeof good[field] === 'string');
    for (const field of texts)
      for (const value of hostile) {
        const { status, firstCode } = await ask(name, wrap({ ...good, [field]: value }));
        if (status >= 500 || firstCode === '15500') failures.push([field, value, status, firstCode]);
      }
    expect(failures).toEqual([]);
  });
});

describe.each(names.filter((name) => Object.keys(meant[name]).length > 0))('call %s, incomplete', (name) => {
  const optional = new Set([
    'country',
    'state',
    'promoCode',
    'isPromotion',
    'userLanguge',
    'agree',
    'email_address',
    'mobile_no',
    'country_code',
    'notification_type',
    ...Object.keys(meant['accounts/updateUserDetails']),
  ]);
  it('names what is missing', async () => {
    const good: Record<string, unknown> = { ...meant[name] };
    const unnamed: unknown[] = [];
    for (const field of Object.keys(good).filter((one) => !optional.has(one))) {
      const { [field]: _, ...rest } = good;
      const { status, fields } = await ask(name, wrap(rest));
      if (status !== 400 || !fields.includes(field)) unnamed.push([field, status, fields]);
    }
    expect(unnamed).toEqual([]);
  });
});

it('of a key that comes twice the last one counts, and is checked', async () => {
  const { status, fields } = await ask(
    'accounts/validateUserName',
    wrapRaw('{"username":"goodname","username":"1"}'),
  );
  expect([status, fields]).toEqual([400, ['username']]);
});
