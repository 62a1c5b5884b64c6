import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ask, askRaw } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform, testKeys } from '../../helpers/platform.ts';
import { purgeToken, startSite, type TestSite } from '../../helpers/site.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../../helpers/upstream-proxy.ts';

const NOW = new Date('2026-11-21T12:02:00Z');
const trace = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${trace}-b7ad6b7169203331-01`;
/** Client data that must not appear in a log. */
const personal = {
  cookie: '__Host-session=the-sealed-session; auth_user=somebody',
  authorization: 'Bearer the-visitors-own-token',
  'x-api-key': 'a-key-that-leaked',
  'x-forwarded-for': '203.0.113.77',
  'user-agent': 'A Browser That Tells/1.0',
  referer: 'https://elsewhere.example/secret-page',
};

let platform: TestPlatform;
let proxy: UpstreamProxy;
let site: TestSite;

beforeAll(async () => {
  platform = await startPlatform({ now: NOW, historyDays: 8 });
  await platform.deps.engine.tick();
  proxy = await startUpstreamProxy(platform.url);
  site = await startSite({ platform: proxy, clock: platform.clock, warm: false });
});
afterEach(() => {
  proxy.treat(() => 'pass');
});
afterAll(async () => {
  await site?.close();
  await proxy?.close();
  await platform?.stop();
});

interface Line {
  msg: string;
  reqId?: string;
  [field: string]: unknown;
}
const lines = (of = site): Line[] =>
  of
    .logged()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const figure = async (name: string, of = site): Promise<number> => {
  const { text } = await ask(of.opsOrigin, '/metrics');
  const line = text.split('\n').find((one) => one.startsWith(`golden_lotto_${name} `));
  return Number(line?.split(' ')[1] ?? 0);
};
/**
 * Waits for the log line of a request. The site writes this line when the response ends. The client can receive the
 * response earlier.
 */
const answered = (id: string, of = site): Promise<Line> =>
  expect
    .poll(() => lines(of).find((line) => line.reqId === id && line.msg === 'answered'))
    .toBeTruthy()
    .then(() => lines(of).find((line) => line.reqId === id && line.msg === 'answered') ?? { msg: '' });

describe('request log', () => {
  it('contains the same trace id for a request and its upstream call', async () => {
    proxy.seen.length = 0;
    await ask(site.origin, '/legal', { headers: { traceparent, tracestate: 'congo=t61rcWkgMzE' } });
    const line = await answered(trace);
    expect(line).toMatchObject({ method: 'GET', route: 'page', status: 200, cache: 'miss-stored' });
    expect(line['ms']).toBeTypeOf('number');
    const asked = proxy.seen.filter(({ url }) => url.includes('/legal.json'));
    expect(asked).toHaveLength(1);
    expect(asked[0]?.headers).toMatchObject({
      traceparent: expect.stringMatching(new RegExp(`^00-${trace}-(?!b7ad6b7169203331)[0-9a-f]{16}-01$`)),
      tracestate: 'congo=t61rcWkgMzE',
    });
  });

  it('contains a new trace id if the request has no valid trace id', async () => {
    proxy.seen.length = 0;
    const before = lines().length;
    await ask(site.origin, '/faq', {
      headers: { traceparent: 'chosen-by-me', 'x-request-id': 'chosen-by-me' },
    });
    await expect
      .poll(() =>
        lines()
          .slice(before)
          .some(({ msg }) => msg === 'answered'),
      )
      .toBe(true);
    const line = lines()
      .slice(before)
      .find(({ msg }) => msg === 'answered');
    expect(line?.reqId).toMatch(/^[0-9a-f]{32}$/);
    const asked = proxy.seen.find(({ url }) => url.includes('/faq.json'));
    expect(asked?.headers['traceparent']).toContain(`00-${line?.reqId}-`);
    expect(site.logged()).not.toContain('chosen-by-me');
  });

  it('records `miss-collapsed` for a request that joins the upstream call of another request', async () => {
    const mayGo = Promise.withResolvers<void>();
    proxy.treat(({ url }) => (url.includes('/aboutus.json') ? { after: mayGo.promise } : 'pass'));
    const first = ask(site.origin, '/aboutus', { headers: { traceparent } });
    await expect.poll(() => proxy.count('/aboutus.json')).toBe(1);
    const other = '1'.repeat(32);
    const second = ask(site.origin, '/aboutus', {
      headers: { traceparent: `00-${other}-b7ad6b7169203331-01` },
    });
    mayGo.resolve();
    await Promise.all([first, second]);
    const asked = proxy.seen.filter(({ url }) => url.includes('/aboutus.json'));
    expect(asked).toHaveLength(1);
    expect(asked[0]?.headers['traceparent']).toContain(trace);
    expect(await answered(other)).toMatchObject({ cache: 'miss-collapsed' });
  });

  it('records a failed page with the trace id of its request', async () => {
    proxy.treat(() => 'fail');
    const id = '2'.repeat(32);
    const { status } = await ask(site.origin, '/results?from=2026-11-18&to=2026-11-19', {
      headers: { traceparent: `00-${id}-b7ad6b7169203331-00` },
    });
    expect(status).toBe(503);
    expect(await answered(id)).toMatchObject({ status: 503, cache: 'error' });
    expect(lines().find(({ reqId, msg }) => reqId === id && msg === 'page could not be made')).toMatchObject({
      err: { type: 'UpstreamError', upstream: 'platform' },
    });
  });
});

describe('cache hit', () => {
  it('is counted, but only one in a thousand is logged', async () => {
    // The test sends two requests, because the first response is sent before the page is cached. The second response
    // comes from the cache.
    await ask(site.origin, '/privacypolicy');
    await ask(site.origin, '/privacypolicy');
    const hits = 'requests_total{route="page",cache="hit-fresh"}';
    const before = await figure(hits);
    const linesBefore = lines().length;
    const burst = async () => {
      for (let count = 0; count < 200; count++) await ask(site.origin, '/privacypolicy');
    };
    await Promise.all([burst(), burst(), burst(), burst(), burst()]);
    expect((await figure(hits)) - before).toBe(1000);
    const sampled = lines()
      .slice(linesBefore)
      .filter(({ msg }) => msg === 'answered');
    expect(sampled).toHaveLength(1);
    expect(sampled[0]).toMatchObject({ sampled: 1000, route: 'page', cache: 'hit-fresh', status: 200 });
    expect(sampled[0]?.reqId).toMatch(/^[0-9a-f]{32}$/);
  });

  it('is counted separately if the response is a 304', async () => {
    const { etag } = (await ask(site.origin, '/privacypolicy')).headers;
    const before = await figure('requests_total{route="page",cache="hit-304"}');
    await ask(site.origin, '/privacypolicy', { headers: { 'if-none-match': etag } });
    expect(await figure('requests_total{route="page",cache="hit-304"}')).toBe(before + 1);
    for (let count = 0; count < 3; count++) await ask(site.origin, '/results/latest.json');
    expect(await figure('requests_total{route="latest",cache="hit-fresh"}')).toBeGreaterThanOrEqual(1);
  });
});

it('health probes are counted but not logged', async () => {
  const before = lines().length;
  await ask(site.origin, '/healthz');
  await ask(site.origin, '/readyz');
  expect(await figure('requests_total{route="health",cache="none"}')).toBe(2);
  expect(lines().slice(before)).toEqual([]);
});

it('metrics count rejected requests, redirects and files separately', async () => {
  const wrong = await askRaw(site.origin, 'GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(wrong).toContain(' 400 ');
  await ask(site.origin, '/faq', { method: 'PUT' });
  await ask(site.origin, '/faq/');
  await ask(site.origin, '/robots.txt');
  await expect.poll(() => figure('requests_total{route="file",cache="none"}')).toBe(1);
  expect(await figure('requests_total{route="page",cache="none"}')).toBe(1);
  expect(
    (await figure('requests_total{route="other",cache="refused"}')) +
      (await figure('requests_total{route="page",cache="refused"}')),
  ).toBe(2);
});

it('the log contains no personal data of clients and no secret of the site', async () => {
  const paths = [
    '/',
    '/?q=what-i-looked-for',
    '/results?from=2026-11-17&to=2026-11-18&secret=what-i-looked-for',
    '/nowhere/what-i-looked-for',
    '/%zz',
    '//evil',
    '/robots.txt',
    '/assets/what-i-looked-for.js',
  ];
  for (const treatment of ['pass', 'fail', 'cut', 'nonsense'] as const) {
    proxy.treat(() => treatment);
    await site.purge(['results', 'cms:home', 'upcoming', 'winners', 'games']);
    for (const path of paths) await ask(site.origin, path, { headers: personal });
  }
  await ask(site.origin, '/faq', { method: 'POST', headers: personal, body: '{"password":"the-password"}' });
  await askRaw(site.origin, 'GET / HTTP/1.1\r\nHost: x\r\nCookie: the-sealed-session\r\nBad Header\r\n\r\n');
  await ask(site.opsOrigin, '/purge', {
    method: 'POST',
    headers: { authorization: `Bearer ${purgeToken}x` },
  });
  const logged = site.logged();
  expect(logged).toContain('"cache":"miss-');
  for (const secret of [testKeys.apiKey, testKeys.hash, purgeToken]) expect(logged).not.toContain(secret);
  for (const value of [
    'the-sealed-session',
    'the-visitors-own-token',
    'a-key-that-leaked',
    '203.0.113.77',
    '127.0.0.1:',
    'A Browser That Tells',
    'secret-page',
    'what-i-looked-for',
    'the-password',
  ])
    expect(logged.replaceAll(/Server listening at [^"]+/g, ''), value).not.toContain(value);
});

describe('draw metrics', () => {
  it('contain the time of the next draw of a game, and by how many seconds a draw is overdue', async () => {
    const upcoming = await platform.call('upcomingDraw', { action: 'upcomingDraw' });
    const jaldi =
      upcoming.body.success && upcoming.body.data.gameList.find(({ gameId }) => gameId === 'jaldi');
    if (!jaldi) throw new Error('no draw to come');
    const dueMs = Date.parse(jaldi.drawStartDate);
    const late = await startSite({ platform: proxy, clock: platform.clock, warm: false });
    expect(await figure('next_draw_timestamp_seconds{game="jaldi"}', late)).toBe(dueMs / 1000);
    expect(await figure('draw_overdue_seconds{game="jaldi"}', late)).toBe(0);
    expect(await figure('newest_draw_number{game="jaldi"}', late)).toBe(jaldi.drawNumber - 1);
    await expect.poll(() => figure('platform_stream_connected', late)).toBe(1);
    platform.clock.set(new Date(dueMs + 90_000));
    expect(await figure('draw_overdue_seconds{game="jaldi"}', late)).toBe(90);
    await platform.deps.engine.tick();
    await platform.deps.engine.tick();
    await expect.poll(() => figure('draw_overdue_seconds{game="jaldi"}', late)).toBe(0);
    expect(await figure('results_heard_total{game="jaldi"}', late)).toBe(1);
    expect(await figure('purge_lag_seconds_count{origin="event"}', late)).toBeGreaterThan(0);
    await late.close();
  });
});
