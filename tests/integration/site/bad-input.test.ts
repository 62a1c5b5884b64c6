import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEntries } from '../../../shared/resources.ts';
import { hostileTexts } from '../../helpers/hostile-values.ts';
import { type Answer, ask, askRaw, statusOf } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../../helpers/upstream-proxy.ts';

let platform: TestPlatform;
let proxy: UpstreamProxy;
let site: TestSite;

beforeAll(async () => {
  // The clock is fixed, so that only the test's requests can change a page.
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), historyDays: 8 });
  await platform.deps.engine.tick();
  proxy = await startUpstreamProxy(platform.url);
  site = await startSite({ platform: proxy, clock: platform.clock });
});
afterAll(async () => {
  await site?.close();
  await proxy?.close();
  await platform?.stop();
});

const get = (path: string, headers: Record<string, string> = {}) => ask(site.origin, path, { headers });

/** Pages whose bytes must be the same before and after the test's requests. */
const watched = ['/', '/results', '/games/golden-keno', '/faq', '/nowhere/at/all'];
const bytesOfAll = async (): Promise<string[]> => {
  const texts: string[] = [];
  for (const path of watched) texts.push((await get(path)).text);
  return texts;
};

const expectRefused = (answer: Answer, what: string): void => {
  expect(answer.status, what).toBeGreaterThanOrEqual(400);
  expect(answer.status, what).toBeLessThan(500);
};

const unknown = (index: number) => [
  `/games/none-${index}`,
  `/games?game=none-${index}`,
  `/blogs/none-${index}`,
  `/blogs?blog=none-${index}`,
  `/promotions/none-${index}`,
  `/results/none-${index}`,
  `/results/golden-keno/${99_000_000 + index}`,
  `/results/golden-keno/x${index}`,
  `/statistics/none-${index}`,
  `/verify/none-${index}`,
  `/blogs?month=${3000 + index}-01`,
  `/none-${index}`,
  `/none/${index}/and/deeper`,
  `/assets/none-${index}.js`,
  `/symbols/none-${index}.svg`,
];

describe('hostile query parameter', () => {
  const values = [
    ...hostileTexts,
    '%',
    "'",
    '-1',
    '0',
    '1e9',
    '9'.repeat(40),
    '2026-02-30',
    '\u202e2026-11-21',
  ];
  const pages = resourceEntries.filter(
    ([, { who, type, path }]) => who === 'anyone' && type === 'document' && !path.includes(':'),
  );
  const cases = pages.flatMap(([, { path, query }]) => Object.keys(query).map((name) => ({ path, name })));

  it.each(cases)('$name is escaped and causes no server error on $path', async ({ path, name }) => {
    for (const value of values) {
      if (!value.isWellFormed()) continue;
      const address = `/hi${path === '/' ? '' : path}?${name}=${encodeURIComponent(value)}`;
      const answer = await get(address);
      expect(answer.status, address).toBeLessThan(500);
      expect(answer.text, address).not.toContain('<script>alert');
    }
  });
});

describe('unknown path', () => {
  it('always returns the same 404 page, without an upstream request', async () => {
    const first = await get('/nowhere/at/all');
    expect(first.status).toBe(404);
    // The test requests each page twice, because the first response is sent before the page is cached.
    const known = ['/nowhere/at/all', '/games/golden-keno', '/blogs', '/promotions'];
    for (const path of [...known, ...known]) await get(path);
    const upstream = proxy.count();
    const { pageCache, dataCache } = site.deps;
    const held = [pageCache.entries, dataCache.entries];
    for (let index = 0; index < 25; index++) {
      for (const path of unknown(index)) {
        const answer = await get(path);
        expect(answer.status, path).toBe(404);
        expect(answer.text, path).toBe(first.text);
        const lifetime = Number(/s-maxage=(\d+)/.exec(answer.headers['cache-control'] ?? '')?.[1]);
        expect(lifetime, path).toBeLessThanOrEqual(10);
      }
    }
    expect(proxy.count()).toBe(upstream);
    expect([pageCache.entries, dataCache.entries]).toEqual(held);
  });

  it('returns a 404 without a body for HEAD requests', async () => {
    const answer = await ask(site.origin, '/games/nothing-here', { method: 'HEAD' });
    expect(answer).toMatchObject({ status: 404, text: '' });
  });
});

