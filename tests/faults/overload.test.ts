import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, ask } from '../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../helpers/platform.ts';
import { startSite, type TestSite } from '../helpers/site.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../helpers/upstream-proxy.ts';

const NOW = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
let proxy: UpstreamProxy;
let site: TestSite;

beforeAll(async () => {
  platform = await startPlatform({ now: NOW, historyDays: 8 });
  await platform.deps.engine.tick();
  proxy = await startUpstreamProxy(platform.url);
  const clock = { now: () => NOW };
  site = await startSite({ platform: proxy, env: { SHED_DELAY_MS: '40' }, clock, live: false, warm: false });
});
afterAll(async () => {
  await site?.close();
  await proxy?.close();
  await platform?.stop();
});

const get = (path: string) => ask(site.origin, path);
/** Blocks the event loop, which test and site share, long enough for the site to shed load. */
const blockEventLoop = (): void => {
  const until = performance.now() + 700;
  while (performance.now() < until);
};

it('an overloaded site rejects uncached pages with 503 and serves cached pages of any age', async () => {
  const isKept = async () => (await get('/faq')).headers['cache-status'];
  await expect.poll(isKept, { timeout: 20_000 }).toMatch(/; hit;/);
  const { text } = await get('/faq');
  const turnedAway = new Set<Answer>();
  for (let times = 0; times < 4; times++) {
    await site.purge(['cms:faq']);
    proxy.treat(() => 'hang');
    blockEventLoop();
    const [cold, old] = await Promise.all([get(`/results?from=2026-11-1${times}`), get('/faq')]);
    expect(old).toMatchObject({ status: 200, text });
    expect(old.headers['cache-status']).toContain('stale-if-error');
    if (cold.headers['retry-after'] !== '10') turnedAway.add(cold);
    proxy.treat(() => 'pass');
  }
  expect(turnedAway.size).toBeGreaterThan(0);
  for (const answer of turnedAway) {
    expect(answer.status).toBe(503);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
});

it('an overloaded site serves the assets of its pages and redirects to canonical URLs', async () => {
  const { text } = await get('/');
  const [styles] = /\/assets\/[\w-]+\.css/.exec(text) ?? [];
  const [script] = /\/assets\/[\w-]+\.js/.exec(text) ?? [];
  const expected = new Map([
    [styles ?? 'no styles', 200],
    [script ?? 'no script', 200],
    ['/favicon.svg', 200],
    ['/results/', 301],
    ['//games', 301],
    ['/en/faq', 301],
  ]);
  let turnedAway = 0;
  for (let times = 0; times < 4; times++) {
    proxy.treat(() => 'hang');
    blockEventLoop();
    const [cold, ...answers] = await Promise.all([
      get(`/results?from=2026-11-0${times + 1}`),
      ...[...expected.keys()].map(get),
    ]);
    if (cold.status === 503 && cold.headers['retry-after'] === '5') turnedAway++;
    expect(answers.map(({ status }) => status)).toEqual([...expected.values()]);
    proxy.treat(() => 'pass');
  }
  expect(turnedAway).toBeGreaterThan(0);
});
