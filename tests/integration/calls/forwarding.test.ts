import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testKeys } from '../../helpers/platform.ts';
import {
  loginData,
  opened,
  type RecordedSite,
  startRecordedSite,
  tokenOf,
} from '../../helpers/recording-platform.ts';

let recorded: RecordedSite;
beforeAll(async () => {
  recorded = await startRecordedSite();
});
beforeEach(() => {
  recorded.upstream.received.length = 0;
  recorded.upstream.always({ is: 'answer', body: { success: true, firstCode: '10000', data: {} } });
});
afterAll(() => recorded?.stop());

const call: RecordedSite['call'] = (...args) => recorded.call(...args);
const login: RecordedSite['login'] = (...args) => recorded.login(...args);
/** Requests that the platform received for players' calls. */
const asked = () => recorded.upstream.received.filter(({ url }) => url.startsWith('/api/v1/'));

const profile = {
  username: 'asha',
  email_address: 'asha@example.com',
  emailVerified: true,
  mobile_no: null,
  mobileVerified: false,
  pendingEmail: null,
  pendingMobile: null,
  showInWinners: 0,
  winMail: 0,
  noticeMail: 0,
  firstName: null,
  lastName: null,
  birthDate: null,
  country: 'IN',
  state: null,
  street: null,
  city: null,
  postCode: null,
  currencyCode: 'INR',
  userLanguge: 'en',
  avatarImage: '/avatars/one.svg',
  isPromotion: 0,
  kycStatus: 'none',
  kycReason: null,
  memberSince: '2026-11-21',
};
const ok = (data: unknown) => ({ is: 'answer', body: { success: true, firstCode: '10000', data } }) as const;

describe('forwarded call', () => {
  it('contains the fields that the site adds, and none of the browser’s headers', async () => {
    const jar = await login();
    recorded.upstream.received.length = 0;
    recorded.upstream.next(ok(profile));
    await call(
      'accounts/getUserProfile',
      {},
      {
        jar: { ...jar, lang: 'hi' },
        headers: {
          authorization: `Bearer ${tokenOf('z')}`,
          'x-api-key': 'mine',
          'x-hash': 'mine',
          'x-player-address': '203.0.113.9',
          'x-forwarded-for': '203.0.113.9',
          forwarded: 'for=203.0.113.9',
          connection: 'keep-alive, x-api-key, authorization, x-hash',
          'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148',
          'x-method-override': 'DELETE',
          expect: '100-continue',
        },
      },
    );
    const [seen] = asked();
    expect(seen).toMatchObject({ method: 'POST', url: '/api/v1/accounts/getUserProfile' });
    expect(JSON.parse(seen?.body ?? '')).toEqual({
      ucid: testKeys.ucid,
      channel: 1,
      device_type: 'MOBILE',
      app_type: 'WEB',
      data: {},
    });
    expect(new Set(Object.keys(seen?.headers ?? {}))).toEqual(
      new Set([
        'host',
        'connection',
        'content-type',
        'content-length',
        'accept',
        'authorization',
        'x-api-key',
        'x-hash',
        'x-player-address',
        'traceparent',
      ]),
    );
    expect(seen?.headers).toMatchObject({
      'x-api-key': testKeys.apiKey,
      'x-hash': testKeys.hash,
      authorization: `Bearer ${tokenOf('t')}`,
      'x-player-address': '127.0.0.1',
    });
  });

  it('takes the device type from the client hint, and from the user agent only if there is no hint', async () => {
    const jar = await login();
    for (const [headers, device] of [
      [{ 'sec-ch-ua-mobile': '?0', 'user-agent': 'Android Mobile' }, 'DESKTOP'],
      [{ 'sec-ch-ua-mobile': '?1', 'user-agent': 'X11; Linux' }, 'MOBILE'],
      [{ 'user-agent': 'X11; Linux' }, 'DESKTOP'],
      [{ 'user-agent': 'iPad' }, 'MOBILE'],
      [{}, 'DESKTOP'],
    ] as const) {
      recorded.upstream.next(ok(profile));
      await call('accounts/getUserProfile', {}, { jar, headers });
      expect(JSON.parse(asked().at(-1)?.body ?? '').device_type).toBe(device);
    }
  });

  it('names the browser and the operating system only if the call opens a session', async () => {
    const agent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 <script>';
    const headers = { 'user-agent': agent };
    recorded.upstream.next({ is: 'answer', body: opened() });
    await call('accounts/login', loginData, { headers });
    const device = { browser: 'Chrome', system: 'Windows' };
    expect(JSON.parse(asked().at(-1)?.body ?? '')).toMatchObject({ device_type: 'DESKTOP', device });
    const jar = await login();
    recorded.upstream.next(ok(profile));
    await call('accounts/getUserProfile', {}, { jar, headers });
    expect(JSON.parse(asked().at(-1)?.body ?? '')).not.toHaveProperty('device');
  });

  it('contains the parsed and normalised data instead of the original body', async () => {
    recorded.upstream.next(ok({}));
    const body = '{"data":{"email_address":"a@b.co","email_address":" Asha@Example.COM "}}';
    expect((await call('accounts/validateEmail', {}, { body })).status).toBe(200);
    expect(asked()[0]?.body).toContain('"data":{"email_address":"asha@example.com"}');
    expect(asked()[0]?.headers).not.toHaveProperty('authorization');
  });

  it('contains no query parameters of the request', async () => {
    recorded.upstream.next(ok({}));
    const name = 'accounts/validateEmail?ucid=x&__proto__=1';
    expect((await call(name, { email_address: 'a@b.co' })).status).toBe(200);
    expect(asked()[0]?.url).toBe('/api/v1/accounts/validateEmail');
  });
});

