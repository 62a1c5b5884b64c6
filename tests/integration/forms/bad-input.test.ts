import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forms as declarations, formNames } from '../../../shared/forms/forms.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { formSettings } from '../../helpers/form-settings.ts';
import { type FundedPlayer, fundedPlayer } from '../../helpers/funded-player.ts';
import { ask } from '../../helpers/http.ts';
import { formHtml, postBody, postFiles, postForm, type SentFile } from '../../helpers/page-form.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { cookieHeader } from '../../helpers/recording-platform.ts';
import { badDocuments, sampleIdCard, samplePerson } from '../../helpers/sample-documents.ts';
import { sessionJar } from '../../helpers/session-jar.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { typedForms } from '../../helpers/typed-forms.ts';

let platform: TestPlatform;
let site: TestSite;
let player: FundedPlayer;
beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), catalogue: gamesOf('jaldi') });
  // The site has no rate limits here, because the tests submit each form far more often than the limits allow.
  site = await startSite({
    platform,
    warm: false,
    live: false,
    env: { PAGE_LOADS_PER_MINUTE: '0', CALL_RATE_PERCENT: '10000' },
  });
  player = await fundedPlayer(platform, { funds: { winnings: 900_00 } });
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

/**
 * All forms for visitors. Each form has input for its last step. The site accepts this input, and the platform rejects
 * it.
 */
const forms = [
  { path: '/login', entries: { username: 'asha42', password: 'Kite-river-42' } },
  {
    path: '/forgot-password',
    entries: {
      step: '2',
      identifier: 'asha42@mail.example',
      otp: '123456',
      password: 'Kite-river-42',
      confirmation: 'Kite-river-42',
    },
  },
  {
    path: '/signup',
    entries: {
      username: 'asha42',
      phoneCode: '+91',
      mobile: '9876543210',
      country: 'IN',
      state: 'IN-KL',
      currency: 'INR',
      email: 'asha42@mail.example',
      // The platform refuses a password that contains the username.
      password: 'Asha42-river-42',
      above18: '1',
    },
  },
  ...['/contactus', '/scheduledemo'].map((path) => ({
    path,
    entries: {
      username: 'Asha',
      email: 'asha42@mail.example',
      message: 'Hello',
      consent: '1',
      captcha: 'e30=',
    },
  })),
  {
    path: '/claim-status',
    entries: {
      step: '1',
      receiptNumber: 'JALDI-1-7QK2M9XA4T',
      phoneCode: '+91',
      mobile: '9876543210',
      otp: '123456',
    },
  },
  { path: '/logout', entries: {} },
  { path: `/account/stop-invitations?token=${'a'.repeat(64)}`, entries: {} },
  { path: `/account/unsubscribe?token=${'a'.repeat(132)}`, entries: {} },
  { path: `/account/take-back-contact?token=${'a'.repeat(43)}`, entries: {} },
] as const;

const hostileValues = [
  `<script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `'; drop table accounts; --`,
  '\u202e\u2066evil\u2069',
  'שלום עולם',
  '\0\r\n\t',
  '__proto__',
  '{{constructor}}',
  'a'.repeat(5000),
];

const stored = () =>
  queryDatabase(
    platform.databaseUrl,
    `select (select count(*) from support_messages) as messages, (select count(*) from sessions) as sessions,
      (select count(*) from accounts) as accounts`,
  );

/** Sends requests that no form accepts, and returns the status of each response. */
async function refusedBodies(path: string, body: string, headers = {}): Promise<number[]> {
  const answers = [
    await postBody(site, path, body, { ...headers, 'content-type': 'application/json' }),
    await postBody(site, path, body, { ...headers, 'content-type': 'text/plain' }),
    await postBody(site, path, `${body}&extra=${'a'.repeat(66_000)}`, headers),
    await postBody(site, path, body, {
      ...headers,
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    }),
    await postBody(site, path, body, { ...headers, origin: 'null' }),
  ];
  return answers.map(({ status }) => status);
}

/** Paths of the forms that also accept multipart bodies, because mail providers send such bodies (RFC 8058). */
const oneClickPaths = new Set(
  formNames
    .map((name) => declarations[name](formSettings()))
    .filter(({ isOneClick }) => isOneClick)
    .map(({ path }) => path),
);
const visitorPaths = new Set(forms.map(({ path }) => path.replace(/\?.*/, '')));
/** The forms for players, each with valid input. The form that accepts only files has its own test below. */
const playerForms = formNames
  .filter((name) => name !== 'request-verification')
  .map((name) => ({ name, path: declarations[name](formSettings()).path, entries: typedForms[name] }))
  .filter(({ path }) => !visitorPaths.has(path));

