import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Ask, ask, askRaw, statusOf } from '../../helpers/http.ts';
import {
  cookieHeader,
  type RecordedSite,
  startRecordedSite,
  tokenOf,
} from '../../helpers/recording-platform.ts';

let recorded: RecordedSite;
let jar: Record<string, string>;
beforeAll(async () => {
  recorded = await startRecordedSite({ env: { CALL_RATE_PERCENT: '0' } });
  jar = await recorded.login(tokenOf('s'));
});
afterAll(() => recorded?.stop());
beforeEach(() => {
  recorded.upstream.received.length = 0;
});

const page = `/sandbox/payments/${randomUUID()}`;
const webhook = '/webhooks/payments/some-bank-2';
const at = (path: string, asked: Ask = {}) => ask(recorded.site.origin, path, asked);
const post = (path: string, body = '{}', headers: Ask['headers'] = {}) =>
  at(path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
  });
const last = () => {
  const received = recorded.upstream.received.at(-1);
  if (!received) throw new Error('nothing came');
  return received;
};

/** Headers that a browser or an attacker may send, but that the site must not forward. */
const hostile = () => ({
  cookie: cookieHeader(jar),
  authorization: 'Bearer stolen',
  'x-api-key': 'key',
  'x-hash': 'hash',
  'x-player-address': '203.0.113.9',
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  'x-real-ip': '203.0.113.9',
  forwarded: 'for=203.0.113.9',
  origin: 'https://evil.example',
  referer: 'https://evil.example/',
  'accept-encoding': 'gzip, br',
  'x-http-method-override': 'DELETE',
});

