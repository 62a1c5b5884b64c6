import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { resourceEntries, resources } from '../../../shared/resources.ts';
import { ask } from '../../helpers/http.ts';
import { authHeaders } from '../../helpers/platform.ts';
import type { UpstreamProxy } from '../../helpers/upstream-proxy.ts';
import {
  cachingOf,
  kept,
  lasting,
  loaded,
  notKept,
  onErrorOf,
  others,
  pages,
  quick,
  type Row,
  weekSeconds,
} from './cache-header-tables.ts';
import { type PausedSites, startPausedSites } from './paused-sites.ts';

/** A Saturday, 17:32 in Kolkata. The next draw is Golden Jaldi at 17:35. */
const NOW = new Date('2026-11-21T12:02:00Z');
const BEFORE_DRAW = new Date('2026-11-21T12:04:50Z');
/**
 * Ten seconds before midnight in Kolkata. Only the site's clock shows this time. The platform has therefore not run the
 * announced draws, and most of them are overdue, so a result can arrive at any moment.
 */
const BEFORE_MIDNIGHT = new Date('2026-11-21T18:29:50Z');
/**
 * The length of an outage in seconds. The outage is longer than every freshness and stale-while-revalidate lifetime,
 * but ends on the same day.
 */
const OUTAGE = 3 * 3600;
const tagHeads = ['cms', 'results', 'draws', 'games', 'upcoming', 'winners'];

let sites: PausedSites;
let proxy: UpstreamProxy;
let content: Server;
let contentUrl: string;
const numbers = { NEWEST: '', SETTLED: '' };

