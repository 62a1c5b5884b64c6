import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { type CallOptions, callAt } from '../../helpers/recording-platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../../helpers/upstream-proxy.ts';

/** A Saturday, 17:32 in Kolkata. The next draw is Golden Jaldi at 17:35. */
const NOW = new Date('2026-11-21T12:02:00Z');
const today = { resultFrom: '2026-11-21', resultTo: '2026-11-21' };

let platform: TestPlatform;
let proxy: UpstreamProxy;
let site: TestSite;
beforeAll(async () => {
  platform = await startPlatform({ now: NOW, historyDays: 8 });
  await platform.deps.engine.tick();
  proxy = await startUpstreamProxy(platform.url);
});
beforeEach(async () => {
  await site?.close();
  proxy.treat(() => 'pass');
  site = await startSite({ platform: proxy, clock: platform.clock, warm: false, live: false });
  proxy.seen.length = 0;
});
afterAll(async () => {
  await site?.close();
  await proxy?.close();
  await platform?.stop();
});

const call = (name: string, data: unknown, options?: CallOptions) => callAt(site.origin, name, data, options);
const reads = [
  ['upcomingDraw', { action: 'upcomingDraw' }],
  ['result', { action: 'result', showAllResult: false, ...today }],
  ['result', { action: 'result', showAllResult: true, lastestGameId: 'keno', ...today }],
  ['gameList', {}],
  ['winners', {}],
  ['draws/open', { gameId: 'keno' }],
  ['draws/statistics', { gameId: 'keno' }],
  ['draws/published', { gameId: 'keno', from: 1, count: 3 }],
  ['draws/verify', { drawId: 'keno-7794' }],
] as const;

describe('cached read call', () => {
  it.each(reads)(
    'returns the platform’s response, and loads it once for all clients: %s',
    async (name, data) => {
      const own = await platform.call(name, data);
      const answers = await Promise.all([
        call(name, data),
        call(name, data, { jar: { session: 'anything', auth_user: '1' } }),
        call(name, data, { headers: { 'user-agent': 'iPhone', authorization: 'Bearer x' } }),
      ]);
      for (const answer of answers) {
        expect(answer.status).toBe(200);
        expect(answer.headers['cache-control']).toBe('private, no-store');
        expect(answer.headers).not.toHaveProperty('set-cookie');
        expect(answer.text).toBe(answers[0]?.text);
      }
      expect(JSON.parse(answers[0]?.text ?? '')).toEqual(own.body);
      const asked = proxy.seen.filter(({ url }) => url === `/api/v1/${name}`);
      expect(asked).toHaveLength(1);
      expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({ channel: 2, device_type: 'DESKTOP', data });
      expect(asked[0]?.headers).not.toHaveProperty('authorization');
      expect(asked[0]?.headers).not.toHaveProperty('cookie');
      expect(asked[0]?.headers).not.toHaveProperty('x-player-address');
    },
  );

  it('shares its cache entry with pages that read the same data', async () => {
    expect((await ask(site.origin, '/')).status).toBe(200);
    proxy.seen.length = 0;
    for (const [name, data] of reads.slice(0, 2)) expect((await call(name, data)).status).toBe(200);
    expect(proxy.seen).toEqual([]);
  });

  it('reloads from the platform after a purge of its cache tag', async () => {
    const [name, data] = reads[2];
    await call(name, data);
    await site.purge(['results:pick3']);
    await call(name, data);
    expect(proxy.count('/api/v1/result')).toBe(1);
    await site.purge(['results:keno']);
    await call(name, data);
    await expect.poll(() => proxy.count('/api/v1/result')).toBe(2);
  });

  it('reloads from the platform after the next draw has started', async () => {
    const [name, data] = reads[1];
    await call(name, data);
    platform.clock.set(new Date('2026-11-21T12:05:01Z'));
    try {
      await call(name, data);
      await expect.poll(() => proxy.count('/api/v1/result')).toBeGreaterThan(1);
    } finally {
      platform.clock.set(NOW);
    }
  });

  it('returns the cached response while the platform is down', async () => {
    for (const [name, data] of reads) expect((await call(name, data)).status).toBe(200);
    proxy.treat(() => 'cut');
    for (const [name, data] of reads) expect((await call(name, data)).status).toBe(200);
    const answer = await call('result', {
      action: 'result',
      showAllResult: false,
      resultFrom: '2026-11-20',
      resultTo: '2026-11-20',
    });
    expect(answer.status).toBe(503);
    expect(JSON.parse(answer.text)).toEqual({ success: false, firstCode: '15500' });
  });

  it('returns the code 10710 with status 200 for an unknown draw', async () => {
    const answer = await call('draws/verify', { drawId: 'keno-1' });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({ success: false, firstCode: '10710' });
  });

  it.each([
    ['result', {}],
    ['result', { action: 'result', showAllResult: true, resultFrom: 'x', resultTo: '2026-11-21' }],
    ['upcomingDraw', { action: 'upcomingDraw', more: 1 }],
    ['draws/verify', { drawId: 'x'.repeat(65) }],
    ['gameList', null],
  ])('is rejected without an upstream call if its data is invalid: %s %j', async (name, data) => {
    const answer = await call(name, data);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({
      firstCode: '10400',
      data: { fields: expect.anything() },
    });
    expect(proxy.seen).toEqual([]);
  });
});
