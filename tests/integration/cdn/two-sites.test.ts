import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { LatestCards } from '../../../shared/pages/live.ts';
import { ask } from '../../helpers/http.ts';
import { describeWith } from '../../helpers/installed.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { hasRedis, type RedisServer, startRedis } from '../../helpers/redis-server.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../../helpers/upstream-proxy.ts';
import { hasVarnish, startVarnish, type Varnish } from '../../helpers/varnish-server.ts';

const NOW = new Date('2026-11-21T12:02:00Z');

let platform: TestPlatform;
let redis: RedisServer;
let edges: [UpstreamProxy, UpstreamProxy];
let varnish: Varnish;
let sites: TestSite[] = [];

const newestIn = (text: string): number => {
  const { cards }: LatestCards = JSON.parse(text);
  return cards.find(({ gameId }) => gameId === 'jaldi')?.drawNumber ?? 0;
};

describeWith('varnishd with redis-server', hasVarnish && hasRedis)(
  'Varnish in front of two instances',
  () => {
    beforeAll(async () => {
      platform = await startPlatform({ now: NOW, historyDays: 8 });
      await platform.deps.engine.tick();
      redis = await startRedis();
      edges = [await startUpstreamProxy(platform.url), await startUpstreamProxy(platform.url)];
      varnish = await startVarnish({ origins: [edges[0].url, edges[1].url] });
      const start = (live: boolean) =>
        startSite({
          platform,
          clock: { now: () => NOW },
          live,
          env: {
            REDIS_URL: redis.url,
            CDN_PURGE_URL: varnish.purgeUrl,
            CDN_PURGE_TOKEN: varnish.purgeToken,
          },
        });
      // Only the first instance is connected to the platform's event stream. The first instance forwards each result to
      // the second instance, which therefore receives the result later.
      sites = [await start(true), await start(false)];
      for (const [n, edge] of edges.entries()) edge.retarget(sites[n]?.origin ?? '');
      await vi.waitFor(async () => {
        if (!sites[0]?.logged().includes("connected to the platform's event stream"))
          throw new Error('the first site is not subscribed');
        if (!(await varnish.isWell())) throw new Error('Varnish has no site');
      }, 20_000);
    });
    afterAll(async () => {
      await varnish?.stop();
      await Promise.all(sites.map((site) => site.close()));
      await Promise.all((edges ?? []).map((edge) => edge.close()));
      await redis?.stop();
      await platform?.stop();
    });

    it('serves no outdated copy once both instances have received a result', async () => {
      for (let round = 0; round < 3; round++) {
        const { number } = await drawNextJaldi(platform);
        const newest = async (): Promise<number> =>
          newestIn((await ask(varnish.url, '/results/latest.json')).text);
        // The test sends requests without a pause. As soon as a copy is purged, Varnish requests the page again,
        // possibly from the instance that does not know the result yet.
        await expect.poll(newest, { timeout: 5000, interval: 1 }).toBe(number);
        await Promise.all(sites.map((site) => site.deps.cdn.settled()));
        for (const coding of ['br', 'gzip', 'identity'])
          for (const path of ['/results/latest.json', '/', '/results?game=jaldi']) {
            const { text } = await ask(varnish.url, path, { headers: { 'accept-encoding': coding } });
            expect([path, coding, text.includes(`/results/golden-jaldi/${number}`)]).toEqual([
              path,
              coding,
              true,
            ]);
          }
      }
      for (const edge of edges) expect(edge.count('/results/latest.json')).toBeGreaterThan(0);
    });
  },
);
