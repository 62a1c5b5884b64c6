import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { menuPaths } from '../../../server/pages/frame.ts';
import { type Answer, ask } from '../../helpers/http.ts';
import type { SeenRequest, UpstreamProxy } from '../../helpers/upstream-proxy.ts';
import { type PausedSites, startPausedSites } from './paused-sites.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A Saturday, 17:32 in Kolkata. */
const NOW = new Date('2026-11-21T12:02:00Z');

let sites: PausedSites;
let proxy: UpstreamProxy;
const start: PausedSites['start'] = (options) => sites.start(options);

beforeAll(async () => {
  sites = await startPausedSites(NOW);
  ({ proxy } = sites);
});
afterEach(() => sites.reset());
afterAll(() => sites?.stop());

/** The tests wait for up to 20 s, because the circuit breaker can stay open for 15 s. */
const patience = { timeout: 20_000, interval: 100 };
const statusOf = (answer: Answer): string => String(answer.headers['cache-status']);
const isContent = (name: string) => (seen: SeenRequest) => seen.url === `/cms/content/en/${name}.json`;
/** Adds a word to the titles of a CMS response. */
const retitled = (word: string) => ({
  change: (body: string) => body.replace(/"rendered":"/g, `"rendered":"${word} `),
});

describe('concurrent requests for an uncached page', () => {
  it('share one upstream request for each read', async () => {
    const { get } = await start();
    const answers = await Promise.all(Array.from({ length: 500 }, () => get('/')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const asked = proxy.seen.map(({ url, body }) => url + body);
    expect(asked.length).toBeGreaterThan(5);
    expect(new Set(asked).size).toBe(asked.length);
    const said = answers.map(statusOf);
    expect(said.filter((status) => status === 'golden-lotto; fwd=uri-miss; stored')).toHaveLength(1);
    expect(new Set(said.map((status) => status.replace(/ttl=\d+/, 'ttl')))).toEqual(
      new Set([
        'golden-lotto; fwd=uri-miss; stored',
        'golden-lotto; fwd=uri-miss; collapsed',
        ...(said.some((status) => status.includes('hit')) ? ['golden-lotto; hit; ttl'] : []),
      ]),
    );
  });

  it('load each upstream value only once, even if several pages need it', async () => {
    const { get } = await start();
    await Promise.all(['/', '/games', '/games/golden-keno', '/winners', '/results/latest.json'].map(get));
    const asked = proxy.seen.map(({ url, body }) => url + body);
    expect(new Set(asked).size).toBe(asked.length);
  });
});

describe('stale page', () => {
  it('is sent at once while a background load replaces it', async () => {
    const { get, getLater, advance } = await start({ holding: ['/faq'] });
    const before = await get('/faq');
    const held = Promise.withResolvers<void>();
    let changed = 0;
    proxy.treat((seen) => {
      if (!isContent('faq')(seen)) return 'pass';
      changed++;
      return { after: held.promise };
    });
    advance(6 * MINUTE_MS);
    const stale = await Promise.all(Array.from({ length: 20 }, () => get('/faq')));
    for (const answer of stale) {
      expect(answer.status).toBe(200);
      expect(answer.text).toBe(before.text);
      expect(answer.headers['cache-control']).toContain('s-maxage=1,');
      expect(Number(/ttl=(-?\d+)/.exec(statusOf(answer))?.[1])).toBeLessThan(0);
    }
    await expect.poll(() => changed).toBe(1);
    proxy.treat((seen) => (isContent('faq')(seen) ? retitled('Anew') : 'pass'));
    held.resolve();
    await expect.poll(async () => statusOf(await getLater('/faq')), patience).toMatch(/hit; ttl=\d/);
  });

  it('is replaced by the changed content after the background load', async () => {
    const { get, getLater, advance } = await start({ holding: ['/faq'] });
    expect((await get('/faq')).text).not.toContain('Renewed');
    proxy.treat((seen) => (isContent('faq')(seen) ? retitled('Renewed') : 'pass'));
    advance(6 * MINUTE_MS);
    expect((await get('/faq')).text).not.toContain('Renewed');
    await expect.poll(async () => (await getLater('/faq')).text, patience).toContain('Renewed');
  });
});

describe('purge', () => {
  it('causes the next request to return the changed content', async () => {
    const { site, get } = await start({ holding: ['/faq', '/legal'] });
    const [faq, legal] = [await get('/faq'), await get('/legal')];
    proxy.treat((seen) => (seen.url.startsWith('/cms/') ? retitled('Edited') : 'pass'));
    await site.purge(['cms:faq']);
    proxy.seen.length = 0;
    const after = await get('/faq');
    expect(after.text).toContain('Edited');
    expect(after.headers.etag).not.toBe(faq.headers.etag);
    expect(statusOf(await get('/legal'))).toMatch(/hit; ttl=\d/);
    expect((await get('/legal')).text).toBe(legal.text);
    expect(proxy.seen.map(({ url }) => url)).toEqual(['/cms/content/en/faq.json']);
  });

  it('of a parent tag also purges the pages that have only a child tag', async () => {
    const { site, get } = await start();
    const paths = ['/faq', '/legal', '/games/golden-keno', '/blogs'];
    for (const path of paths) expect((await get(path)).text, path).not.toContain('Edited');
    proxy.treat((seen) => (seen.url.startsWith('/cms/') ? retitled('Edited') : 'pass'));
    await site.purge(['cms']);
    for (const path of paths) expect((await get(path)).text, path).toContain('Edited');
  });

  it('lets the site serve the old page as stale-if-error if the load fails', async () => {
    const { site, get } = await start();
    const before = await get('/faq');
    proxy.treat((seen) => (seen.url.startsWith('/cms/') ? 'fail' : 'pass'));
    await site.purge(['cms:faq']);
    const after = await get('/faq');
    expect(after).toMatchObject({ status: 200, text: before.text });
    expect(statusOf(after)).toMatch(/^golden-lotto; hit; ttl=-\d+; detail=stale-if-error$/);
    expect(after.headers['cache-control']).toContain('s-maxage=1');
  });

  it('marks a response as stale if it was being loaded during the purge', async () => {
    const { site, get } = await start();
    const release = Promise.withResolvers<void>();
    proxy.treat(({ url }) => (url.endsWith('/winners') ? { after: release.promise } : 'pass'));
    const first = get('/winners');
    // Wait until the games, the page's text and the next draws are cached. At this moment the site is still loading
    // the winners.
    await expect.poll(() => site.deps.dataCache.entries).toBe(3);
    await site.purge(['cms:winners']);
    release.resolve();
    const answer = await first;
    expect(answer.headers['cache-control']).toMatch(/s-maxage=1, stale-if-error=\d+$/);
    expect(answer.headers['cdn-cache-control']).toMatch(/^max-age=1, stale-if-error=\d+$/);
    expect(statusOf(answer)).toMatch(/; detail=stale-if-error$/);
    proxy.treat((seen) => (isContent('winners')(seen) ? retitled('Edited') : 'pass'));
    expect((await get('/winners')).text).toContain('Edited');
  });

  it('keeps a page out of the cache in hard mode if the page began to load before the purge', async () => {
    const { site, get } = await start();
    const release = Promise.withResolvers<void>();
    proxy.treat(({ url }) => (url.endsWith('/winners') ? { after: release.promise } : 'pass'));
    const first = get('/winners');
    await expect.poll(() => site.deps.dataCache.entries).toBe(3);
    const waiting = get('/winners');
    await get('/healthz');
    await site.purge(['winners', 'cms:winners'], { hard: true });
    release.resolve();
    for (const answer of [await first, await waiting]) {
      expect(answer.status).toBe(200);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers).not.toHaveProperty('cdn-cache-control');
      expect(statusOf(answer)).toMatch(/^golden-lotto; fwd=uri-miss/);
    }
    expect(statusOf(await get('/winners'))).toBe('golden-lotto; fwd=uri-miss; stored');
  });

  it('deletes the cached page in hard mode, so that a failed load returns 503', async () => {
    const { site, get } = await start({ holding: ['/faq', '/legal'] });
    proxy.treat((seen) => (seen.url.startsWith('/cms/') ? 'fail' : 'pass'));
    await site.purge(['cms:faq'], { hard: true });
    const after = await get('/faq');
    expect(after.status).toBe(503);
    expect((await get('/legal')).status).toBe(200);
  });

  it('removes a page that no longer exists in the CMS', async () => {
    const { site, get } = await start();
    const list = await get('/blogs');
    const [, slug = ''] = /href="\/blogs\/([a-z0-9-]+)"/.exec(list.text) ?? [];
    expect((await get(`/blogs/${slug}`)).status).toBe(200);
    proxy.treat((seen) =>
      isContent('blogs')(seen)
        ? { change: (body) => body.replaceAll(`"slug":"${slug}"`, '"slug":"another"') }
        : 'pass',
    );
    await site.purge(['cms:blogs']);
    expect((await get(`/blogs/${slug}`)).status).toBe(404);
    expect((await get('/blogs')).text).not.toContain(`/blogs/${slug}"`);
  });

  it('is rejected without a valid token', async () => {
    const { site, get } = await start({ holding: ['/faq'] });
    for (const authorization of ['', 'Bearer wrong', 'Basic eA==']) {
      const answer = await ask(site.opsOrigin, '/purge', {
        method: 'POST',
        headers: { authorization },
        body: '{"tags":["cms"]}',
      });
      expect(answer.status).toBe(401);
    }
    expect((await ask(site.origin, '/purge', { method: 'POST', body: '{"tags":["cms"]}' })).status).toBe(405);
    expect(statusOf(await get('/faq'))).toMatch(/hit; ttl=\d/);
  });
});

