import { createServer, type Socket } from 'node:net';
import { Redis } from 'ioredis';
import { Pool } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { signNotice } from '../../../server/content/notice-signature.ts';
import { ask } from '../../helpers/http.ts';
import { describeWith } from '../../helpers/installed.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { hasRedis, type RedisServer, startRedis } from '../../helpers/redis-server.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { type SeenRequest, startUpstreamProxy, type UpstreamProxy } from '../../helpers/upstream-proxy.ts';

/** The sites and the platform have this fixed time, so that no draw takes place between two requests. */
const NOW = new Date('2026-11-21T12:02:00Z');

const noticeSecret = 'test-webhook-secret-0123456789abcdef';

let platform: TestPlatform;
let proxy: UpstreamProxy;
let redis: RedisServer;
const sites: TestSite[] = [];
const servers: RedisServer[] = [];

beforeAll(async () => {
  platform = await startPlatform({ now: NOW, historyDays: 8 });
  await platform.deps.engine.tick();
  proxy = await startUpstreamProxy(platform.url);
});
beforeEach(async () => {
  redis = await startOneRedis();
});
afterEach(async () => {
  proxy.treat(() => 'pass');
  await proxy.up();
  await Promise.all(sites.splice(0).map((site) => site.close()));
  for (const server of servers.splice(0)) await server.stop();
});
afterAll(async () => {
  await proxy?.close();
  await platform?.stop();
});

async function startOneRedis(options: { args?: string[]; port?: number } = {}): Promise<RedisServer> {
  const server = await startRedis(options);
  servers.push(server);
  return server;
}

async function startInstance(url = redis.url): Promise<TestSite> {
  const site = await startSite({
    platform: proxy,
    env: { REDIS_URL: url, CMS_WEBHOOK_SECRET: noticeSecret },
    clock: { now: () => NOW },
    live: false,
    warm: false,
  });
  sites.push(site);
  return site;
}

