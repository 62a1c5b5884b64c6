import { Pool } from 'undici';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { menuPaths } from '../../../server/pages/frame.ts';
import type { LatestCards } from '../../../shared/pages/live.ts';
import { openStream } from '../../helpers/browser-stream.ts';
import { type Answer, type Ask, ask } from '../../helpers/http.ts';
import { describeWith } from '../../helpers/installed.ts';
import { type Drawn, drawNextJaldi } from '../../helpers/next-draw.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../../helpers/upstream-proxy.ts';
import { hasVarnish, startVarnish, type Varnish } from '../../helpers/varnish-server.ts';

/** A Saturday, 17:32 in Kolkata. The next draw is Golden Jaldi at 17:35. */
const NOW = new Date('2026-11-21T12:02:00Z');
const visibleWithinMs = 2000;

let platform: TestPlatform;
/** Proxy between the site and its platform. */
let upstream: UpstreamProxy;
/** Proxy between Varnish and the site. The proxy counts the requests to the site. */
let edge: UpstreamProxy;
let varnish: Varnish;
let site: TestSite;
let aheadMs = 0;

const get = (path: string, how: Ask = {}): Promise<Answer> => ask(varnish.url, path, how);
const isHit = ({ headers }: Pick<Answer, 'headers'>): boolean =>
  /varnish; hit; ttl=\d+$/.test(String(headers['cache-status']));
const newestJaldi = async (): Promise<number> => {
  const { cards }: LatestCards = JSON.parse((await get('/results/latest.json')).text);
  return cards.find(({ gameId }) => gameId === 'jaldi')?.drawNumber ?? 0;
};
const day = (back: number): string => new Date(NOW.getTime() - back * 86_400_000).toISOString().slice(0, 10);
/** Publishes the result of the next Jaldi draw. The platform sends this result to the site in the event stream. */
const publish = (): Promise<Drawn> => drawNextJaldi(platform);
const pagesSeen = (): number => edge.seen.filter(({ url }) => url !== '/readyz').length;