describe('response to a call', () => {
  it('contains only contract fields, and none of the platform’s headers', async () => {
    const jar = await login();
    recorded.upstream.next({
      is: 'text',
      text: JSON.stringify({
        success: true,
        firstCode: '10000',
        secret: 'x',
        data: { ...profile, passwordHash: 'x', authToken: tokenOf('t') },
      }),
      headers: {
        'set-cookie': 'admin=1',
        'x-powered-by': 'magic',
        'access-control-allow-origin': '*',
        location: 'https://evil.example',
        'cache-control': 'public, max-age=9999',
        'x-api-key': testKeys.apiKey,
      },
    });
    const answer = await call('accounts/getUserProfile', {}, { jar });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({ success: true, firstCode: '10000', data: profile });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-store',
    });
    for (const name of ['set-cookie', 'x-powered-by', 'access-control-allow-origin', 'location', 'x-api-key'])
      expect(answer.headers).not.toHaveProperty(name);
  });

  it('has only the code 15500 when the platform sends invalid data', async () => {
    const jar = await login();
    const bad = [
      { is: 'answer', body: {} },
      {
        is: 'answer',
        body: { success: true, firstCode: '10000', data: { ...profile, memberSince: 'long ago' } },
      },
      { is: 'answer', body: { success: true, firstCode: '15107', data: profile } },
      { is: 'answer', body: { success: false, firstCode: '10000' } },
      { is: 'answer', body: { success: false, firstCode: '99999' } },
      { is: 'answer', body: { success: false, firstCode: '15101' }, status: 401 },
      { is: 'answer', body: { success: true, firstCode: '10000', data: profile }, status: 302 },
      {
        is: 'answer',
        body: { success: true, firstCode: '10000', data: { ...profile, username: tokenOf('t') } },
      },
      { is: 'text', text: '<h1>It works!</h1>' },
      { is: 'text', text: '' },
      { is: 'gibberish' },
      { is: 'huge' },
    ] as const;
    for (const manner of bad) {
      recorded.upstream.next(manner);
      const answer = await call('accounts/getUserProfile', {}, { jar });
      expect(answer.status, JSON.stringify(manner)).toBe(503);
      expect(JSON.parse(answer.text)).toEqual({ success: false, firstCode: '15500' });
      expect(answer.headers).not.toHaveProperty('set-cookie');
    }
  });

  it.each([
    ['15111', 200, 200],
    ['15113', 200, 200],
    ['10400', 400, 400],
    ['15429', 429, 429],
    ['15500', 503, 503],
    ['10404', 404, 404],
  ])('has the platform’s code %s and the matching HTTP status', async (firstCode, status, expected) => {
    const data = firstCode === '10400' ? { data: { fields: { username: 'field.wrong' } } } : {};
    recorded.upstream.next({ is: 'answer', status, body: { success: false, firstCode, ...data } });
    const answer = await call('accounts/login', loginData);
    expect(answer.status).toBe(expected);
    expect(JSON.parse(answer.text)).toEqual({ success: false, firstCode, ...data });
    expect(answer.headers['retry-after']).toBe(expected === 429 ? '60' : undefined);
  });
});

describe('API keys and tokens', () => {
  afterEach(() => recorded.upstream.always(ok({})));

  it('appear in no response and no log line, even if a call fails', async () => {
    const jar = await login();
    const answers = [
      await call('accounts/getUserProfile', {}, { jar }),
      await call('accounts/getUserProfile', { token: tokenOf('t') }, { jar }),
      await call('accounts/login', { ...loginData, password: `${loginData.password}\u0000` }),
    ];
    for (const manner of ['reset', 'reset-in-body', 'short', 'gibberish'] as const) {
      recorded.upstream.next({ is: manner });
      answers.push(await call('accounts/login', loginData, { jar }));
    }
    const said = answers.map(({ text, headers }) => text + JSON.stringify(headers)).join('\n');
    const logged = recorded.site.logged();
    expect(logged).toContain('call failed');
    for (const secret of [
      tokenOf('t'),
      testKeys.apiKey,
      testKeys.hash,
      loginData.password,
      jar['session'] ?? 'no session',
      'asha@example.com',
    ]) {
      expect(said).not.toContain(secret);
      expect(logged).not.toContain(secret);
    }
  });
});