const everything = () =>
  queryDatabase(
    platform.databaseUrl,
    `select a.*, (select count(*) from sessions) as sessions, (select count(*) from ledger_entries) as entries,
      (select count(*) from payments) as payments, (select count(*) from tickets) as tickets
      from accounts a where account_id = $1`,
    [player.accountId],
  );

/** Optional profile fields that accept any short text. */
const freeFields = new Set(['firstName', 'country', 'city', 'isPromotion', 'winMail', 'noticeMail']);

/** Returns bodies in which one field of a form is wrong. */
function wrongBodies(form: string, entries: Readonly<Record<string, string>>, name: string): string[] {
  const others = Object.entries(entries).filter(([other]) => other !== name);
  const isFree = form === 'profile' && freeFields.has(name);
  // The text __proto__ is a valid idempotency key.
  const isWrong = (value: string) =>
    isFree ? value.length > 4096 : name !== 'idempotencyKey' || value !== '__proto__';
  return [
    `${new URLSearchParams([...Object.entries(entries), [name, 'another']])}`,
    `${new URLSearchParams(others)}&${name}=%ff%fe`,
    ...(isFree ? [] : [`${new URLSearchParams(others)}`]),
    ...hostileValues.filter(isWrong).map((value) => `${new URLSearchParams([...others, [name, value]])}`),
  ];
}

const headersOf = () => ({ cookie: cookieHeader(sessionJar(site, player)) });

describe.each(playerForms)('POST $path of the form $name', ({ name: form, path, entries }) => {
  const names = Object.keys(entries);

  it('returns 422 for each field that is missing, doubled, hostile or not UTF-8, and changes nothing', async () => {
    const before = await everything();
    for (const name of names) {
      for (const [index, body] of wrongBodies(form, entries, name).entries()) {
        const answer = await postBody(site, path, body, headersOf());
        expect({ name, index, status: answer.status }).toEqual({ name, index, status: 422 });
        expect(answer.headers['cache-control']).toBe('private, no-store');
        expect(answer.text).not.toContain('<script>alert(1)');
        expect(answer.text).not.toContain('<img src=x');
      }
    }
    expect(await everything()).toEqual(before);
  });

  it('returns an error for a wrong body and changes nothing', async () => {
    const before = await everything();
    const empty = names.map((name) => [name, ''] as const);
    expect((await postForm(site, path, empty, headersOf())).status).toBe(422);
    const body = new URLSearchParams(entries).toString();
    expect(await refusedBodies(path, body, headersOf())).toEqual([415, 415, 413, 403, 403]);
    expect(await everything()).toEqual(before);
  });
});

/** All forms for visitors except those without input fields: `/logout` and the forms behind a link with a token. */
const formsWithFields = forms.filter(({ entries }) => Object.keys(entries).length > 0);

describe.each(formsWithFields)('POST $path with an invalid field', ({ path, entries }) => {
  const names = Object.keys(entries).filter((name) => name !== 'step');

  it('returns 422 for every kind of invalid value', async () => {
    const before = await stored();
    for (const name of names) {
      const pairs = Object.entries(entries);
      const others = pairs.filter(([other]) => other !== name);
      const answers = [
        await postForm(site, path, others),
        await postForm(site, path, [...pairs, [name, 'another']]),
        await postBody(site, path, `${new URLSearchParams(others).toString()}&${name}=%ff%fe`),
      ];
      for (const value of hostileValues) answers.push(await postForm(site, path, [...others, [name, value]]));
      for (const [index, answer] of answers.entries()) {
        expect({ name, index, status: answer.status }).toEqual({ name, index, status: 422 });
        expect(answer.headers['cache-control']).toBe('private, no-store');
        expect(formHtml(answer)).toMatch(/field__error|form__alert/);
        expect(answer.text).not.toContain('<script>alert(1)');
        expect(answer.text).not.toContain('<img src=x');
      }
    }
    expect(await stored()).toEqual(before);
  });
});

