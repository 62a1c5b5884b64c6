import { expect, vi } from 'vitest';
import type { Manner } from '../helpers/bad-upstream.ts';
import { type Answer, ask } from '../helpers/http.ts';
import { authHeaders, type TestPlatform } from '../helpers/platform.ts';
import { startSite, type TestSite } from '../helpers/site.ts';
import {
  type SeenRequest,
  startUpstreamProxy,
  type Treatment,
  type UpstreamProxy,
} from '../helpers/upstream-proxy.ts';
import { callsThatEnded } from './site-metrics.ts';

export type Upstream = 'platform' | 'content';

/** The time at which the pages are cached: a Saturday, 17:32 in Kolkata. */
export const BEFORE = new Date('2026-11-21T12:02:00Z');
/** 19:42 in Kolkata on the day of BEFORE. At this time, all cached pages are stale, except the pages of older draws. */
export const AFTER = new Date('2026-11-21T14:12:00Z');
/**
 * SITE_URL enables the sitemap. Load shedding is off, because the tests keep the process busier than real clients do.
 */
export const siteEnv = { SITE_URL: 'https://lotto.example', SHED_DELAY_MS: '0' };
/**
 * Time by which the tests advance the clock between attempts, in milliseconds. It is longer than the site's pause after
 * a failed load.
 */
export const REST_MS = 3100;
/**
 * Shortest freshness lifetime of a page, in milliseconds. It applies while a draw has started but has no result yet.
 */
const SHORTEST_FRESH_MS = 5000;
/** The time limit must exceed the 15 s for which a circuit breaker can stay open. */
const patience = { timeout: 60_000, interval: 1000 };

/**
 * Maps each upstream to a page that the site cannot render without this upstream. Neither the page nor its data is
 * cached before the outage. The sitemap reads and caches the CMS texts of the default language, so the page for
 * `content` is in another language.
 */
export const coldPage: Record<Upstream, string> = {
  platform: '/results?game=keno&from=2026-11-18',
  content: '/hi/legal',
};

/** Returns the paths of data files, and of pages with data from the platform, from the content host or from both. */
export const knownPages = async (platform: TestPlatform): Promise<string[]> => {
  const day = BEFORE.toISOString().slice(0, 10);
  const data = { action: 'result', showAllResult: false, resultFrom: day, resultTo: day } as const;
  const { body } = await platform.call('result', data);
  const newest = body.success
    ? body.data.latestResult.find(({ gameId }) => gameId === 'keno')?.drawNumber
    : 0;
  if (!newest) throw new Error('Keno has no draw yet');
  return [
    '/',
    '/results',
    `/results/golden-keno/${newest}`,
    '/results/latest.json',
    '/games/golden-jackpot',
    '/blogs/odds-explained',
    '/faq',
    '/sitemap.xml',
    '/sitemap-pages.xml',
  ];
};

export interface Fault {
  name: string;
  begin(proxy: UpstreamProxy): void | Promise<void>;
}

const every = (treatment: Treatment) => (proxy: UpstreamProxy) => proxy.treat(() => treatment);
const manner = (is: Exclude<Manner['is'], 'answer' | 'text'>) => every({ is });
const half = (body: string) => body.slice(0, Math.floor(body.length / 2));
/** Replaces each string of an answer with a number, but leaves the envelope valid. */
const broken = (body: string) =>
  JSON.stringify(JSON.parse(body), (key, value) =>
    typeof value === 'string' && key !== 'firstCode' ? value.length : value,
  );

/** Every fault of an upstream. `npm run soak` tests all of them. */
export const faults: readonly Fault[] = [
  {
    name: 'is killed while it answers',
    begin: (proxy) =>
      proxy.treat(() => {
        setImmediate(() => void proxy.down());
        return { is: 'hang-in-body' };
      }),
  },
  { name: 'refuses connections', begin: (proxy) => proxy.down() },
  { name: 'hangs', begin: manner('hang') },
  { name: 'hangs in the middle of an answer', begin: manner('hang-in-body') },
  { name: 'sends single bytes without end', begin: manner('drip') },
  { name: 'resets connections', begin: manner('reset') },
  { name: 'resets in the middle of an answer', begin: manner('reset-in-body') },
  { name: 'closes the connection before the end of an answer', begin: manner('short') },
  { name: 'sends an endless answer', begin: manner('huge') },
  { name: 'does not speak HTTP', begin: manner('gibberish') },
  { name: 'answers half JSON', begin: every({ change: half }) },
  { name: 'answers JSON that violates the contract', begin: every({ change: broken }) },
  { name: 'answers an empty object', begin: every({ is: 'answer', body: {} }) },
  { name: 'answers HTML', begin: every('nonsense') },
  { name: 'answers 500', begin: every('fail') },
];

