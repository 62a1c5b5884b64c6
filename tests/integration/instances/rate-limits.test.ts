import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { describeWith } from '../../helpers/installed.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { hasRedis, type RedisServer, startRedis } from '../../helpers/redis-server.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../../helpers/upstream-proxy.ts';

let platform: TestPlatform;
let proxy: UpstreamProxy;
let redis: RedisServer;
const sites: TestSite[] = [];

beforeAll(async () => {
  platform = await startPlatform({ historyDays: 8 });
  await platform.deps.engine.tick();
  proxy = await startUpstreamProxy(platform.url);
  if (hasRedis) redis = await startRedis();
});
afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.close()));
});
afterAll(async () => {
  await redis?.stop();
  await proxy?.close();
  await platform?.stop();
});

async function start(url?: string): Promise<TestSite> {
  const site = await startSite({
    platform: proxy,
    env: { TRUST_PROXY: '1', PAGE_LOADS_PER_MINUTE: '5', ...(url ? { REDIS_URL: url } : {}) },
    live: false,
    warm: false,
  });
  sites.push(site);
  return site;
}
const day = (index: number) => new Date(Date.now() - index * 86_400_000).toISOString().slice(0, 10);
const range = (index: number) => `/results?from=${day(index)}&to=${day(index)}`;
const askFrom = (site: TestSite, address: string, path: string) =>
  ask(site.origin, path, { headers: { 'x-forwarded-for': address } });
const statuses = async (site: TestSite, address: string, paths: string[]) => {
  const all: number[] = [];
  for (const path of paths) all.push((await askFrom(site, address, path)).status);
  return all;
};
const ranges = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => range(from + index));

it('the rate limit rejects only the address that requests too many uncached pages', async () => {
  const site = await start();
  expect(await statuses(site, '203.0.113.7', ranges(0, 5))).toEqual([200, 200, 200, 200, 200]);
  proxy.seen.length = 0;
  const refused = await askFrom(site, '203.0.113.7', range(5));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.headers['cache-control']).toBe('no-store');
  expect(refused.text).toContain('<h1');
  expect(proxy.seen).toHaveLength(0);
  // The limit applies only to uncached pages with unusual query parameters.
  expect(await statuses(site, '203.0.113.7', [range(0), '/', '/results', '/faq'])).toEqual([
    200, 200, 200, 200,
  ]);
  expect(await statuses(site, '198.51.100.9', [range(5)])).toEqual([200]);
  expect((await ask(site.opsOrigin, '/metrics')).text).toMatch(/shed_requests_total\{reason="address"\} 1/);
});

it('a shared page load succeeds for other clients if one client has exceeded its rate limit', async () => {
  const site = await start();
  await statuses(site, '203.0.113.7', ranges(0, 5));
  const [refused, ...served] = await Promise.all(
    ['203.0.113.7', '198.51.100.1', '198.51.100.2'].map((address) => askFrom(site, address, range(6))),
  );
  expect(refused?.status).toBe(429);
  expect(served.map(({ status }) => status)).toEqual([200, 200]);
});

describeWith('redis-server', hasRedis)('two instances with one Redis', () => {
  it('share the page rate limits unless Redis is down', async () => {
    const [one, other] = [await start(redis.url), await start(redis.url)];
    expect(await statuses(one, '203.0.113.7', ranges(0, 3))).toEqual([200, 200, 200]);
    expect(await statuses(other, '203.0.113.7', ranges(10, 3))).toEqual([200, 200, 429]);
    redis.kill();
    await expect.poll(() => other.deps.shared.joined).toBe(false);
    expect(await statuses(other, '192.0.2.50', ranges(20, 6))).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