describe.each(forms)('POST $path', ({ path, entries }) => {
  it('rejects a wrong content type, an oversized body and a cross-site request', async () => {
    const before = await stored();
    const body = new URLSearchParams(entries).toString();
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
    const isOneClick = oneClickPaths.has(path.replace(/\?.*/, ''));
    expect((await postBody(site, path, body, multipart)).status).toBe(isOneClick ? 400 : 415);
    expect(await refusedBodies(path, body)).toEqual([415, 415, 413, 403, 403]);
    expect(await stored()).toEqual(before);
  });

  it('returns no 5xx for unknown fields and an unknown step, and stores nothing', async () => {
    const before = await stored();
    const others = Object.entries(entries).filter(([name]) => name !== 'step');
    for (const step of ['-1', '9', '1.5', 'NaN', '__proto__']) {
      const answer = await postForm(site, path, [
        ...others,
        ['step', step],
        ['unknown', 'x'],
        ['__proto__', 'y'],
      ]);
      expect([step, answer.status < 500]).toEqual([step, true]);
    }
    expect(await stored()).toEqual(before);
  });
});

describe.each(forms.filter(({ path }) => path.includes('?token=')))('token in $path', ({ path }) => {
  const [page = ''] = path.split('?');
  const token = path.split('=')[1] ?? '';

  it('must be valid: a missing, doubled or unknown token returns a 404 that does not repeat the token', async () => {
    const before = await stored();
    const queries = [
      '',
      '?token=',
      `?token=${token}&token=${token}`,
      `?token=${token}%00`,
      '?token=%ff%fe',
      `?Token=${token}`,
      ...hostileValues.map((value) => `?token=${encodeURIComponent(value)}`),
    ];
    for (const query of queries)
      for (const answer of [
        await ask(site.origin, `${page}${query}`),
        await postForm(site, `${page}${query}`, { token }),
      ]) {
        expect([query, answer.status]).toEqual([query, 404]);
        expect(answer.text).not.toContain('<script>alert(1)');
        expect(answer.text).not.toContain('<img src=x');
      }
    expect(await stored()).toEqual(before);
  });
});

const documents = () =>
  queryDatabase(platform.databaseUrl, 'select count(*) from identity_documents where account_id = $1', [
    player.accountId,
  ]);

describe('POST /my-accounts/identity of the form request-verification', () => {
  const { path, fields } = declarations['request-verification']();
  const card = { field: 'identity', content: sampleIdCard() };

  it('returns an error for hostile, missing and doubled files, and stores nothing', async () => {
    await player.call('accounts/updateUserDetails', samplePerson);
    const before = [await everything(), await documents()];
    const headers = { cookie: cookieHeader(sessionJar(site, player)) };
    const attempts: SentFile[][] = [[], [card, card]];
    for (const [, content] of badDocuments) attempts.push([{ field: 'identity', content }]);
    for (const { name } of fields) {
      const isRequired = name === 'identity';
      const others = isRequired ? [] : [card];
      for (const value of hostileValues.slice(0, isRequired ? undefined : 1))
        attempts.push([...others, { field: name, content: Buffer.from(value) }]);
    }
    // A hostile field name matches no field of the form, so the required file is missing.
    for (const value of hostileValues.filter((text) => text.length < 100 && !text.includes('\0')))
      attempts.push([{ field: value, content: sampleIdCard() }]);
    for (const [index, files] of attempts.entries()) {
      const { status, text } = await postFiles(site, path, files, headers);
      expect({ index, status }).toEqual({ index, status: 422 });
      expect(formHtml({ text })).toMatch(/field__error|form__alert/);
      expect(text).not.toContain('<script>alert(1)');
      expect(text).not.toContain('<img src=x');
    }
    expect([await everything(), await documents()]).toEqual(before);
  });

  it('rejects bodies that are not multipart, a body that is cut off, and a cross-site request', async () => {
    const before = [await everything(), await documents()];
    const cookie = cookieHeader(sessionJar(site, player));
    const types = ['application/json', 'text/plain', 'application/x-www-form-urlencoded'];
    for (const type of types)
      expect((await postBody(site, path, 'identity=x', { cookie, 'content-type': type })).status).toBe(415);
    const part = '--b\r\nContent-Disposition: form-data; name="identity"; filename="a"\r\n\r\nx';
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=b'])
      expect((await postBody(site, path, part, { cookie, 'content-type': type })).status).toBe(400);
    for (const origin of ['https://evil.example', 'null'])
      expect((await postFiles(site, path, [card], { cookie, origin })).status).toBe(403);
    const far = { cookie, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect((await postFiles(site, path, [card], far)).status).toBe(403);
    expect([await everything(), await documents()]).toEqual(before);
  });
});