describe('unreachable or failing platform', () => {
  it('does not stop the site from serving expired cached pages', async () => {
    const { site, get, getLater, advance } = await start({ warm: true });
    const paths = [...menuPaths(site.deps.config), '/results/latest.json'];
    const before = new Map<string, string>();
    for (const path of paths) before.set(path, (await get(path)).text);
    await proxy.down();
    for (const later of [MINUTE_MS, 2 * HOUR_MS, 3 * DAY_MS]) {
      advance(later);
      for (const path of paths) {
        const answer = await get(path);
        expect(answer.status, path).toBe(200);
        expect(answer.text, path).toBe(before.get(path));
      }
    }
    const said = await get('/');
    expect(statusOf(said)).toContain('detail=stale-if-error');
    await proxy.up();
    await expect.poll(async () => statusOf(await getLater('/')), patience).toMatch(/hit; ttl=\d/);
  });

  it('makes an uncached page return 503 within the time limit', async () => {
    const { site, get } = await start();
    await proxy.down();
    const answer = await get('/games/golden-keno');
    expect(answer.status).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text).toContain('</html>');
    expect(answer.text).toContain('<h1');
    expect(answer.text).not.toMatch(/ECONN|127\.0\.0\.1|UpstreamError|stack|at .*\.ts/);
    expect((await ask(site.opsOrigin, '/healthz')).status).toBe(200);
    await proxy.up();
    await expect.poll(async () => (await get('/games/golden-keno')).status, patience).toBe(200);
  });

  it('makes the home page omit its optional parts', async () => {
    const { site, get } = await start();
    proxy.treat(({ url }) => (url.startsWith('/cms/') || url.endsWith('/winners') ? 'fail' : 'pass'));
    const home = await get('/');
    expect(home.status).toBe(200);
    expect(Number(/s-maxage=(\d+)/.exec(home.headers['cache-control'] ?? '')?.[1])).toBeLessThanOrEqual(5);
    expect(site.logged()).not.toContain('page could not be made');
  });

  it('never makes an incomplete page replace a complete cached page', async () => {
    const { get, advance } = await start({ holding: ['/games/golden-keno'] });
    const before = await get('/games/golden-keno');
    // On the next day the page needs a read with a different date range. The cache contains no response to this read,
    // not even an old one.
    advance(DAY_MS);
    proxy.treat(({ url }) => (url.endsWith('/result') ? 'fail' : 'pass'));
    const after = await get('/games/golden-keno');
    expect(after).toMatchObject({ status: 200, text: before.text });
    expect(statusOf(after)).toContain('detail=stale-if-error');
    const lesser = await get('/games/golden-daily');
    expect(lesser.status).toBe(200);
    expect(lesser.headers['cache-control']).toContain('s-maxage=5');
  });
});

