import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, ask, askRaw, statusOf } from '../../helpers/http.ts';
import { postForm } from '../../helpers/page-form.ts';
import {
  cookieHeader,
  jarOf,
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
/** Requests that the platform received for players' calls. */
const asked = () => recorded.upstream.received.filter(({ url }) => url.startsWith('/api/v1/'));
const json = ({ text }: Answer): { success?: boolean; firstCode?: string; data?: { fields?: object } } =>
  JSON.parse(text);

describe('validation of requests to /api', () => {
  const body = JSON.stringify({ data: loginData });
  const kB = 1024;
  // biome-ignore format: a table
  const rows: [what: string, status: number, name: string, options: Parameters<RecordedSite['call']>[2], data?: unknown][] = [
    ['another origin', 403, 'accounts/login', { headers: { origin: 'https://evil.example' } }],
    ['another port of this machine', 403, 'accounts/login', { headers: { origin: 'http://127.0.0.1:1' } }],
    ['another scheme', 403, 'accounts/login', { headers: { origin: 'https://127.0.0.1' } }],
    ['a hidden origin', 403, 'accounts/login', { headers: { origin: 'null' } }],
    ['two origins', 403, 'accounts/login', { headers: { origin: 'http://127.0.0.1 http://evil.example' } }],
    ['a host name that resolves to this machine', 403, 'accounts/login', { headers: { origin: 'http://evil.example', host: 'evil.example' } }],
    ['a cross-site request', 403, 'accounts/login', { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['a same-site request', 403, 'accounts/login', { headers: { 'sec-fetch-site': 'same-site' } }],
    ['a request without an initiator', 403, 'accounts/login', { headers: { 'sec-fetch-site': 'none' } }],
    ['an unknown call', 404, 'accounts/loginn', {}],
    ['an unknown call named like a method', 404, 'constructor', {}],
    ['an unknown call named like a prototype', 404, '__proto__', {}],
    ['a path of the platform that is not a call', 404, 'events', {}],
    ['a path outside the calls', 404, 'accounts/%2e%2e/%2e%2e/outbox', {}],
    ['an empty name', 404, '', {}],
    ['a form', 415, 'accounts/login', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['text that looks like JSON', 415, 'accounts/login', { headers: { 'content-type': 'text/plain' } }],
    ['a type that only begins like JSON', 415, 'accounts/login', { headers: { 'content-type': 'application/json-seq' } }],
    ['JSON in another charset', 415, 'accounts/login', { headers: { 'content-type': 'application/json; charset=utf-16' } }],
    ['a body beyond 64 kB', 413, 'accounts/login', { body: JSON.stringify({ data: { ...loginData, x: 'x'.repeat(64 * kB) } }) }],
    ['no body', 400, 'accounts/login', { body: '' }],
    ['invalid JSON', 400, 'accounts/login', { body: '{"data":' }],
    ['a list', 400, 'accounts/login', { body: '[]' }],
    ['null', 400, 'accounts/login', { body: 'null' }],
    ['data without its wrapper', 400, 'accounts/login', { body: JSON.stringify(loginData) }],
    ['a field that only the site sets', 400, 'accounts/login', { body: JSON.stringify({ data: loginData, ucid: 'other' }) }],
    ['a __proto__ field', 400, 'accounts/login', { body: body.replace('{"data"', '{"__proto__":{"a":1},"data"') }],
    ['a nested __proto__ field', 400, 'accounts/login', { body: body.replace('"type"', '"__proto__":{"a":1},"type"') }],
    ['a nested constructor field', 400, 'accounts/login', { body: body.replace('"type"', '"constructor":{"prototype":{}},"type"') }],
    ['deep nesting', 400, 'accounts/login', { body: `{"data":${'['.repeat(30_000)}${']'.repeat(30_000)}}` }],
    ['deep nesting beside valid fields', 400, 'accounts/login', { body: body.replace('"type"', `"x":${'{"a":'.repeat(9000)}1${'}'.repeat(9000)},"type"`) }],
    ['a search cursor without category', 400, 'common-search', { body: JSON.stringify({ data: { keyword: 'keno', cursor: 'abc' } }) }],
    ['a player’s call by a visitor', 401, 'accounts/getUserProfile', {}],
    ['a player’s call with a bearer token', 401, 'accounts/getUserProfile', { headers: { authorization: `Bearer ${tokenOf('x')}` } }],
  ];
  it.each(rows)(
    'rejects %s with status %d and makes no upstream call',
    async (_what, status, name, options) => {
      const answer = await call(name, loginData, options);
      expect(answer.status).toBe(status);
      expect(json(answer)).toMatchObject({ success: false, firstCode: expect.stringMatching(/^\d{5}$/) });
      expect(answer.headers['cache-control']).toBe('private, no-store');
      expect(asked()).toEqual([]);
    },
  );

  it('names each invalid field and the key of its error message', async () => {
    const answer = await call('accounts/login', { type: 2, username: '7up', more: 1 });
    expect(answer.status).toBe(400);
    expect(json(answer)).toEqual({
      success: false,
      firstCode: '10400',
      data: {
        fields: { username: 'enter_valid_username', password: 'enter_a_password', more: 'field.unknown' },
      },
    });
  });

  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('rejects the method %s', async (method) => {
    for (const [name, status] of [
      ['accounts/login', 405],
      ['result', 405],
      ['nothing', 404],
    ] as const) {
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
      const answer = await ask(recorded.site.origin, `/api/${name}`, { method, headers });
      expect(answer.status, name).toBe(status);
      expect(answer.headers['cache-control']).toBe('private, no-store');
      expect(answer.headers['allow']).toBe(status === 405 ? 'POST' : undefined);
    }
    expect(asked()).toEqual([]);
  });

  it('never lets another site read a response through CORS', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-headers': 'content-type' };
    const answers = [
      await ask(recorded.site.origin, '/api/accounts/login', { method: 'OPTIONS', headers }),
      await ask(recorded.site.origin, '/api/session', { headers }),
      await call('accounts/login', loginData, { headers }),
      await call('accounts/login', loginData),
    ];
    for (const { headers: said } of answers)
      expect(Object.keys(said).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  it('accepts a call without cookies from a client that is not a browser', async () => {
    recorded.upstream.next({ is: 'answer', body: opened() });
    const answer = await ask(recorded.site.origin, '/api/accounts/login', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'content-length': String(body.length) },
    });
    expect(answer.status).toBe(200);
  });

  it('rejects request-smuggling attempts and makes no upstream call', async () => {
    const { host } = new URL(recorded.site.origin);
    const post = (headers: string, text: string) =>
      `POST /api/accounts/login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nConnection: close\r\n${headers}\r\n${text}`;
    const second = `POST /api/v1/accounts/logout HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    for (const raw of [
      post(`Content-Length: ${body.length}\r\nTransfer-Encoding: chunked\r\n`, `0\r\n\r\n${second}`),
      post(`Content-Length: ${body.length}\r\nContent-Length: 3\r\n`, body),
      post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${second}`),
      post(`Content-Length: ${body.length}\r\nX-A: b\r\n\tTransfer-Encoding: chunked\n\r\n`, body),
    ])
      expect(statusOf(await askRaw(recorded.site.origin, raw))).toBeGreaterThanOrEqual(400);
    expect(asked()).toEqual([]);
  });
});

describe('site with a configured public address', () => {
  let site: RecordedSite;
  beforeAll(async () => {
    const SITE_URL = 'https://lotto.example';
    site = await startRecordedSite({ env: { SITE_URL } });
  });
  afterAll(() => site?.stop());

  it('accepts calls only from the configured origin, not from the origin in the Host header', async () => {
    site.upstream.always({ is: 'answer', body: opened() });
    for (const [origin, status] of [
      ['https://lotto.example', 200],
      ['http://lotto.example', 403],
      ['https://lotto.example:444', 403],
      ['https://lotto.example.evil.example', 403],
      [site.site.origin, 403],
    ] as const)
      expect((await site.call('accounts/login', loginData, { headers: { origin } })).status, origin).toBe(
        status,
      );
  });

  it('accepts a session cookie only if its name has the __Host- prefix', async () => {
    site.upstream.always({ is: 'answer', body: opened() });
    const headers = { origin: 'https://lotto.example' };
    const answer = await site.call('accounts/login', loginData, { headers });
    const [session, presence] = answer.headers['set-cookie'] ?? [];
    expect(session).toMatch(
      /^__Host-session=v1\.[^;]+; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(presence).toBe('auth_user=1; Max-Age=86400; Path=/; Secure; SameSite=Lax');
    const jar = jarOf(answer);
    const plain = { session: jar['__Host-session'] ?? '' };
    expect((await site.call('accounts/getUserProfile', {}, { headers, jar: plain })).status).toBe(401);
  });

  it('sets the notice cookie of a form with the attribute Secure', async () => {
    site.upstream.always({ is: 'answer', body: opened() });
    const headers = { origin: 'https://lotto.example' };
    const cookie = cookieHeader(jarOf(await site.call('accounts/login', loginData, { headers })));
    const data = { avatarImage: 'avatar-02' };
    site.upstream.always({ is: 'answer', body: { success: true, firstCode: '10000', data } });
    const answer = await postForm(site.site, '/my-accounts/avatar', data, { ...headers, cookie });
    expect(answer.status).toBe(303);
    expect(answer.headers['set-cookie']?.at(-1)).toBe(
      'account-notice=avatar; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
  });
});
