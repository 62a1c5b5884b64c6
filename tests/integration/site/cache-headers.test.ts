import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readSiteConfig, type SiteConfig } from '../../../server/config/site-config.ts';
import { type ResourceName, resourceEntries } from '../../../shared/resources.ts';
import { type Answer, ask } from '../../helpers/http.ts';
import { authHeaders, startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../../helpers/upstream-proxy.ts';

/** A Saturday, 17:32 in Kolkata: Golden Jaldi is drawn next, at 17:35. */
const NOW = Date.parse('2026-11-21T12:02:00Z');
const BEFORE_DRAW = Date.parse('2026-11-21T12:04:50Z');
/** Long after the next draws that the platform announced: they are under way and results may arrive at any moment. */
const BEFORE_MIDNIGHT = Date.parse('2026-11-21T18:29:50Z');
const WEEK = 604_800;
/** Longer than any page is fresh or stale-while-revalidate, and still the same day. */
const OUTAGE = 3 * 3600;

interface Row {
  route: ResourceName;
  path: string;
  status?: 301 | 302 | 422;
  /** Seconds: freshness lifetime, then stale-while-revalidate. */
  life: [number, number];
  /** Freshness lifetime in seconds, 10 s before the next draw and 10 s before the site's midnight. */
  near: [draw: number, midnight: number];
  tags: string;
}

const cms = (...names: string[]) =>
  names.map((name, index) => `cms:${name}${index === 0 ? ',cms:*' : ''}`).join(',');
const keno = 'results:keno,results:*';

/**
 * Every public page with the lifetimes and tags in its cache headers. Private pages are not cached; they are in the
 * second table.
 */
// biome-ignore format: a table
const pages: Row[] = [
  { route: 'home', path: '/', life: [30, 30], near: [10, 5], tags: `${cms('blogs', 'home', 'promotions')},games,results,upcoming,winners` },
  { route: 'results', path: '/results', life: [60, 60], near: [10, 5], tags: `${cms('results')},games,results` },
  { route: 'results', path: '/results?game=keno', life: [60, 60], near: [60, 5], tags: `${cms('results')},games,${keno}` },
  { route: 'results', path: '/results?from=2026-11-20&to=2026-11-20', life: [60, 60], near: [10, 5], tags: `${cms('results')},games,results` },
  { route: 'results', path: '/results?game=keno&cursor=none', status: 302, life: [300, 3600], near: [300, 10], tags: `${cms('results')},games,${keno}` },
  { route: 'results', path: '/results?from=2199-01-01', status: 422, life: [10, 0], near: [10, 10], tags: `${cms('results')},games` },
  { route: 'results', path: `/results?game=${'9'.repeat(200)}`, status: 422, life: [10, 0], near: [10, 10], tags: `${cms('results')},games` },
  { route: 'latest', path: '/results/latest.json', life: [30, 30], near: [10, 5], tags: 'games,results,upcoming' },
  { route: 'sitemap', path: '/sitemap.xml', life: [300, 3600], near: [300, 10], tags: `${cms('blogs', 'promotions')},games` },
  { route: 'gameResults', path: '/results/golden-keno', status: 301, life: [600, 3600], near: [600, 10], tags: 'games' },
  { route: 'draw', path: '/results/golden-keno/NEWEST', life: [60, 60], near: [60, 5], tags: `games,${keno}` },
  { route: 'draw', path: '/results/golden-keno/SETTLED', life: [600, 3600], near: [600, 10], tags: 'draws:keno,draws:*,games' },
  { route: 'winners', path: '/winners', life: [120, 300], near: [10, 5], tags: `${cms('winners')},winners` },
  { route: 'games', path: '/games', life: [30, 30], near: [10, 5], tags: `${cms('games')},games,upcoming` },
  { route: 'games', path: '/games?game=golden-keno', life: [30, 30], near: [10, 5], tags: `${cms('games', 'games-golden-keno')},games,${keno},upcoming` },
  { route: 'game', path: '/games/golden-keno', life: [30, 30], near: [10, 5], tags: `${cms('games', 'games-golden-keno')},games,${keno},upcoming` },
  { route: 'blogs', path: '/blogs', life: [300, 3600], near: [300, 10], tags: cms('blogs') },
  { route: 'blogs', path: '/blogs?blog=odds-explained', life: [300, 3600], near: [300, 10], tags: cms('blogs', 'blogs-odds-explained') },
  { route: 'blog', path: '/blogs/odds-explained', life: [300, 3600], near: [300, 10], tags: cms('blogs', 'blogs-odds-explained') },
  { route: 'promotions', path: '/promotions', life: [300, 3600], near: [300, 10], tags: cms('promotions') },
  { route: 'promotion', path: '/promotions/welcome-bonus', life: [300, 3600], near: [300, 10], tags: cms('promotions', 'promotions-welcome-bonus') },
  { route: 'static', path: '/faq', life: [300, 3600], near: [300, 10], tags: cms('faq') },
];

/** Every header that influences a cache. */
const caching = [
  'cache-control',
  'cdn-cache-control',
  'surrogate-control',
  'cache-tag',
  'cache-status',
  'etag',
  'last-modified',
  'expires',
  'pragma',
  'age',
  'vary',
  'set-cookie',
  'retry-after',
];
const cachingOf = ({ status, headers }: Answer) => ({
  status,
  ...Object.fromEntries(caching.flatMap((name) => (headers[name] ? [[name, headers[name]]] : []))),
});
const strong = expect.stringMatching(/^"[\w-]{22}(?:-br|-gz)?"$/);

/** The headers of a page with these remaining lifetimes in seconds. Headers that are left out must be absent. */
const kept = (row: Row, status: string, [fresh, stale, onError]: [number, number, number]) => {
  const old =
    (stale > 0 ? `, stale-while-revalidate=${stale}` : '') +
    (onError > 0 ? `, stale-if-error=${onError}` : '');
  return {
    status: row.status ?? 200,
    'cache-control': `public, max-age=0, s-maxage=${fresh}${old}`,
    'cdn-cache-control': `max-age=${fresh}${old}`,
    'cache-tag': row.tags,
    'cache-status': `golden-lotto; ${status}`,
    vary: 'Accept-Encoding',
    ...(row.status ? {} : { etag: strong }),
  };
};
/** A 422 is fresh for 10 s and never served stale on error. */
const onErrorOf = ({ status }: Row) => (status === 422 ? 0 : WEEK);
const lasting = pages.filter(({ status }) => status !== 422);
const tagHeads = ['cms', 'results', 'draws', 'games', 'upcoming', 'winners'];

let platform: TestPlatform;
let proxy: UpstreamProxy;
let content: Server;
let contentUrl: string;
const numbers = { NEWEST: '', SETTLED: '' };
const open: TestSite[] = [];

/** Adds a second language with the English texts where only one ships, since pages cache alike in each language. */
const secondLanguage = ({ boot, locales }: SiteConfig): void => {
  const [english] = boot.languages;
  const words = locales.get('en');
  if (!english || !words) throw new Error('no English');
  if (boot.languages.some(({ code }) => code === 'hi')) return;
  boot.languages.push({ ...english, code: 'hi', locale: 'hi-IN', isDefault: false });
  locales.set('hi', words);
};

beforeAll(async () => {
  platform = await startPlatform({ now: new Date(NOW), historyDays: 8 });
  await platform.deps.engine.tick();
  proxy = await startUpstreamProxy(platform.url);
  content = createServer((req, res) => {
    fetch(proxy.url + (req.url ?? '').replace(/\/content\/[a-z]+\//, '/content/en/'), {
      headers: authHeaders,
    })
      .then(async (answer) => res.writeHead(answer.status).end(await answer.text()))
      .catch(() => res.destroy());
  });
  await new Promise<void>((resolve) => content.listen(0, '127.0.0.1', resolve));
  const address = content.address();
  contentUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const site = await start();
  const { text } = await ask(site.origin, '/results/latest.json');
  const [, newest = '0'] = /"\/results\/golden-keno\/(\d+)"/.exec(text) ?? [];
  Object.assign(numbers, { NEWEST: newest, SETTLED: String(Number(newest) - 3) });
});
afterEach(async () => {
  proxy.treat(() => 'pass');
  await proxy.up();
  for (const site of open.splice(0)) await site.close();
});
afterAll(async () => {
  content?.closeAllConnections();
  content?.close();
  await proxy?.close();
  await platform?.stop();
});

/** Starts a site with its own clock and the `holding` pages in its cache. */
async function start({ now = NOW, holding = [] as string[], maintenance = false } = {}) {
  let nowMs = now;
  const site = await startSite({
    platform: proxy,
    env: { SITE_URL: 'https://lotto.example', CMS_URL: contentUrl },
    clock: { now: () => new Date(nowMs) },
    config: (config) => {
      secondLanguage(config);
      config.setup.maintenance = maintenance;
    },
    warm: false,
    live: false,
  });
  open.push(site);
  // Requested twice: the first answer is sent before its page is cached.
  for (const path of [...holding, ...holding]) await ask(site.origin, path);
  return Object.assign(site, {
    advance: (seconds: number) => {
      nowMs += seconds * 1000;
    },
  });
}

const { boot } = readSiteConfig(fileURLToPath(new URL('../../../config', import.meta.url)));
const shipped = boot.languages.filter(({ code }) => code !== boot.defaultLanguage);
const prefixes = ['', ...new Set(['/hi', ...shipped.map(({ code }) => `/${code}`)])];
const pathOf = ({ path }: Row, prefix = ''): string =>
  prefix +
  (path === '/' && prefix ? '' : path).replace('NEWEST', numbers.NEWEST).replace('SETTLED', numbers.SETTLED);
const isStreamed = ({ route, status }: Row) =>
  route !== 'latest' && route !== 'sitemap' && status !== 301 && status !== 302;
const whole = (row: Row): [number, number, number] => [...row.life, onErrorOf(row)];

it('the table of cached pages contains every public page', () => {
  expect(new Set(pages.map(({ route }) => route))).toEqual(
    new Set(resourceEntries.filter(([, resource]) => resource.kept).map(([name]) => name)),
  );
});

describe('cache headers of a page', () => {
  it('omit the entity tag for the first client of a cold page, which is streamed, and send it to clients that waited', async () => {
    const site = await start();
    for (const row of pages) {
      const path = pathOf(row);
      // Everything is purged, so every read reaches the upstream and is held there.
      await site.purge(tagHeads, { hard: true });
      const release = Promise.withResolvers<void>();
      proxy.seen.length = 0;
      proxy.treat(() => ({ after: release.promise }));
      const first = ask(site.origin, path);
      await expect.poll(() => proxy.seen.length).toBeGreaterThan(0);
      const waiting = [ask(site.origin, path), ask(site.origin, path)];
      await ask(site.origin, '/healthz');
      release.resolve();
      const { etag, ...streamed } = kept(row, 'fwd=uri-miss; stored', whole(row));
      const stored = isStreamed(row) || etag === undefined ? streamed : { ...streamed, etag };
      expect(cachingOf(await first), path).toEqual(stored);
      for (const answer of await Promise.all(waiting))
        expect(cachingOf(answer), path).toEqual(kept(row, 'fwd=uri-miss; collapsed', whole(row)));
    }
  });

  it.each(prefixes)(
    'state the remaining lifetime of a cached page, for GET, HEAD and 304 alike: %s/',
    async (prefix) => {
      const site = await start();
      for (const row of pages) {
        const head = await ask(site.origin, pathOf(row, prefix), { method: 'HEAD' });
        expect(cachingOf(head), row.path).toEqual(kept(row, 'fwd=uri-miss; stored', whole(row)));
      }
      site.advance(7);
      for (const row of pages) {
        const path = pathOf(row, prefix);
        const left = row.life[0] - 7;
        const hit = kept(row, `hit; ttl=${left}`, [left, row.life[1], onErrorOf(row)]);
        const answer = await ask(site.origin, path);
        expect(cachingOf(answer), path).toEqual(hit);
        const head = await ask(site.origin, path, { method: 'HEAD' });
        expect([cachingOf(head), head.bytes.length], path).toEqual([hit, 0]);
        const headers = { 'if-none-match': answer.headers.etag ?? '*' };
        const again = await ask(site.origin, path, { headers });
        expect(cachingOf(again), path).toEqual({ ...hit, status: row.status ?? 304 });
      }
    },
  );

  it('allow a stale page for one second and state the rest of its stale-while-revalidate time', async () => {
    const rows = lasting.toSorted((one, other) => one.life[0] - other.life[0]);
    const site = await start({ holding: rows.map((row) => pathOf(row)) });
    let passed = 0;
    for (const row of rows) {
      const [fresh, stale] = row.life;
      site.advance(fresh + 5 - passed);
      passed = fresh + 5;
      const answer = await ask(site.origin, pathOf(row));
      expect(cachingOf(answer), row.path).toEqual(kept(row, 'hit; ttl=-5', [1, stale - 5, WEEK - 5]));
    }
  });

  it('allow a page for one second and no revalidation while all upstreams are down', async () => {
    const site = await start({ holding: lasting.map((row) => pathOf(row)) });
    await proxy.down();
    site.advance(OUTAGE);
    for (const row of lasting) {
      const passed = OUTAGE - row.life[0];
      const old = kept(row, `hit; ttl=-${passed}; detail=stale-if-error`, [1, 0, WEEK - passed]);
      // The first client may get the page streamed while it is rendered again from old data.
      const { etag: _etag, ...streamed } = old;
      expect([streamed, old], row.path).toContainEqual(cachingOf(await ask(site.origin, pathOf(row))));
      expect(cachingOf(await ask(site.origin, pathOf(row))), row.path).toEqual(old);
    }
  });

  it('state a full lifetime after a purge, and one second for the old copy while all upstreams are down', async () => {
    const site = await start({ holding: lasting.map((row) => pathOf(row)) });
    await site.purge(tagHeads);
    for (const row of lasting) {
      const { etag: _etag, ...anew } = kept(row, 'fwd=stale; stored', whole(row));
      expect(cachingOf(await ask(site.origin, pathOf(row))), row.path).toMatchObject(anew);
      await ask(site.origin, pathOf(row));
    }
    await proxy.down();
    await site.purge(tagHeads);
    for (const row of lasting) {
      await ask(site.origin, pathOf(row));
      const old = kept(row, 'hit; ttl=-1; detail=stale-if-error', [1, 0, WEEK]);
      expect(cachingOf(await ask(site.origin, pathOf(row))), row.path).toEqual(old);
    }
  });

  it('say no-store and retry after 10 s for a page that cannot be loaded', async () => {
    const site = await start();
    await proxy.down();
    const failed = { status: 503, 'cache-control': 'no-store', 'retry-after': '10' };
    for (const row of pages) {
      for (const method of ['GET', 'HEAD'])
        expect(cachingOf(await ask(site.origin, pathOf(row), { method })), row.path).toEqual(failed);
    }
  });

  it.each([
    ['the next draw', BEFORE_DRAW, 0],
    ['the site’s midnight', BEFORE_MIDNIGHT, 1],
  ] as const)('state no freshness beyond %s', async (_border, now, column) => {
    const site = await start({ now });
    for (const row of pages) {
      const { headers } = await ask(site.origin, pathOf(row));
      const [, fresh] = /s-maxage=(\d+)/.exec(headers['cache-control'] ?? '') ?? [];
      expect(`${row.path} ${fresh}`).toBe(`${row.path} ${row.near[column]}`);
    }
  });

  it('say no-store and retry after 600 s on a site in maintenance', async () => {
    const site = await start({ maintenance: true });
    const closed = { status: 503, 'cache-control': 'no-store', 'retry-after': '600' };
    for (const path of [...pages.map((row) => pathOf(row)), '/nowhere', '/account', '//faq'])
      expect(cachingOf(await ask(site.origin, path)), path).toEqual(closed);
  });
});

const weak = expect.stringMatching(/^W\/"[\w-]+"$/);
const day = { 'cache-control': 'public, max-age=86400', etag: weak, 'last-modified': expect.any(String) };
const file = { ...day, vary: 'accept-encoding' };
const year = { ...file, 'cache-control': 'public, max-age=31536000, immutable' };
const revalidated = { 'cache-control': 'no-cache', etag: strong };
const notKept = { 'cache-control': 'no-store' };
const playersOwn = { 'cache-control': 'private, no-store' };
const moved = { 'cache-control': 'public, max-age=3600', 'cdn-cache-control': 'max-age=3600' };
const nowhere = {
  'cache-control': 'public, max-age=0, s-maxage=10',
  'cdn-cache-control': 'max-age=10',
  'cache-status': 'golden-lotto; hit; ttl=10',
  vary: 'Accept-Encoding',
};

/** All other addresses. SCRIPT stands for a hashed file of the client. */
// biome-ignore format: a table
const others: [what: string, path: string, status: number, said: Record<string, unknown>][] = [
  ['a hashed file', 'SCRIPT', 200, year],
  ['a file with a fixed name', '/favicon.svg', 200, file],
  ['a file with a fixed name', '/site.webmanifest', 200, file],
  ['public configuration', '/environment/boot_config.json', 200, revalidated],
  ['public configuration', '/environment/site_setup.json', 200, revalidated],
  ['public configuration', '/config/countries.json', 200, revalidated],
  ['words', '/locale/en.json', 200, revalidated],
  ['words', '/locale/hi.json', 200, revalidated],
  ['texts of a namespace', '/locale/hi/codes.json', 200, revalidated],
  ['rules for robots', '/robots.txt', 200, { 'cache-control': 'public, max-age=3600' }],
  ['speculation rules', '/speculation-rules.json', 200, { 'cache-control': 'public, max-age=86400' }],
  ['health', '/healthz', 200, notKept],
  ['readiness', '/readyz', 200, notKept],
  ['an unknown path', '/nowhere', 404, nowhere],
  ['an unknown nested path', '/nowhere/at/all', 404, nowhere],
  ['an unknown game', '/games/none', 404, nowhere],
  ['an unknown game', '/games?game=none', 404, nowhere],
  ['an unknown game’s results', '/results/none', 404, nowhere],
  ['a future draw', '/results/golden-keno/99000000', 404, nowhere],
  ['an invalid draw number', '/results/golden-keno/1e3', 404, nowhere],
  ['an unknown article', '/blogs/none', 404, nowhere],
  ['an unknown article', '/blogs?blog=none', 404, nowhere],
  ['an unknown offer', '/promotions/none', 404, nowhere],
  ['a missing file', '/assets/none.js', 404, nowhere],
  ['a missing language', '/locale/no.json', 404, nowhere],
  ['another place’s spelling', '/faq/', 301, moved],
  ['another place’s spelling', '//games///golden-keno?a=b', 301, moved],
  ['the default language’s prefix', '/en/faq', 301, moved],
  ['players’ ground', '/account', 404, notKept],
  ['a private path, as a file', '/account/wallet.css', 404, notKept],
  ['a private path, by name of a page', '/hi/account/results', 404, notKept],
  ['players’ ground, spelled otherwise', '/account//x?token=1', 301, playersOwn],
  ['a malformed path', '/%zz', 400, notKept],
  ['a malformed path', '/games/..%2fx', 400, notKept],
  ['an over-long path', `/${'a'.repeat(5000)}`, 414, notKept],
];

describe('cache headers of any other address', () => {
  it('match the table, for GET and HEAD', async () => {
    const site = await start({ holding: ['/nowhere'] });
    const { text } = await ask(site.origin, '/nowhere');
    const [script = 'no script'] = /\/assets\/[^"]+\.js/.exec(text) ?? [];
    for (const [what, path, status, said] of others) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await ask(site.origin, path.replace('SCRIPT', script), { method });
        expect(cachingOf(answer), `${method} ${what} ${path.slice(0, 60)}`).toEqual({ status, ...said });
      }
      const post = await ask(site.origin, path.replace('SCRIPT', script), { method: 'POST' });
      expect([400, 405], what).toContain(post.status);
      expect(post.headers, what).toMatchObject({ 'cache-control': 'no-store' });
      expect(post.headers, what).not.toHaveProperty('cdn-cache-control');
    }
  });

  it('come with a 304 when the client has the current entity tag', async () => {
    const site = await start({ holding: ['/nowhere'] });
    for (const [what, path, status, said] of others.slice(1)) {
      const { headers } = await ask(site.origin, path);
      const again = await ask(site.origin, path, { headers: { 'if-none-match': headers.etag ?? '*' } });
      const isCompared = headers.etag !== undefined;
      expect(again.status, what).toBe(isCompared ? 304 : status);
      expect(again.headers['cache-control'], what).toBe(said['cache-control']);
    }
  });

  it('say no-store for event streams and for an unready site', async () => {
    const site = await start();
    for (const path of ['/events', '/hi/events'])
      expect(cachingOf(await ask(site.origin, path, { method: 'HEAD' }))).toEqual({
        status: 200,
        ...notKept,
      });
    site.deps.state.ready = false;
    expect(cachingOf(await ask(site.origin, '/readyz'))).toEqual({ status: 503, ...notKept });
  });
});
