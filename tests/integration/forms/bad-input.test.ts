import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryDatabase } from '../../helpers/database.ts';
import { formHtml, postBody, postForm } from '../../helpers/page-form.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';

let platform: TestPlatform;
let site: TestSite;
beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), catalogue: gamesOf('jaldi') });
  // The site has no rate limits here, because the tests submit each form far more often than the limits allow.
  site = await startSite({
    platform,
    warm: false,
    live: false,
    env: { PAGE_LOADS_PER_MINUTE: '0', CALL_RATE_PERCENT: '10000' },
  });
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

/** Every form with input for its last step. The site accepts this input, but the platform rejects it. */
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
    'select (select count(*) from support_messages) as messages, (select count(*) from sessions) as sessions',
  );

describe.each(forms)('POST $path', ({ path, entries }) => {
  const names = Object.keys(entries).filter((name) => name !== 'step');

  it('returns an error for every kind of invalid field', async () => {
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

  it('rejects a wrong content type, an oversized body and a cross-site request', async () => {
    const body = new URLSearchParams(entries).toString();
    const statuses = [
      await postBody(site, path, body, { 'content-type': 'application/json' }),
      await postBody(site, path, body, { 'content-type': 'text/plain' }),
      await postBody(site, path, body, { 'content-type': 'multipart/form-data; boundary=x' }),
      await postBody(site, path, `${body}&extra=${'a'.repeat(66_000)}`),
      await postBody(site, path, body, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }),
      await postBody(site, path, body, { origin: 'null' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([415, 415, 415, 413, 403, 403]);
  });

  it('ignores unknown fields and an unknown step', async () => {
    for (const step of ['-1', '9', '1.5', 'NaN', '__proto__']) {
      const answer = await postForm(site, path, { ...entries, step, unknown: 'x', __proto__: 'y' });
      expect([step, answer.status < 500]).toEqual([step, true]);
    }
  });
});
