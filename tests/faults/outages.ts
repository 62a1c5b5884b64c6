import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Manner } from '../helpers/bad-upstream.ts';
import { type Answer, ask } from '../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../helpers/platform.ts';
import { startSite, type TestSite } from '../helpers/site.ts';
import {
  type SeenRequest,
  startUpstreamProxy,
  type Treatment,
  type UpstreamProxy,
} from '../helpers/upstream-proxy.ts';

export type Upstream = 'platform' | 'content';

/** A Saturday, 17:32 in Kolkata: pages are made. */
export const BEFORE = new Date('2026-11-21T12:02:00Z');
/** The same evening, 19:42: nothing that was made then is fresh, but for draws that others have followed. */
const AFTER = new Date('2026-11-21T14:12:00Z');
/** Without an address there is no sitemap; the tests keep the site's process busier than visitors do. */
export const siteEnv = { SITE_URL: 'https://lotto.example', SHED_DELAY_MS: '0' };
/** Longer than a failed load rests, ms. */
export const REST_MS = 3100;
/** Where the next draw's time is still the one from before the outage: a draw seems to be under way. */
const SHORTEST_FRESH_MS = 5000;
/** A circuit breaker rests up to 15 s. */
const patience = { timeout: 60_000, interval: 1000 };

/** A page that nobody asks for before the outage, and that cannot be made without the upstream. */
const coldPage: Record<Upstream, string> = {
  platform: '/results?game=keno&from=2026-11-18',
  content: '/legal',
};

/** Each kind of page once, lists and files of data too. */
const knownPages = async (platform: TestPlatform): Promise<string[]> => {
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
    '/results?game=keno',
    `/results/golden-keno/${newest}`,
    `/results/golden-keno/${newest - 9}`,
    '/results/latest.json',
    '/winners',
    '/games/golden-jackpot',
    '/blogs/odds-explained',
    '/faq',
    '/sitemap.xml',
  ];
};

export interface Fault {
  name: string;
  begin(proxy: UpstreamProxy): void | Promise<void>;
}

const every = (treatment: Treatment) => (proxy: UpstreamProxy) => proxy.treat(() => treatment);
const manner = (is: Exclude<Manner['is'], 'answer' | 'text'>) => every({ is });
const half = (body: string) => body.slice(0, Math.floor(body.length / 2));
/** The envelope as agreed, and nothing in it. */
const broken = (body: string) =>
  JSON.stringify(JSON.parse(body), (key, value) =>
    typeof value === 'string' && key !== 'firstCode' ? value.length : value,
  );

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
  { name: 'drips', begin: manner('drip') },
  { name: 'resets connections', begin: manner('reset') },
  { name: 'resets in the middle of an answer', begin: manner('reset-in-body') },
  { name: 'ends answers too early', begin: manner('short') },
  { name: 'answers without end', begin: manner('huge') },
  { name: 'does not speak HTTP', begin: manner('gibberish') },
  { name: 'answers half JSON', begin: every({ change: half }) },
  { name: 'answers JSON that breaks the contract', begin: every({ change: broken }) },
  { name: 'answers an empty object', begin: every({ is: 'answer', body: {} }) },
  { name: 'answers HTML', begin: every('nonsense') },
  { name: 'answers 500', begin: every('fail') },
  {
    name: 'answers 503 with what looks like an answer',
    begin: every({ is: 'answer', status: 503, body: { success: true, firstCode: '10000', data: {} } }),
  },
];

const statusOf = ({ headers }: Answer): string => String(headers['cache-status']);
const isFresh = (answer: Answer): boolean => answer.status === 200 && /; hit; ttl=\d/.test(statusOf(answer));
/** Until when a copy may be answered while one load replaces it, ms after now (RFC 5861). */
const staleAfterMs = ({ headers }: Answer): number => {
  const said = String(headers['cdn-cache-control']);
  const seconds = (name: string) => Number(new RegExp(`${name}=(\\d+)`).exec(said)?.[1] ?? 0);
  return (seconds('max-age') + seconds('stale-while-revalidate')) * 1000;
};
const dependsOn = (upstream: Upstream, { headers }: Answer): boolean =>
  String(headers['cache-tag'])
    .split(',')
    .some((tag) => tag.startsWith('cms:') === (upstream === 'content'));
const headline = ({ text }: Answer): string | undefined => /<title>[^<]*/.exec(text)?.[0];

