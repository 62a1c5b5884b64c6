import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Ask, ask, askRaw, statusOf } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../../helpers/upstream-proxy.ts';
import { poisonHeaders } from './poison-headers.ts';

let platform: TestPlatform;
let proxy: UpstreamProxy;
/**
 * The tests attack only `site` and compare its pages with those of `untouched`. Both sites have a fixed clock, so that
 * only an attack can change a page.
 */
let untouched: TestSite;
let site: TestSite;
let script: string;

beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), historyDays: 8 });
  await platform.deps.engine.tick();
  proxy = await startUpstreamProxy(platform.url);
  const options = {
    clock: platform.clock,
    warm: false,
    live: false,
    env: { SITE_URL: 'https://lotto.example' },
  };
  untouched = await startSite({ ...options, platform });
  site = await startSite({ ...options, platform: proxy });
  [script = ''] = /\/assets\/[^"]+\.js/.exec((await ask(untouched.origin, '/faq')).text) ?? [];
});
afterAll(async () => {
  await site?.close();
  await untouched?.close();
  await proxy?.close();
  await platform?.stop();
});

const targets = {
  pages: ['/blogs', '/results/golden-keno', '/results/latest.json', '/nowhere'],
  files: ['/environment/boot_config.json', '/robots.txt', '/favicon.svg'],
} as const;

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const cacheableParts = ({ status, headers, bytes }: Answer) => {
  const { date: _date, 'cache-status': _status, connection: _connection, ...kept } = headers;
  return { status, ...kept, bytes: digestOf(bytes) };
};

const clean = new Map<string, ReturnType<typeof cacheableParts>>();
/** Returns the cached response of the site that is never attacked. */
const untouchedAnswer = async (path: string, coding: string) => {
  const name = `${coding} ${path}`;
  const known = clean.get(name);
  if (known) return known;
  await ask(untouched.origin, path);
  const answer = cacheableParts(
    await ask(untouched.origin, path, { headers: { 'accept-encoding': coding } }),
  );
  clean.set(name, answer);
  return answer;
};
/** Expects that an attack left the cached response unchanged, in each content coding. */
const expectUntouched = async (path: string, after: string, codings = ['identity', 'br']) => {
  for (const coding of codings) {
    const answer = await ask(site.origin, path, { headers: { 'accept-encoding': coding } });
    expect(cacheableParts(answer), `${path} in ${coding} after ${after}`).toEqual(
      await untouchedAnswer(path, coding),
    );
  }
};
/**
 * Expects that the rejected attack has stored nothing in the cache, and that the response to a normal request is
 * unchanged.
 */
const expectUncached = async (path: string, after: string) => {
  const first = await ask(site.origin, path);
  expect(first.headers['cache-status'], after).toContain('fwd=uri-miss');
  expect(digestOf(first.bytes), after).toBe((await untouchedAnswer(path, 'identity')).bytes);
  await expectUntouched(path, after);
};
const expectNothingSaidBack = ({ headers, text }: Answer, what: string) => {
  expect(JSON.stringify(headers), what).not.toContain('evil');
  expect(text.includes('evil'), what).toBe(false);
  expect(headers, what).not.toHaveProperty('set-cookie');
};

const keyOf = (path: string) => (path === '/nowhere' ? '/ not-found page en' : path);

describe('request with headers that proxies and frameworks interpret', () => {
  it('is tested with at least sixty such headers', () => {
    expect(new Set(poisonHeaders.map(([name]) => name)).size).toBeGreaterThanOrEqual(60);
  });

  it('creates the same cached page as a request without these headers', async () => {
    for (const path of targets.pages.slice(0, 2)) {
      for (const [index, [name, value]] of poisonHeaders.entries()) {
        const what = `${name}: ${value.slice(0, 60)}`;
        site.deps.pageCache.delete(path);
        expectNothingSaidBack(await ask(site.origin, path, { headers: { [name]: value } }), what);
        await expectUntouched(path, what, [index % 2 ? 'identity' : 'br']);
      }
    }
  });

  it('does not change cached pages or files', async () => {
    for (const path of [...targets.pages, ...targets.files, script]) {
      await ask(site.origin, path);
      for (const [name, value] of poisonHeaders)
        expectNothingSaidBack(await ask(site.origin, path, { headers: { [name]: value } }), name);
      await expectUntouched(path, 'all of them');
    }
  });

  it('does not change a page, even if one request contains all these headers', async () => {
    const { host: _host, expect: _expect, range: _range, ...all } = Object.fromEntries(poisonHeaders);
    const pages = [
      '/',
      '/results?game=keno',
      '/games/golden-keno',
      '/winners',
      '/faq',
      '/sitemap.xml',
      '/nowhere',
    ];
    for (const path of pages) {
      site.deps.pageCache.delete(keyOf(path));
      const attack: Ask = { headers: { ...all, host: 'evil.example', 'accept-encoding': 'identity' } };
      const answer = await ask(site.origin, path, attack);
      expectNothingSaidBack(answer, path);
      expect(answer.headers['cache-status'], path).toContain('fwd=uri-miss');
      await expectUntouched(path, 'all of them');
      expect(digestOf(answer.bytes), path).toBe((await untouchedAnswer(path, 'identity')).bytes);
    }
  });

  it('reaches the upstream without these headers', async () => {
    const { host: _host, expect: _expect, range: _range, ...all } = Object.fromEntries(poisonHeaders);
    await site.purge(['cms', 'games', 'results', 'upcoming', 'winners'], { hard: true });
    proxy.seen.length = 0;
    await ask(site.origin, '/', { headers: { ...all, host: 'evil.example' } });
    expect(proxy.seen.length).toBeGreaterThan(5);
    const ours = 'host connection content-type content-length accept x-api-key x-hash traceparent tracestate';
    for (const { headers, url, body } of proxy.seen) {
      expect(ours.split(' ')).toEqual(expect.arrayContaining(Object.keys(headers)));
      expect(JSON.stringify([headers, url, body])).not.toContain('evil');
    }
  });
});