const isContent = (name: string) => (seen: SeenRequest) => seen.url === `/cms/content/en/${name}.json`;
/** Makes the content host add a word to the title of the FAQ page. */
const retitle = (word: string) =>
  proxy.treat((seen) =>
    isContent('faq')(seen)
      ? { change: (body) => body.replace(/"rendered":"/g, `"rendered":"${word} `) }
      : 'pass',
  );
const faqOf = async (site: TestSite) => (await ask(site.origin, '/faq')).text;
const patience = { timeout: 10_000, interval: 20 };
const joined = (site: TestSite) => expect.poll(() => site.deps.shared.joined, patience).toBe(true);
const alone = (site: TestSite) => expect.poll(() => site.deps.shared.joined, patience).toBe(false);

/** Requests the paths over at most 20 connections. */
async function askMany(site: TestSite, paths: string[]): Promise<{ status: number; text: string }[]> {
  const pool = new Pool(site.origin, { connections: 20, pipelining: 10 });
  const get = async (path: string) => {
    const { statusCode, body } = await pool.request({ method: 'GET', path });
    return { status: statusCode, text: await body.text() };
  };
  try {
    return await Promise.all(paths.map(get));
  } finally {
    await pool.close();
  }
}

describeWith('redis-server', hasRedis)('two instances with one Redis', () => {
  it('load each upstream value once for 1,000 concurrent requests', async () => {
    const paths = [
      '/',
      '/results',
      '/games',
      '/games/golden-keno',
      '/faq',
      '/legal',
      '/winners',
      '/results/latest.json',
    ];
    const many = Array.from({ length: 500 }, (_, index) => paths[index % paths.length] ?? '/');
    let both: TestSite[];
    let answers: { status: number }[];
    // An instance stops using Redis if Redis does not answer within 200 ms. On a busy machine, this can happen here.
    // The loads of such a round say nothing, so another round follows.
    do {
      const { url } = await startOneRedis();
      both = [await startInstance(url), await startInstance(url)];
      await Promise.all(both.map(joined));
      proxy.seen.length = 0;
      answers = (await Promise.all(both.map((site) => askMany(site, many)))).flat();
    } while (both.some((site) => site.logged().includes('Redis failed')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const asked = proxy.seen.map(({ url, body }) => url + body);
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.filter((one, index) => asked.indexOf(one) !== index)).toEqual([]);
  });

  it('share a slow upstream load while the loading instance renews its lock', async () => {
    const [one, other] = [await startInstance(), await startInstance()];
    const held = Promise.withResolvers<void>();
    proxy.seen.length = 0;
    proxy.treat((seen) => (isContent('faq')(seen) ? { after: held.promise } : 'pass'));
    const pages = [faqOf(one), faqOf(other)];
    const client = new Redis(redis.url);
    let lifeMs = Number.POSITIVE_INFINITY;
    const isExtended = async () => {
      const [lock = ''] = await client.keys('*:lock:*');
      const before = lifeMs;
      lifeMs = await client.pttl(lock);
      return lifeMs > before;
    };
    await expect.poll(isExtended, patience).toBe(true);
    client.disconnect();
    held.resolve();
    expect(new Set(await Promise.all(pages)).size).toBe(1);
    expect(proxy.count('/faq.json')).toBe(1);
  });

  it('apply each other’s purges', async () => {
    const [one, other] = [await startInstance(), await startInstance()];
    const before = await faqOf(one);
    expect(await faqOf(other)).toBe(before);
    retitle('Edited');
    await one.purge(['cms:faq']);
    await expect.poll(() => faqOf(other), patience).toContain('Edited');
    for (const site of [one, other]) {
      const answers = await askMany(
        site,
        Array.from({ length: 5000 }, () => '/faq'),
      );
      expect(answers.filter(({ text }) => !text.includes('Edited'))).toHaveLength(0);
    }
  });

  it('both apply a CMS notice that one instance received, and reject the notice if it is sent again', async () => {
    const [one, other] = [await startInstance(), await startInstance()];
    await Promise.all([joined(one), joined(other)]);
    await Promise.all([faqOf(one), faqOf(other)]);
    retitle('Published');
    const body = JSON.stringify({ id: 'notice-0001', changes: [{ type: 'page', paths: ['faq'] }] });
    const headers = { 'x-golden-lotto-signature': signNotice(noticeSecret, body, NOW.getTime()) };
    const send = (site: TestSite) => ask(site.origin, '/webhooks/cms', { method: 'POST', body, headers });
    const purged = vi.spyOn(other.deps.metrics, 'purged');
    expect((await send(one)).status).toBe(200);
    await expect.poll(() => purged.mock.calls, patience).toEqual([['peer', 1]]);
    expect(await faqOf(other)).toContain('Published');
    expect((await send(other)).text).toBe('{"received":false,"code":"replayed"}');
  });

  it('both drop a page after a hard purge, even if the page cannot be reloaded', async () => {
    const [one, other] = [await startInstance(), await startInstance()];
    await Promise.all([faqOf(one), faqOf(other)]);
    await proxy.down();
    await one.purge(['cms:faq'], { hard: true });
    await expect.poll(async () => (await ask(other.origin, '/faq')).status, patience).toBe(503);
    expect((await ask((await startInstance()).origin, '/faq')).status).toBe(503);
  });

  it('do not share a value whose load began before a purge', async () => {
    const [one, other] = [await startInstance(), await startInstance()];
    const held = Promise.withResolvers<void>();
    proxy.treat((seen) => (isContent('faq')(seen) ? { after: held.promise } : 'pass'));
    const early = faqOf(one);
    await expect.poll(() => proxy.count('/faq.json'), patience).toBeGreaterThan(0);
    await other.purge(['cms:faq']);
    held.resolve();
    await early;
    retitle('Edited');
    expect(await faqOf(other)).toContain('Edited');
  });

  it('share cached data with a third instance while the upstreams are down', async () => {
    const one = await startInstance();
    const before = await faqOf(one);
    await proxy.down();
    expect(await faqOf(await startInstance())).toBe(before);
  });
});

describeWith('redis-server', hasRedis)('failing Redis', () => {
  it.each<[string, () => void]>([
    ['hangs', () => redis.pause()],
    ['is killed', () => redis.kill()],
  ])('lets both instances continue to answer when it %s', async (_what, fail) => {
    const [one, other] = [await startInstance(), await startInstance()];
    await Promise.all([joined(one), joined(other)]);
    fail();
    const answers = await Promise.all([
      ask(one.origin, '/faq'),
      ask(other.origin, '/'),
      ask(one.origin, '/legal'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await Promise.all([alone(one), alone(other)]);
    expect((await ask(one.origin, '/games')).status).toBe(200);
    redis.resume();
  });

  it('is used again after it recovers, and both instances apply the missed purges', async () => {
    const [one, other] = [await startInstance(), await startInstance()];
    await Promise.all([faqOf(one), faqOf(other)]);
    redis.pause();
    await Promise.all([alone(one), alone(other)]);
    retitle('Edited');
    await one.purge(['cms:faq']);
    expect(await faqOf(one)).toContain('Edited');
    expect(await faqOf(other)).not.toContain('Edited');
    redis.resume();
    await expect.poll(() => faqOf(other), patience).toContain('Edited');
    await Promise.all([joined(one), joined(other)]);
  });

  it('is used again after it restarts without its data', async () => {
    const [one, other] = [await startInstance(), await startInstance()];
    await Promise.all([faqOf(one), faqOf(other)]);
    redis.kill();
    await Promise.all([alone(one), alone(other)]);
    retitle('Edited');
    await one.purge(['cms:faq']);
    await startOneRedis({ port: redis.port });
    await Promise.all([joined(one), joined(other)]);
    await expect.poll(() => faqOf(other), patience).toContain('Edited');
    proxy.seen.length = 0;
    await Promise.all([ask(one.origin, '/legal'), ask(other.origin, '/legal')]);
    expect(proxy.count('/legal.json')).toBe(1);
  });

  it('is treated as absent when its memory is full', async () => {
    const full = await startOneRedis({ args: ['--maxmemory', '1mb', '--maxmemory-policy', 'noeviction'] });
    const client = new Redis(full.url);
    for (let index = 0; index < 200; index++)
      await client.set(`filler:${index}`, 'x'.repeat(20_000)).catch(() => undefined);
    client.disconnect();
    const [one, other] = [await startInstance(full.url), await startInstance(full.url)];
    for (const site of [one, other]) expect((await ask(site.origin, '/faq')).status).toBe(200);
    retitle('Edited');
    await one.purge(['cms:faq']);
    expect(await faqOf(one)).toContain('Edited');
  });

  it('is treated as absent when it responds with garbage', async () => {
    const sockets = new Set<Socket>();
    const nonsense = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', () => socket.write('$3\r\nyes\r\n*2\r\n:-1\r\n+what\r\n'));
    });
    const port = await new Promise<number>((resolve) => {
      nonsense.listen(0, '127.0.0.1', () => {
        const address = nonsense.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    const site = await startInstance(`redis://127.0.0.1:${port}`);
    expect(site.deps.shared.joined).toBe(false);
    for (const path of ['/faq', '/', '/results']) expect((await ask(site.origin, path)).status).toBe(200);
    await site.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => nonsense.close(resolve));
  });

  it('leaves pages unchanged if another program modifies the cached data', async () => {
    const one = await startInstance();
    const before = await faqOf(one);
    const client = new Redis(redis.url);
    await expect.poll(async () => (await client.keys('*:data:*')).length, patience).toBeGreaterThan(0);
    for (const key of await client.keys('*:data:*')) {
      const body = (await client.hget(key, 'body')) ?? '';
      await client.hset(key, 'body', body.replaceAll('FAQ', 'Poison').replaceAll('a', 'b'));
    }
    client.disconnect();
    const other = await startInstance();
    expect(await faqOf(other)).toBe(before);
    expect((await ask(other.opsOrigin, '/metrics')).text).toMatch(
      /shared_reads_total\{outcome="bad"\} [1-9]/,
    );
  });
});