describe('misbehaving platform', () => {
  for (const how of ['fail', 'nonsense', 'cut'] as const) {
    it(`affects only uncached pages, which return 503: ${how}`, async () => {
      const { site, get, getLater } = await start();
      const before = await get('/results');
      proxy.treat(() => how);
      await site.purge(['results', 'upcoming', 'games', 'cms']);
      const after = await get('/results');
      expect(after).toMatchObject({ status: 200, text: before.text });
      expect(statusOf(after)).toContain('stale-if-error');
      const cold = await get('/results?game=keno&from=2026-11-18');
      expect(cold.status).toBe(503);
      proxy.treat(() => 'pass');
      await expect
        .poll(async () => (await getLater('/results?game=keno&from=2026-11-18')).status, patience)
        .toBe(200);
    });
  }

  it('never delays a client that can receive an old copy', async () => {
    const { site, get } = await start();
    const before = await get('/results');
    proxy.treat(({ url }) => (url.startsWith('/cms/') ? 'drip' : 'hang'));
    await site.purge(['results', 'upcoming', 'games', 'cms']);
    const [after, cold] = await Promise.all([get('/results'), get('/results?game=keno&from=2026-11-18')]);
    expect(after).toMatchObject({ status: 200, text: before.text });
    expect(cold.status).toBe(503);
  });
});