describe('unusual query parameters', () => {
  /** All addresses of a row return the same page as the first address. */
  // biome-ignore format: a table
  const same: [page: string, ...others: string[]][] = [
    ['/faq', '/faq?utm_source=evil', '/faq?', '/faq?&&&', '/%66aq', '/f%61q', '/faq?__proto__[a]=evil', '/faq?_method=DELETE',
      '/faq?lang=hi', '/faq?callback=evil', '/faq?%00', '/faq?x=%0d%0aset-cookie:evil=1', '/faq?;x.js', `/faq?${'a=evil&'.repeat(500)}`],
    ['/results?game=keno', '/results?game=keno&game=jaldi', '/results?game=keno&game=evil', '/results?%67ame=keno', '/results?game=%6Beno',
      '/results?a=1&game=keno', '/results?game=keno&GAME=jaldi', '/results?game=keno&game[]=jaldi', '/results?game[]=jaldi&game=keno',
      '/results?game=keno&%00game=jaldi', '/results?game=keno&;game=jaldi', '/results?&game=keno', '/results?game=keno&from', '/results?game=keno&from=',
      '/results?game=keno&constructor[prototype][game]=jaldi', '/results?game=keno&game%5B%5D=jaldi', '/results?amp;game=jaldi&game=keno'],
    ['/results', '/results?game', '/results?game=', '/results?Game=keno', '/results?game[]=keno', '/results?;game=keno', '/results?game%3Dkeno',
      '/results?%20game=keno', '/results?game%00=keno', '/results?ga+me=keno', '/results?=keno'],
    ['/results?game=keno%26game%3Djaldi', '/results?game=keno%26game%3djaldi', '/results?game=keno%26game%3Djaldi&game=keno'],
    ['/results?game=keno%3Bgame', '/results?game=keno;game'],
    ['/nowhere', '/FAQ', '/faq;x.js', '/faq.css', '/faq%3F', '/faq%23', '/faq%20', '/faq%252F', '/faq%25', '/faq+', '/faq&lang=hi', '/%EF%AC%81', '/faq%E2%80%8B'],
  ];

  it.each(same.map(([page, ...others]) => ({ page, others })))(
    'change neither the response of $page nor its cached copy',
    async ({ page, others }) => {
      for (const path of others) {
        site.deps.pageCache.delete(keyOf(page));
        const answer = await ask(site.origin, path);
        expect(digestOf(answer.bytes), path).toBe((await untouchedAnswer(page, 'identity')).bytes);
        await expectUntouched(page, path);
      }
    },
  );

  it('never select the cached page of a URL with another meaning', async () => {
    const different = [
      '/results?game=keno',
      '/results?game=KENO',
      '/results?game=keno%20',
      '/results?game=keno%00',
    ];
    const answers = [];
    for (const path of different) answers.push((await ask(site.origin, path)).status);
    expect(answers).toEqual([200, 422, 422, 400]);
    for (const path of different) await expectUntouched(path, 'its likes');
  });
});

const request = (line: string, headers: string[], body = '') =>
  `${line} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`;
const raw = (line: string, headers: string[], body = '') =>
  askRaw(site.origin, request(line, ['Connection: close', ...headers], body));
const bodyOf = (said: string) =>
  Buffer.from(said.slice(said.indexOf('\r\n\r\n') + 4), 'latin1').toString('utf8');