export interface Outage {
  site: TestSite;
  proxies: Record<Upstream, UpstreamProxy>;
  /** The one that fails. */
  proxy: UpstreamProxy;
  before: Map<string, Answer>;
  preparedAtMs: number;
  advance: (ms: number) => void;
  nowMs: () => number;
  get: (path: string) => Promise<Answer>;
  /** From now on both upstreams are another platform. */
  retarget: (to: TestPlatform) => void;
  close: () => Promise<void>;
}

/** A site with proxies before its two upstreams, and with each of the pages in its memory. */
export const prepare = async (
  platform: TestPlatform,
  upstream: Upstream,
  { at = BEFORE, more = [] }: { at?: Date; more?: readonly string[] } = {},
): Promise<Outage> => {
  let nowMs = at.getTime();
  const proxies = {
    platform: await startUpstreamProxy(platform.url),
    content: await startUpstreamProxy(platform.url),
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
    // The first answer goes out while the page is made; the second says that it is kept.
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

/** Every page that was ever asked for is answered, and says how old it is. */
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
      if (path.endsWith('.json')) expect(() => JSON.parse(answer.text), path).not.toThrow();
      else expect(answer.text.trimEnd(), path).toMatch(/<\/(?:html|urlset)>$/);
      if (dependsOn(upstream, kept) && ageMs > staleAfterMs(kept))
        expect(statusOf(answer), path).toMatch(/^golden-lotto; hit; ttl=-\d+; detail=stale-if-error$/);
    }),
  );
};

/** The page that was designed for it, kept by nobody. */
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

/**
 * Visitors ask for everything again and again while the upstream comes back: each page is fresh again, and nothing
 * was asked for again while its answer was fresh.
 */
export const expectHeals = async (outage: Outage, paths: readonly string[]): Promise<void> => {
  const { proxy, get, advance, nowMs } = outage;
  const asked: { seen: SeenRequest; atMs: number }[] = [];
  proxy.treat((seen) => {
    asked.push({ seen, atMs: nowMs() });
    return 'pass';
  });
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
  const answered = new Map<string, number[]>();
  for (const { seen, atMs } of asked) {
    const key = seen.url + seen.body;
    if (seen.answered) answered.set(key, [...(answered.get(key) ?? []), atMs]);
  }
  expect(answered.size).toBeGreaterThan(0);
  for (const [key, times] of answered) {
    const gapsMs = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0));
    expect(Math.min(Number.POSITIVE_INFINITY, ...gapsMs), key).toBeGreaterThanOrEqual(SHORTEST_FRESH_MS);
  }
};

interface Evening {
  /** As it was when the pages were made. */
  early: TestPlatform;
  /** The same history, two hours of draws later. */
  late: TestPlatform;
  /** What a site answers that never saw an outage, by path. */
  untouched: Map<string, Answer>;
}

const begin = async (upstream: Upstream): Promise<Evening> => {
  const early = await startPlatform({ now: BEFORE, historyDays: 8 });
  await early.deps.engine.tick();
  const late = await startPlatform({ now: BEFORE, historyDays: 8 });
  late.clock.set(AFTER);
  await late.deps.engine.tick();
  const untouched = new Map<string, Answer>();
  const clock = { now: () => AFTER };
  const site = await startSite({ platform: late, env: siteEnv, clock, live: false, warm: false });
  const paths = [...(await knownPages(early)), coldPage[upstream]];
  for (const path of paths) untouched.set(path, await ask(site.origin, path));
  await site.close();
  return { early, late, untouched };
};

/** Each kind of outage of one upstream, a few side by side: most of their time is waiting. */
export const describeOutages = (upstream: Upstream): void => {
  let evening: Evening;
  beforeAll(async () => {
    evening = await begin(upstream);
  });
  afterAll(async () => {
    await evening?.early.stop();
    await evening?.late.stop();
  });

  describe.concurrent(`a ${upstream === 'platform' ? 'platform' : 'content host'} that`, () => {
    it.for(faults)(
      '$name takes nothing down that was up, and is forgotten when it is over',
      async (fault, { onTestFinished }) => {
        const outage = await prepare(evening.early, upstream);
        onTestFinished(outage.close);
        outage.retarget(evening.late);
        outage.advance(AFTER.getTime() - outage.nowMs());
        await fault.begin(outage.proxy);
        const [cold] = await Promise.all([
          outage.get(coldPage[upstream]),
          expectAllAnswered(outage, upstream),
        ]);
        expectErrorPage(cold);
        outage.advance(REST_MS);
        await expectAllAnswered(outage, upstream);

        const paths = [...outage.before.keys(), coldPage[upstream]];
        await expectHeals(outage, paths);
        for (const path of paths) {
          const answer = await outage.get(path);
          expect(answer.text, path).toBe(evening.untouched.get(path)?.text);
        }
      },
    );
  });
};