beforeAll(async () => {
  sites = await startPausedSites(NOW);
  ({ proxy } = sites);
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
afterEach(() => sites.reset());
afterAll(async () => {
  content?.closeAllConnections();
  content?.close();
  await sites?.stop();
});

/** Starts a site whose cache already contains the pages with the paths in `holding`. */
async function start({ now = NOW, holding = [] as string[], maintenance = false } = {}) {
  const { site, advance } = await sites.start({
    now,
    holding,
    env: { SITE_URL: 'https://lotto.example', CMS_URL: contentUrl },
    config: (config) => {
      config.setup.maintenance = maintenance;
    },
  });
  return Object.assign(site, { advance: (seconds: number) => advance(seconds * 1000) });
}

/** Two languages are enough, because caching does not depend on the texts of a language. */
const pagesByPrefix = [
  ['', pages],
  ['/hi', quick],
] as const;
const pathOf = ({ path }: Row, prefix = ''): string =>
  prefix +
  (path === '/' && prefix ? '' : path).replace('NEWEST', numbers.NEWEST).replace('SETTLED', numbers.SETTLED);
const isStreamed = ({ route, status }: Row) =>
  resources[route].type === 'document' && status !== 301 && status !== 302;
const whole = (row: Row): [number, number, number] => [...row.life, onErrorOf(row)];

it('the table of cached pages contains every public page', () => {
  expect(new Set(pages.map(({ route }) => route))).toEqual(
    new Set(resourceEntries.filter(([, resource]) => resource.kept).map(([name]) => name)),
  );
});

describe('cache headers of a page', () => {
  it('include an entity tag, except in a response that the site streams while it still loads the page', async () => {
    const site = await start();
    for (const row of loaded) {
      const path = pathOf(row);
      // The purge removes all cached data, so the site sends every read to the upstream. The proxy delays the
      // upstream's answers.
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

  it.each(pagesByPrefix)('state the remaining lifetime of a cached page: %s/', async (prefix, shown) => {
    const site = await start();
    for (const row of shown) {
      const head = await ask(site.origin, pathOf(row, prefix), { method: 'HEAD' });
      expect(cachingOf(head), row.path).toEqual(kept(row, 'fwd=uri-miss; stored', whole(row)));
    }
    site.advance(7);
    for (const row of shown) {
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
  });

  it('declare a stale page fresh for one second', async () => {
    const rows = lasting.toSorted((one, other) => one.life[0] - other.life[0]);
    const site = await start({ holding: rows.map((row) => pathOf(row)) });
    let passed = 0;
    for (const row of rows) {
      const [fresh, stale] = row.life;
      site.advance(fresh + 5 - passed);
      passed = fresh + 5;
      const answer = await ask(site.origin, pathOf(row));
      expect(cachingOf(answer), row.path).toEqual(kept(row, 'hit; ttl=-5', [1, stale - 5, weekSeconds - 5]));
    }
  });

  it('omit stale-while-revalidate while all upstreams are down', async () => {
    const site = await start({ holding: lasting.map((row) => pathOf(row)) });
    await proxy.down();
    site.advance(OUTAGE);
    for (const row of lasting) {
      const passed = OUTAGE - row.life[0];
      const old = kept(row, `hit; ttl=-${passed}; detail=stale-if-error`, [1, 0, weekSeconds - passed]);
      // The site renders the page again from old data. The first response may be a stream, which has no entity tag.
      const { etag: _etag, ...streamed } = old;
      expect([streamed, old], row.path).toContainEqual(cachingOf(await ask(site.origin, pathOf(row))));
      expect(cachingOf(await ask(site.origin, pathOf(row))), row.path).toEqual(old);
    }
  });

  it('state a full lifetime for a page that is reloaded after a purge', async () => {
    const site = await start({ holding: lasting.map((row) => pathOf(row)) });
    await site.purge(tagHeads);
    for (const row of lasting) {
      const { etag: _etag, ...reloaded } = kept(row, 'fwd=stale; stored', whole(row));
      expect(cachingOf(await ask(site.origin, pathOf(row))), row.path).toMatchObject(reloaded);
      await ask(site.origin, pathOf(row));
    }
    await proxy.down();
    await site.purge(tagHeads);
    for (const row of lasting) {
      await ask(site.origin, pathOf(row));
      const old = kept(row, 'hit; ttl=-1; detail=stale-if-error', [1, 0, weekSeconds]);
      expect(cachingOf(await ask(site.origin, pathOf(row))), row.path).toEqual(old);
    }
  });

  it('contain no-store and a Retry-After of 10 s if a page cannot be loaded', async () => {
    const site = await start();
    await proxy.down();
    const failed = { status: 503, 'cache-control': 'no-store', 'retry-after': '10' };
    // Exclude the pages that do not need the platform or the CMS. While both are down, these pages are rendered without
    // the average returns of the games, or without the text beside the form.
    for (const row of loaded.filter(({ route }) => !/^(?:fairness|developers|contact$)/.test(route))) {
      for (const method of ['GET', 'HEAD'])
        expect(cachingOf(await ask(site.origin, pathOf(row), { method })), row.path).toEqual(failed);
    }
  });

  it.each([
    ['the next draw', BEFORE_DRAW, 0],
    ['the site’s midnight', BEFORE_MIDNIGHT, 1],
  ] as const)('never declare a page fresh beyond %s', async (_border, now, column) => {
    const site = await start({ now });
    for (const row of quick) {
      const { headers } = await ask(site.origin, pathOf(row));
      const [, fresh] = /s-maxage=(\d+)/.exec(headers['cache-control'] ?? '') ?? [];
      expect(`${row.path} ${fresh}`).toBe(`${row.path} ${row.near[column]}`);
    }
  });

  it('contain no-store and a Retry-After of 600 s during maintenance', async () => {
    const site = await start({ maintenance: true });
    const closed = { status: 503, 'cache-control': 'no-store', 'retry-after': '600' };
    for (const path of [...pages.map((row) => pathOf(row)), '/nowhere', '/account', '//faq'])
      expect(cachingOf(await ask(site.origin, path)), path).toEqual(closed);
  });
});

describe('cache headers of files, redirects, errors and private paths', () => {
  it('match the expected values in the table `others`, and forbid caching for a POST', async () => {
    const site = await start({ holding: ['/nowhere', '/results/none.json', '/results/none.csv'] });
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

  it('include the same Cache-Control in a 304 as in the full response', async () => {
    const site = await start({ holding: ['/nowhere', '/results/none.json', '/results/none.csv'] });
    for (const [what, path, status, said] of others.slice(1)) {
      const { headers } = await ask(site.origin, path);
      const again = await ask(site.origin, path, { headers: { 'if-none-match': headers.etag ?? '*' } });
      const isCompared = headers.etag !== undefined;
      expect(again.status, what).toBe(isCompared ? 304 : status);
      expect(again.headers['cache-control'], what).toBe(said['cache-control']);
    }
  });

  it('contain no-store for event streams and while the site is not ready', async () => {
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