describe('request with an unexpected body', () => {
  const form = 'game=jaldi&from=2026-11-20&lang=hi';
  const json = '{"game":"jaldi","__proto__":{"evil":1}}';
  const smuggled = 'GET /evil HTTP/1.1\r\nHost: evil.example\r\n\r\n';
  const bodies: [string, string[], string][] = [
    ['a form', ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${form.length}`], form],
    ['JSON', ['Content-Type: application/json', `Content-Length: ${json.length}`], json],
    ['a chunked form', ['Transfer-Encoding: chunked'], `${form.length.toString(16)}\r\n${form}\r\n0\r\n\r\n`],
    ['a smuggled request', [`Content-Length: ${smuggled.length}`], smuggled],
    ['an invalid gzip body', ['Content-Encoding: gzip', 'Content-Length: 4'], 'evil'],
    ['a trailer', ['Transfer-Encoding: chunked', 'Trailer: X-Evil'], '0\r\nX-Evil: evil\r\n\r\n'],
  ];

  it.each(bodies)('leaves cached pages unchanged: %s', async (_name, headers, body) => {
    for (const path of targets.pages) {
      site.deps.pageCache.delete(keyOf(path));
      const said = await raw(`GET ${path}`, ['Host: a', ...headers], body);
      expect(statusOf(said), path).toBe((await untouchedAnswer(path, 'identity')).status);
      expect(said.match(/HTTP\/1\.1 \d/g), path).toHaveLength(1);
      expect(said).not.toContain('evil');
      await expectUntouched(path, 'a body');
    }
  });

  it('never smuggles a second request in its body', async () => {
    const fat = request('GET /faq', ['Host: a', `Content-Length: ${smuggled.length}`], smuggled);
    const next = request('GET /robots.txt', ['Host: a', 'Connection: close']);
    const said = await askRaw(site.origin, fat + next);
    expect(said.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
    expect(said).toContain('User-agent: *');
  });
});

describe('request for another host', () => {
  // biome-ignore format: a table
  const hosts: [line: string, hosts: string[], status: number][] = [
    ['GET /faq', ['Host: evil.example'], 200],
    ['GET /faq', ['Host: evil.example:1337'], 200],
    ['GET /faq', ['Host: lotto.example.evil.example'], 200],
    ['GET /faq', ['Host: lotto.example', 'Host: evil.example'], 200],
    ['GET /faq', ['Host: evil.example', 'Host: lotto.example'], 200],
    ['GET /faq', ['Host: user@evil.example'], 200],
    ['GET /faq', ['Host: evil.example/..'], 200],
    ['GET /faq', ['Host: evil.example"><script>'], 200],
    ['GET /faq', ['Host:'], 200],
    ['GET /faq', [' Host: evil.example'], 400],
    ['GET /faq', ['Host : evil.example'], 400],
    ['GET /faq', ['Host: a\r\n evil.example'], 400],
    ['GET http://evil.example/faq', ['Host: lotto.example'], 400],
    ['GET https://lotto.example/faq', ['Host: evil.example'], 400],
    ['GET //evil.example/faq', ['Host: a'], 301],
    ['GET @evil.example/faq', ['Host: a'], 400],
    ['GET evil.example/faq', ['Host: a'], 400],
  ];

  it.each(hosts)('leaves cached pages unchanged: %s with %j returns %i', async (line, headers, status) => {
    site.deps.pageCache.delete('/faq');
    const said = await raw(line, headers);
    expect(statusOf(said)).toBe(status);
    const [head = ''] = said.split('\r\n\r\n');
    expect(head).not.toMatch(/^(?!location: \/)[^:\n]+:.*evil/im);
    expect(head).toMatch(status === 400 ? /^cache-control: no-store\r?$/im : /^cache-control: public/im);
    expect(bodyOf(said)).not.toContain('evil');
    const expectAfter = status === 200 ? expectUntouched : expectUncached;
    await expectAfter('/faq', headers.join());
  });
});

describe('request with a rejected or ignored part', () => {
  // biome-ignore format: a table
  const refusals: [name: string, line: string, headers: string[], status: number][] = [
    ['an over-long header', 'GET /faq', [`X-Evil: ${'a'.repeat(20_000)}`], 431],
    ['too many headers', 'GET /faq', Array.from({ length: 3000 }, (_, index) => `X-${index}: evil`), 431],
    ['an over-long cookie', 'GET /faq', [`Cookie: a=${'b'.repeat(20_000)}`], 431],
    ['an invalid header name', 'GET /faq', ['X Evil: 1'], 400],
    ['a control character', 'GET /faq', ['X-Evil: \u0001'], 400],
    ['two lengths', 'GET /faq', ['Content-Length: 1', 'Content-Length: 2'], 400],
    ['both length and chunks', 'GET /faq', ['Content-Length: 1', 'Transfer-Encoding: chunked'], 400],
    ['an unknown transfer coding', 'GET /faq', ['Transfer-Encoding: evil'], 400],
    ['another method', 'POST /faq', ['Content-Length: 0'], 405],
    ['another method', 'DELETE /faq', [], 405],
    ['another method', 'TRACE /faq', [], 405],
    ['another method', 'PURGE /faq', [], 405],
    ['an upgrade to another protocol', 'GET /faq', ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAAA'], 200],
    ['an upgrade to another protocol', 'GET /faq', ['Connection: Upgrade', 'Upgrade: websocket'], 200],
    ['an unknown Expect header', 'GET /faq', ['Expect: evil'], 200],
  ];

  it.each(refusals)('leaves the cached page unchanged: %s, %s', async (_name, line, headers, status) => {
    site.deps.pageCache.delete('/faq');
    const said = await raw(line, ['Host: a', ...headers]);
    expect(statusOf(said)).toBe(status);
    expect(said).toMatch(status === 200 ? /^cache-control: public/im : /^cache-control: no-store\r?$/im);
    expect(said).not.toContain('evil');
    const expectAfter = status === 200 ? expectUntouched : expectUncached;
    await expectAfter('/faq', line);
  });
});