describe('malformed URL', () => {
  it.each([
    ['/%zz', 'This address cannot be read'],
    ['/hi/%zz', 'यह पता पढ़ा नहीं जा सकता'],
    ['/nb/results?cursor=a%1bb', 'Denne adressen kan ikke leses'],
  ])('returns an error page in the language of the path: %s', async (path, title) => {
    const { status, text } = await ask(site.origin, path);
    expect(status).toBe(400);
    expect(/<h1[^>]*>([^<]*)/.exec(text)?.[1]).toBe(title);
  });

  const refused = [
    '/%',
    '/%zz',
    '/%c0%af',
    '/%e0%80%80',
    '/games/%ff',
    '/a%00b',
    '/%0d%0aset-cookie:a=b',
    '/games/..%2f..%2fetc%2fpasswd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/results/../../server/main.ts',
    '/./games',
    '/assets/..%2f..%2f.vite/manifest.json',
    '/assets/../../client-ssr/entry-server.js',
    '/.vite/manifest.json',
    '/.env',
    '/\\evil.example',
    '/%5cevil.example',
    `/${'a'.repeat(8000)}`,
    `/results?from=${'9'.repeat(3000)}`,
    `/blogs?blog=${'9'.repeat(200)}`,
    '/results?game=keno%00',
    '/results?cursor=a%1bb',
    '/blogs?blog=%c2%85',
    `/${'/a'.repeat(1500)}`,
    'http://evil.example/',
    '*',
  ];

  it('is rejected without changing the pages of other clients', async () => {
    const before = await bytesOfAll();
    for (const path of refused) {
      const answer = statusOf(
        await askRaw(site.origin, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`),
      );
      expect(answer, path.slice(0, 80)).toBeGreaterThanOrEqual(path.startsWith('//') ? 301 : 400);
      expect(answer, path.slice(0, 80)).toBeLessThan(500);
    }
    expect(await bytesOfAll()).toEqual(before);
  });

  it('is rejected with 414 or 431 if it is 100 kB long', async () => {
    for (const path of [`/${'a'.repeat(100_000)}`, `/results?from=${'a'.repeat(100_000)}`]) {
      const raw = await askRaw(site.origin, `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      expect([414, 431]).toContain(statusOf(raw));
    }
  });

  it('is redirected at most once, to the canonical path', async () => {
    const moved: Record<string, string> = {
      '/results/': '/results',
      '//results': '/results',
      '/games//golden-keno/': '/games/golden-keno',
      '/en': '/',
      '/en/results?game=keno': '/results?game=keno',
      '//evil.example/': '/evil.example',
      '///evil.example//x': '/evil.example/x',
    };
    for (const [path, location] of Object.entries(moved)) {
      const raw = await askRaw(site.origin, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(statusOf(raw), path).toBe(301);
      expect(/^location: (.*)\r$/im.exec(raw)?.[1], path).toBe(location);
    }
  });
});

describe('unusual request', () => {
  it('is rejected if its method is not supported', async () => {
    for (const method of [
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
      'PURGE',
      'QUERY',
    ]) {
      for (const path of ['/', '/results', '/faq', '/nowhere', '/robots.txt', '/events']) {
        const answer = await ask(site.origin, path, { method });
        expectRefused(answer, `${method} ${path}`);
      }
    }
    const raw = await askRaw(site.origin, 'BREW / HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(statusOf(raw)).toBe(400);
  });

  it('with an unexpected body is answered normally if it is a GET, and rejected if it is a POST', async () => {
    const bodies: [string, string][] = [
      ['application/json', '{"a":'],
      ['application/json', '{"__proto__":{"admin":true}}'],
      ['application/x-www-form-urlencoded', 'from=2026-11-02'],
      ['text/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
      ['application/octet-stream', 'x'.repeat(200_000)],
    ];
    const plain = await get('/results');
    for (const [type, body] of bodies) {
      const headers = { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) };
      const answer = await ask(site.origin, '/results', { headers, body });
      expect(answer.text).toBe(plain.text);
      for (const path of ['/results', '/nowhere'])
        expectRefused(await ask(site.origin, path, { method: 'POST', headers, body }), `${type} ${path}`);
    }
  });

  it('is rejected at once if it is a POST that has a content type but no body', async () => {
    const form = 'application/x-www-form-urlencoded';
    const posts = [
      ['/api/accounts/login', 'application/json'],
      ['/login', form],
      ['/webhooks/payments/sandbox', 'application/json'],
      ['/sandbox/payments/00000000-0000-4000-8000-000000000000', form],
    ];
    const { host, origin } = new URL(site.origin);
    for (const [path, type] of posts) {
      const head = `Host: ${host}\r\nOrigin: ${origin}\r\nConnection: close\r\nContent-Type: ${type}\r\n\r\n`;
      const raw = await askRaw(origin, `POST ${path} HTTP/1.1\r\n${head}`);
      expect(statusOf(raw), path).toBeGreaterThanOrEqual(400);
      expect(statusOf(raw), path).toBeLessThan(500);
    }
  });

  it('is rejected if it is not HTTP or contains a second request', async () => {
    const malformedRequests = [
      'GET / HTTP/1.1\r\n\r\n',
      'GET  HTTP/1.1\r\nHost: a\r\n\r\n',
      'GET / HTTP/9.9\r\nHost: a\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: a\r\nBad Header: 1\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: a\r\nX: \u0000\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
      '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
    ];
    for (const bytes of malformedRequests) {
      const status = statusOf(await askRaw(site.origin, bytes));
      expect(status, JSON.stringify(bytes.slice(0, 60))).toBeGreaterThanOrEqual(400);
      expect(status, JSON.stringify(bytes.slice(0, 60))).toBeLessThan(500);
    }
  });

  it('from a client that disconnects while the page is loading does not block the page for later clients', async () => {
    const release = Promise.withResolvers<void>();
    proxy.treat(({ body }) => (body.includes('2026-11-04') ? { after: release.promise } : 'pass'));
    const path = '/results?from=2026-11-04&to=2026-11-05';
    const gone = ['identity', 'gzip', 'br'].map((coding) => {
      const abort = new AbortController();
      const asked = fetch(site.origin + path, {
        headers: { 'accept-encoding': coding },
        signal: abort.signal,
      }).catch(() => 'gone');
      return { abort, asked };
    });
    await expect.poll(() => proxy.seen.some(({ body }) => body.includes('2026-11-04'))).toBe(true);
    for (const { abort, asked } of gone) {
      abort.abort();
      expect(await asked).toBe('gone');
    }
    release.resolve();
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('</html>');
    proxy.treat(() => 'pass');
  });
});