describeWith('varnishd', hasVarnish)('Varnish in front of the site', () => {
  beforeAll(async () => {
    platform = await startPlatform({ now: NOW, historyDays: 8 });
    await platform.deps.engine.tick();
    upstream = await startUpstreamProxy(platform.url);
    edge = await startUpstreamProxy(upstream.url);
    varnish = await startVarnish({ origins: [edge.url] });
    site = await startSite({
      platform: upstream,
      // The platform's clock jumps from draw to draw. The site has a separate clock that only the test moves, so that
      // no cached page expires unexpectedly.
      clock: { now: () => new Date(NOW.getTime() + aheadMs) },
      env: { CDN_PURGE_URL: varnish.purgeUrl, CDN_PURGE_TOKEN: varnish.purgeToken },
    });
    edge.retarget(site.origin);
    await vi.waitFor(async () => {
      if (!site.logged().includes("connected to the platform's event stream"))
        throw new Error('the site is not subscribed');
      if (!(await varnish.isWell())) throw new Error('Varnish has no site');
    }, 20_000);
    // When the site starts, it loads the newest results and purges the pages that depend on results. The test waits for
    // this purge, so that only the test causes later purges.
    await site.deps.cdn.settled();
  });
  afterAll(async () => {
    await varnish?.stop();
    await edge?.close();
    await site?.close();
    await upstream?.close();
    await platform?.stop();
  });

  it.each(['/', '/results', '/winners', '/results/latest.json', '/faq', '/legal'])(
    'sends the bytes of %s unchanged in three codings',
    async (path) => {
      for (const coding of ['br', 'gzip', 'identity']) {
        const headers = { 'accept-encoding': coding === 'br' ? 'gzip, deflate, br, zstd' : coding };
        // The site may stream the first response without an entity tag. The second response comes from the site's
        // cache.
        await ask(site.origin, path, { headers });
        const made = await ask(site.origin, path, { headers });
        await get(path, { headers });
        const kept = await get(path, { headers });
        expect(isHit(kept)).toBe(true);
        expect(kept.headers['content-encoding'] ?? 'identity').toBe(coding);
        expect(kept.headers['etag']).toBe(made.headers['etag']);
        expect(kept.bytes.equals(made.bytes)).toBe(true);

        const etag = String(kept.headers['etag']);
        const known = await get(path, { headers: { ...headers, 'if-none-match': etag } });
        expect([known.status, known.bytes.length]).toEqual([304, 0]);
        const head = await get(path, { headers, method: 'HEAD' });
        expect([head.status, head.headers['etag'], head.bytes.length]).toEqual([200, etag, 0]);
      }
    },
  );

  it('sends the same cached page to players, visitors and clients with any cookie', async () => {
    const visitor = await get('/');
    const seen = pagesSeen();
    for (const cookie of ['__Host-session=sealed; auth_user=1', 'lang=hi', 'campaigncode=x; _ga=GA1.2.3']) {
      const other = await get('/', { headers: { cookie } });
      expect(isHit(other)).toBe(true);
      expect(other.bytes.equals(visitor.bytes)).toBe(true);
    }
    expect(pagesSeen()).toBe(seen);
  });

  it('answers at least 99 % of public requests from its cache', async () => {
    const total = 3000;
    const ranges = Array.from(
      { length: 20 },
      (_, n) => `/results?from=${day((n % 10) + 5)}&to=${day(Math.floor(n / 10))}`,
    );
    const unknown = ['/wp-login.php', '/.env', '/admin', '/xmlrpc.php', '/old/results.html'];
    /**
     * Returns the path of the n-th request. Of all requests, 70 % are for the home page, 20 % for results and 10 % for
     * unknown paths.
     */
    const pathOf = (n: number): string => {
      const round = Math.floor(n / 10);
      if (n % 10 < 7) return '/';
      if (n % 10 < 9) return ranges[(round * 2 + (n % 10) - 7) % ranges.length] ?? '/';
      return unknown[round % unknown.length] ?? '/';
    };
    const seen = pagesSeen();
    const connections = 16;
    const pool = new Pool(varnish.url, { connections });
    const statuses = new Map<string, number>();
    let hits = 0;
    let next = 0;
    const visitUntil = async (end: number): Promise<void> => {
      while (next < end) {
        const { statusCode, headers, body } = await pool.request({
          path: pathOf(next++),
          method: 'GET',
          headers: { 'accept-encoding': 'br', cookie: `session=${next}` },
        });
        await body.dump();
        if (isHit({ headers })) hits++;
        // Count a 5xx status separately for each server that sent it. Varnish sends a Server header, and the site does
        // not.
        const status =
          statusCode < 500 ? `${statusCode}` : `${statusCode} ${String(headers['server'] ?? 'site')}`;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    // Site and platform run in the same process as the test. On a busy machine, loading all pages concurrently would
    // exceed the time limits of Varnish's probe and of the site's reads. Therefore the test first loads each page once,
    // one after another.
    await visitUntil(250);
    await Promise.all(Array.from({ length: connections }, () => visitUntil(total)));
    await pool.close();
    expect(Object.fromEntries(statuses)).toEqual({ 200: total * 0.9, 404: total * 0.1 });
    // The test counts the hits in the responses, because Varnish's own counters lag by seconds on a busy machine.
    expect(hits).toBeGreaterThanOrEqual(total * 0.99);
    expect(pagesSeen() - seen).toBeLessThanOrEqual(total * 0.01);
  });

  it('shows a published result within two seconds on every page that depends on it', async () => {
    const earlier = await publish();
    await expect.poll(newestJaldi, { timeout: 10_000 }).toBe(earlier.number);
    await site.deps.cdn.settled();
    const pages = ['/', '/results', '/results?game=jaldi', '/results/latest.json'];
    for (const path of pages) {
      await get(path);
      // The page is now cached with a long lifetime, so only the purge can refresh it.
      expect(isHit(await get(path))).toBe(true);
    }
    const { number } = await publish();
    const limit = { timeout: visibleWithinMs, interval: 10 };
    await expect.poll(newestJaldi, limit).toBe(number);
    const href = `/results/golden-jaldi/${number}`;
    for (const path of pages.slice(0, 3))
      await expect.poll(async () => (await get(path)).text.includes(href), limit).toBe(true);
  });

  it('keeps unrelated pages cached when a result is published', async () => {
    const others = ['/results?game=keno', '/faq', '/legal', '/results?game=pick3'];
    for (const path of others) expect((await get(path)).status).toBe(200);
    for (const path of others) expect(isHit(await get(path))).toBe(true);
    const { number } = await publish();
    await expect.poll(newestJaldi, { timeout: 10_000 }).toBe(number);
    await site.deps.cdn.settled();
    const seen = pagesSeen();
    for (const path of others) expect(isHit(await get(path))).toBe(true);
    expect(pagesSeen()).toBe(seen);
  });

  it('drops only the pages that an operator purges', async () => {
    for (const path of ['/faq', '/legal']) await get(path);
    await site.purge(['cms:faq']);
    await site.deps.cdn.settled();
    expect(isHit(await get('/faq'))).toBe(false);
    expect(isHit(await get('/faq'))).toBe(true);
    expect(isHit(await get('/legal'))).toBe(true);
  });

  it('forwards a published result to browsers with an open event stream', async () => {
    const stream = await openStream(`${varnish.url}/events`);
    expect(stream.headers['content-type']).toContain('text/event-stream');
    await expect.poll(() => stream.events.map(({ event }) => event)).toContain('hello');
    const { number } = await publish();
    const hasResult = () =>
      stream.events.some(({ event, data }) => event === 'result' && data.includes(`"drawNumber":${number}`));
    await expect.poll(hasResult, { timeout: 10_000 }).toBe(true);
    stream.close();
    await stream.ended;
  });

  it('serves cached public pages while the site is down', async () => {
    const paths = menuPaths(site.deps.config);
    for (const path of paths) await get(path);
    // Form pages need no data and have no cache tags, so they stay fresh without the platform. The test checks stale
    // copies only for the other pages.
    const answers = await Promise.all(paths.map((path) => ask(site.origin, path)));
    const withData = paths.filter((_path, index) => answers[index]?.headers['cache-tag']);
    expect(withData.length).toBeGreaterThan(10);
    // While the platform is down and the cached data is expired, the site sends old pages with `stale-if-error`.
    await upstream.down();
    aheadMs = 26 * 3_600_000;
    await site.purge(['results', 'upcoming', 'cms', 'games', 'winners']);
    await site.deps.cdn.settled();
    const seconds = /varnish; hit; ttl=-\d+(?:; detail=stale-if-error)?$/;
    for (const path of paths) {
      const { status, headers } = await get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(headers['cache-control']).toContain('stale-if-error');
    }
    // Now neither the platform nor the site is reachable.
    await edge.down();
    for (const path of paths) expect([path, (await get(path)).status]).toEqual([path, 200]);
    await expect.poll(() => varnish.isWell(), { timeout: 20_000 }).toBe(false);
    for (const path of withData)
      await expect.poll(async () => (await get(path)).headers['cache-status']).toMatch(seconds);
    for (const path of paths) expect([path, (await get(path)).status]).toEqual([path, 200]);
    await upstream.up();
    await edge.up();
    await expect
      .poll(async () => isHit(await get('/')) && isHit(await get('/results')), {
        timeout: 30_000,
        interval: 100,
      })
      .toBe(true);
    expect((await get('/never-asked-before')).status).toBe(404);
  });
});