export interface UpstreamFault {
  upstream: Upstream;
  fault: Fault;
}

/**
 * The faults that `npm test` covers, one of each kind: no connection, no answer, an invalid answer and an error. The
 * site reads both upstreams with the same HTTP client, so each upstream is tested with only some of these faults.
 */
const quickFaults: Record<Upstream, readonly string[]> = {
  platform: ['hangs', 'answers JSON that violates the contract', 'answers 500'],
  content: ['refuses connections'],
};

const upstreamFaults = (['platform', 'content'] as const).flatMap((upstream) =>
  faults.map((fault): UpstreamFault => ({ upstream, fault })),
);
const isQuick = ({ upstream, fault }: UpstreamFault): boolean => quickFaults[upstream].includes(fault.name);
export const quickOutages = upstreamFaults.filter(isQuick);
/** The faults that only `npm run soak` covers. */
export const longOutages = upstreamFaults.filter((outage) => !isQuick(outage));

const statusOf = ({ headers }: Answer): string => String(headers['cache-status']);
const isFresh = (answer: Answer): boolean => answer.status === 200 && /; hit; ttl=\d/.test(statusOf(answer));
/**
 * Returns for how many milliseconds caches may send this answer. This time includes the period of
 * stale-while-revalidate (RFC 5861).
 */
const staleAfterMs = ({ headers }: Answer): number => {
  const said = String(headers['cdn-cache-control']);
  const seconds = (name: string) => Number(new RegExp(`${name}=(\\d+)`).exec(said)?.[1] ?? 0);
  return (seconds('max-age') + seconds('stale-while-revalidate')) * 1000;
};
/** Returns whether the page's cache tags name the upstream. Pages without tags, for example forms, need no upstream. */
const dependsOn = (upstream: Upstream, { headers }: Answer): boolean =>
  String(headers['cache-tag'] ?? '')
    .split(',')
    .some((tag) => tag !== '' && tag.startsWith('cms:') === (upstream === 'content'));
const headline = ({ text }: Answer): string | undefined => /<title>[^<]*/.exec(text)?.[0];

export interface Outage {
  site: TestSite;
  proxies: Record<Upstream, UpstreamProxy>;
  /** The proxy in front of the failing upstream. */
  proxy: UpstreamProxy;
  before: Map<string, Answer>;
  preparedAtMs: number;
  advance: (ms: number) => void;
  nowMs: () => number;
  get: (path: string) => Promise<Answer>;
  /** Makes both proxies forward all later requests to the platform `to`. */
  retarget: (to: TestPlatform) => void;
  close: () => Promise<void>;
}

/** Starts a site behind proxies for its two upstreams, and caches each page. */
export const prepare = async (
  platform: TestPlatform,
  upstream: Upstream,
  { at = BEFORE, more = [] }: { at?: Date; more?: readonly string[] } = {},
): Promise<Outage> => {
  let nowMs = at.getTime();
  const proxies = {
    platform: await startUpstreamProxy(platform.url),
    // The proxy of the content host adds the credentials, because the site sends them only to the platform's origin.
    content: await startUpstreamProxy(platform.url, authHeaders),
  };
  const site = await startSite({
    platform: proxies.platform,
    env: { ...siteEnv, CMS_URL: proxies.content.url },
    clock: { now: () => new Date(nowMs) },
    live: false,
    warm: false,
  });
  const get = (path: string) => ask(site.origin, path);
  const before = new Map<string, Answer>();
  for (const path of [...(await knownPages(platform)), ...more]) {
    await get(path);
    // The site can send the first answer before the page is cached, so keep the second answer.
    before.set(path, await get(path));
  }
  return {
    site,
    proxies,
    proxy: proxies[upstream],
    before,
    preparedAtMs: at.getTime(),
    advance: (ms) => {
      nowMs += ms;
    },
    nowMs: () => nowMs,
    get,
    retarget: (to) => {
      for (const proxy of Object.values(proxies)) proxy.retarget(to.url);
    },
    close: async () => {
      await site.close();
      await Promise.all([proxies.platform.close(), proxies.content.close()]);
    },
  };
};

