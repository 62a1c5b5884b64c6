import { postBody } from '../../helpers/page-form.ts';
import { startPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';

/** Starts a platform with one game, and a site on which each form can be submitted any number of times. */
export async function startUnlimitedSite() {
  const platform = await startPlatform({
    now: new Date('2026-11-21T12:02:00Z'),
    catalogue: gamesOf('jaldi'),
  });
  // The site has no rate limits here, because the tests submit each form far more often than the limits allow.
  const site = await startSite({
    platform,
    warm: false,
    live: false,
    env: { PAGE_LOADS_PER_MINUTE: '0', CALL_RATE_PERCENT: '10000' },
  });
  return { platform, site };
}

/**
 * All forms for visitors. Each form has input for its last step. The site accepts this input, and the platform rejects
 * it.
 */
export const visitorForms = [
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

/** Field values that attackers and broken clients send. */
export const hostileValues = [
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

/** Sends requests that no form accepts, and returns the status of each response. */
export async function refusedBodies(
  site: TestSite,
  path: string,
  body: string,
  headers = {},
): Promise<number[]> {
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