describe('payment request forwarded to the platform', () => {
  const usual = ['accept', 'accept-language', 'content-length', 'content-type', 'user-agent'];
  const own = ['connection', 'host', 'traceparent'];
  const welcome = {
    accept: 'text/html',
    'accept-language': 'hi',
    'user-agent': 'Bank/2.1',
  };

  it('contains only allow-listed headers of the browser', async () => {
    await at(page, { headers: { ...welcome, ...hostile(), 'stripe-signature': 'of no provider' } });
    expect(last()).toMatchObject({ method: 'GET', url: page, headers: welcome });
    await post(page, 'outcome=approved', {
      ...welcome,
      ...hostile(),
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(last()).toMatchObject({ method: 'POST', url: page, body: 'outcome=approved' });
    for (const { headers } of recorded.upstream.received) {
      expect([...usual, ...own]).toEqual(expect.arrayContaining(Object.keys(headers)));
      const text = JSON.stringify(headers);
      for (const secret of [
        tokenOf('s'),
        ...Object.values(jar).filter((value) => value.length > 8),
        'evil',
        'stolen',
      ])
        expect(text).not.toContain(secret);
      expect(headers.host).toBe(new URL(recorded.upstream.origin).host);
    }
  });

  it('contains the signature header of each known provider', async () => {
    const signatures = {
      'x-webhook-signature': 't=1,v1=a',
      'stripe-signature': 't=1,v1=b',
      'x-razorpay-signature': 'c',
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1',
      'webhook-signature': 'v1,d',
      'paypal-transmission-sig': 'e',
      'signature-input': 'sig1=()',
      signature: 'sig1=:Zg==:',
      'content-digest': 'sha-256=:Zg==:',
    };
    const { status } = await post(webhook, '{}', { ...welcome, ...hostile(), ...signatures });
    expect(status).toBe(200);
    const { headers } = last();
    expect(headers).toMatchObject({ ...welcome, ...signatures });
    expect([...usual, ...own, ...Object.keys(signatures)]).toEqual(
      expect.arrayContaining(Object.keys(headers)),
    );
  });

  it.each([
    ['JSON', 'application/json', ' {"a" : 1,\r\n\t"b":"नमस्ते \\u00e9 é"}  \n'],
    ['invalid JSON', 'application/json', '{"a":'],
    ['text', 'text/plain; charset=utf-8', '{"a":1} \u{1f3b2}'],
    ['a form', 'application/x-www-form-urlencoded', 'a=%20+&&b'],
    ['a custom content type', 'application/vnd.bank+json', '\ufeff{}'],
    ['an empty body', 'application/json', ''],
  ])('contains the original body unchanged: %s', async (_what, type, body) => {
    expect((await post(webhook, body, { 'content-type': type })).status).toBe(200);
    expect(last()).toMatchObject({ url: webhook, body, headers: { 'content-type': type } });
  });

  it('contains a chunked body even if the body has no content type', async () => {
    const lines = ['Host: a', 'Transfer-Encoding: chunked', 'Connection: close'];
    const raw = await askRaw(
      recorded.site.origin,
      `POST ${webhook} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n2\r\n{ \r\n3\r\n\n }\r\n0\r\n\r\n`,
    );
    expect(statusOf(raw)).toBe(200);
    expect(last().body).toBe('{ \n }');
  });

  it('contains no query string', async () => {
    await at(`${page}?outcome=approved&a=${encodeURIComponent('/../')}`);
    await post(`${webhook}?key=1`);
    expect(recorded.upstream.received.map(({ url }) => url)).toEqual([page, webhook]);
  });
});

describe('request to a payment route', () => {
  const id = '6ff42c68-cad3-4e31-bd19-1235881b5790';
  const tricks = [
    '/sandbox/payments/',
    '/sandbox/payments/1',
    `/sandbox/payments/${id}/`,
    `/sandbox/payments/${id}/x`,
    `/sandbox/payments/${id}%2f..`,
    `/sandbox/payments/..%2f..%2f${id}`,
    `/sandbox/payments/../payments/${id}`,
    `/sandbox/payments/./${id}`,
    `/sandbox//payments/${id}`,
    `//sandbox/payments/${id}`,
    `/sandbox/payments/${id.replace('-', '%2d')}`,
    `/sandbox/%70ayments/${id}`,
    `/SANDBOX/payments/${id}`,
    `/sandbox/payments/${id};a=b`,
    `/sandbox/payments/${id}%00`,
    `/sandbox/payments\\${id}`,
    `http://evil.example/sandbox/payments/${id}`,
    '/webhooks/payments/',
    '/webhooks/payments/%2e%2e',
    '/webhooks/payments/..',
    '/webhooks/payments/a%2fb',
    '/webhooks/payments/a/b',
    '/webhooks/payments/Bank',
    '/webhooks/payments/__proto__',
    `/webhooks/payments/${'a'.repeat(33)}`,
    '/webhooks/payments/..%5c..%5coutbox',
    '/webhooks/x',
    '/webhooks/payments/../../api/v1/wallet',
  ];
  it.each(tricks)('is not forwarded if its path does not match exactly: %s', async (path) => {
    for (const method of ['GET', 'POST']) {
      const raw = await askRaw(
        recorded.site.origin,
        `${method} ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      );
      expect([301, 400, 404, 405], `${method} ${raw.slice(0, 40)}`).toContain(statusOf(raw));
      expect(raw).toMatch(/\r\ncache-control: (?:private, )?no-store|HTTP\/1\.1 301/i);
    }
    expect(recorded.upstream.received).toEqual([]);
  });

  it('is not forwarded if the route does not allow its method', async () => {
    const wrong: [string, string, string][] = [
      ...['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method): [string, string, string] => [
        method,
        page,
        'GET, POST',
      ]),
      ...['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method): [string, string, string] => [
        method,
        webhook,
        'POST',
      ]),
    ];
    for (const [method, path, allow] of wrong) {
      const { status, headers } = await at(path, { method });
      expect([method, status, headers['allow']]).toEqual([method, 405, allow]);
    }
    expect(recorded.upstream.received).toEqual([]);
  });

  it.each([
    ['a webhook', webhook, 64 * 1024],
    ['a form', page, 1024],
  ])('gets a 413 for a body above the limit of %s', async (_what, path, limit) => {
    expect((await post(path, 'a'.repeat(limit))).status).toBe(200);
    expect(last().body).toHaveLength(limit);
    recorded.upstream.received.length = 0;
    const body = 'a'.repeat(limit + 1);
    expect((await post(path, body)).status).toBe(413);
    const chunked = `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const raw = await askRaw(recorded.site.origin, `POST ${path} HTTP/1.1\r\nHost: a\r\n${chunked}`);
    expect(statusOf(raw)).toBe(413);
    expect(recorded.upstream.received).toEqual([]);
  });
});

const says = (status: number, headers: Record<string, string>, text = '{"a": 1}') =>
  recorded.upstream.next({ is: 'text', status, text, headers });

describe('payment response forwarded to the browser', () => {
  it('keeps the platform’s status, body and allow-listed headers', async () => {
    says(422, {
      'content-type': 'application/problem+json',
      'retry-after': '7',
      'set-cookie': 'session=x',
      'cache-control': 'public, max-age=600',
      'cdn-cache-control': 'max-age=600',
      'cache-tag': 'a',
      etag: '"a"',
      server: 'platform',
      'access-control-allow-origin': '*',
      'x-frame-options': 'ALLOWALL',
      'strict-transport-security': 'max-age=0',
    });
    const { status, headers, text } = await post(webhook);
    expect([status, text]).toEqual([422, '{"a": 1}']);
    expect(headers).toMatchObject({
      'content-type': 'application/problem+json',
      'retry-after': '7',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
    });
    for (const name of [
      'set-cookie',
      'cdn-cache-control',
      'cache-tag',
      'etag',
      'server',
      'access-control-allow-origin',
    ])
      expect(headers).not.toHaveProperty(name);
  });

  it('redirects only to paths of this site', async () => {
    says(303, { location: page });
    expect(await post(page)).toMatchObject({ status: 303, headers: { location: page } });
    for (const location of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:1',
      '',
    ]) {
      says(303, { location });
      const { status, headers } = await post(page);
      expect([location, status, headers.location]).toEqual([location, 503, undefined]);
    }
  });

  it('allows no scripts even if the platform’s policy does, and has the site’s policy if the platform sends none', async () => {
    says(200, { 'content-type': 'text/html', 'content-security-policy': "script-src 'unsafe-inline'" });
    const { headers } = await at(page);
    expect(headers['content-security-policy']).toMatch(/^script-src 'unsafe-inline', script-src 'none'; /);
    says(200, { 'content-type': 'text/html' });
    expect((await at(page)).headers['content-security-policy']).toContain("script-src 'self'");
  });
});