/**
 * Expects a complete answer for every cached page. If a page depends on the failing upstream, its `Cache-Status` must
 * contain `stale-if-error` after the freshness and revalidation periods.
 */
export const expectAllAnswered = async (
  { before, preparedAtMs, get, nowMs }: Outage,
  upstream: Upstream,
): Promise<void> => {
  const ageMs = nowMs() - preparedAtMs;
  await Promise.all(
    [...before].map(async ([path, kept]) => {
      const answer = await get(path);
      expect(answer.status, path).toBe(200);
      expect(headline(answer), path).toBe(headline(kept));
      // An outage removes no page from the sitemap.
      if (path === '/sitemap-pages.xml') expect(answer.text).toBe(kept.text);
      if (path.endsWith('.json')) expect(() => JSON.parse(answer.text), path).not.toThrow();
      else expect(answer.text.trimEnd(), path).toMatch(/<\/(?:html|urlset|sitemapindex)>$/);
      if (dependsOn(upstream, kept) && ageMs > staleAfterMs(kept))
        expect(statusOf(answer), path).toMatch(/^golden-lotto; hit; ttl=-\d+; detail=stale-if-error$/);
    }),
  );
};

/** Expects the error page, which no cache may store. */
export const expectErrorPage = (answer: Answer): void => {
  expect(answer.status).toBe(503);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['cdn-cache-control']).toBeUndefined();
  expect(answer.headers['content-security-policy']).toBeDefined();
  expect(answer.text).toMatch(/<h1[^>]*>[^<]{5,}/);
  expect(answer.text.trimEnd()).toMatch(/<\/html>$/);
  expect(answer.text).not.toMatch(/ECONN|127\.0\.0\.1|UpstreamError|\.ts:\d/);
};

/** Restarts the upstream and requests all pages until each page is fresh. */
export const heal = async (outage: Outage, paths: readonly string[]): Promise<void> => {
  const { proxy, get, advance } = outage;
  await proxy.up();
  const healed = new Set<string>();
  await vi.waitFor(async () => {
    advance(REST_MS);
    await Promise.all(
      [...paths, ...paths].map(async (path) => {
        if (isFresh(await get(path))) healed.add(path);
      }),
    );
    expect(paths.filter((path) => !healed.has(path))).toEqual([]);
  }, patience);
};

/**
 * Heals the outage. Expects that the site repeats no upstream read while the cached answer to this read is fresh. The
 * clocks of the site and the upstream must agree, because they decide which answers are fresh.
 */
export const expectHeals = async (outage: Outage, paths: readonly string[]): Promise<void> => {
  const { site, proxy, nowMs } = outage;
  const lateBefore = await callsThatEnded(site, 'timeout');
  const asked: { seen: SeenRequest; atMs: number }[] = [];
  proxy.treat((seen) => {
    asked.push({ seen, atMs: nowMs() });
    return 'pass';
  });
  await heal(outage, paths);
  const answered = new Map<string, number[]>();
  for (const { seen, atMs } of asked) {
    const key = seen.url + seen.body;
    if (seen.answered) answered.set(key, [...(answered.get(key) ?? []), atMs]);
  }
  expect(answered.size).toBeGreaterThan(0);
  let askedAgain = 0;
  for (const times of answered.values()) {
    // Each polling round advances the clock by REST_MS. A request can reach the upstream one round late, so add one
    // round to the time span.
    const spanMs = (times.at(-1) ?? 0) - (times[0] ?? 0) + REST_MS;
    askedAgain += Math.max(0, times.length - 1 - Math.floor(spanMs / SHORTEST_FRESH_MS));
  }
  // On a busy machine, a call can time out although the upstream has answered. The site then repeats the call.
  const late = (await callsThatEnded(site, 'timeout')) - lateBefore;
  expect(askedAgain, JSON.stringify([...answered])).toBeLessThanOrEqual(late);
};
