import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { createPlayer } from '../../helpers/player.ts';
import { callAt, jarOf, loginData } from '../../helpers/recording-platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../../helpers/upstream-proxy.ts';

const NOW = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
let proxy: UpstreamProxy;
let site: TestSite;
beforeAll(async () => {
  platform = await startPlatform({ now: NOW, historyDays: 8 });
  await platform.deps.engine.tick();
  proxy = await startUpstreamProxy(platform.url);
  const env = { TRUST_PROXY: '1', CALL_RATE_PERCENT: '0' };
  site = await startSite({ platform: proxy, clock: platform.clock, env, warm: false, live: false });
});
afterAll(async () => {
  await site?.close();
  await proxy?.close();
  await platform?.stop();
});

const from = (index: number) => ({ 'x-forwarded-for': `198.51.${Math.floor(index / 250)}.${index % 250}` });
const openBreakers = async (): Promise<string[]> =>
  (await ask(site.opsOrigin, '/metrics')).text
    .split('\n')
    .filter((line) => /breaker_state\{.*\} [12]$/.test(line));

it('400 concurrent logins neither delay other calls nor open a circuit breaker', async () => {
  const player = await createPlayer(platform);
  const login = (index: number, data: unknown) =>
    callAt(site.origin, 'accounts/login', data, { headers: from(index) });
  const jar = jarOf(await login(0, { ...loginData, username: player.username, password: player.password }));
  // Each login waits until the previous login ends, because a real platform can be limited to one password hash at a
  // time.
  let turn: Promise<unknown> = Promise.resolve();
  proxy.treat(({ url }) => {
    if (!url.endsWith('/accounts/login')) return 'pass';
    turn = turn.then(() => wait(60));
    return { after: turn };
  });
  const crowd = Promise.all(Array.from({ length: 400 }, (_none, index) => login(index, loginData)));
  await expect.poll(() => proxy.count('/accounts/login')).toBeGreaterThan(20);
  const balance = await callAt(site.origin, 'wallet', {}, { jar, headers: from(1) });
  expect(balance.status).toBe(200);
  const statuses = (await crowd).map(({ status }) => status);
  expect(statuses).toContain(503);
  expect(await openBreakers()).toEqual([]);
  expect((await callAt(site.origin, 'wallet', {}, { jar, headers: from(1) })).status).toBe(200);
  proxy.treat(() => 'pass');
  expect((await login(0, loginData)).status).toBe(200);
});

it('pages are not delayed by reads that the platform never answers', async () => {
  expect((await ask(site.origin, '/results')).status).toBe(200);
  proxy.treat(({ body }) => (body.includes('"resultFrom":"2026-11-1') ? 'hang' : 'pass'));
  const reads = Array.from({ length: 120 }, (_none, index) =>
    callAt(
      site.origin,
      'result',
      {
        action: 'result',
        showAllResult: true,
        resultFrom: `2026-11-1${index % 10}`,
        resultTo: '2026-11-20',
        lastestGameId: `game-${index}`,
      },
      { headers: from(index) },
    ),
  );
  await expect.poll(() => proxy.seen.filter(({ body }) => body.includes('"game-')).length).toBeGreaterThan(3);
  const page = await ask(site.origin, '/results?game=keno&from=2026-11-20&to=2026-11-20');
  expect(page.status).toBe(200);
  expect(proxy.seen.some(({ body }) => body.includes('"lastestGameId":"keno"'))).toBe(true);
  for (const { status } of await Promise.all(reads)) expect(status).toBe(503);
  expect((await openBreakers()).filter((line) => !line.includes('platform-reads'))).toEqual([]);
  proxy.treat(() => 'pass');
});

const many = async (count: number, each: (nth: number) => Promise<{ status: number }>) => {
  const statuses: number[] = [];
  for (let nth = 1; nth <= count; nth++) statuses.push((await each(nth)).status);
  return statuses;
};

it('the rate limit of an address counts reads of distinct result ranges, but not repeated reads', async () => {
  const limited = await startSite({
    platform: proxy,
    clock: platform.clock,
    env: { TRUST_PROXY: '1', CALL_RATE_PERCENT: '10' },
    warm: false,
    live: false,
  });
  try {
    const read = (day: number, index: number) => {
      const resultFrom = `2026-11-${String(day).padStart(2, '0')}`;
      const data = { action: 'result', showAllResult: true, resultFrom, resultTo: '2026-11-21' };
      return callAt(limited.origin, 'result', data, { headers: from(index) });
    };
    const distinct = await many(12, (nth) => read(nth, 1));
    expect(distinct.slice(0, 5)).toEqual([200, 200, 200, 200, 200]);
    expect(distinct.slice(-6)).toEqual([429, 429, 429, 429, 429, 429]);
    const { status, headers, text } = await read(20, 1);
    expect([status, JSON.parse(text)]).toEqual([429, { success: false, firstCode: '15429' }]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(await many(60, () => read(1, 2))).toEqual(Array.from({ length: 60 }, () => 200));
    for (const path of ['/', '/results?from=2026-11-19'])
      expect((await ask(limited.origin, path, { headers: from(1) })).status).toBe(200);
  } finally {
    await limited.close();
  }
});

const readYear = async (more: object) => {
  const data = { action: 'result', showAllResult: true, resultFrom: '2025-11-22', resultTo: '2026-11-21' };
  const { text } = await callAt(site.origin, 'result', { ...data, ...more }, { headers: from(3) });
  const answer: { data: { result: { gameId: string }[]; cursor: string | null } } = JSON.parse(text);
  return { ...answer.data, bytes: text.length };
};

it('a request for a year of results returns at most 20 results of each game, or 50 of a single game', async () => {
  const { result, bytes } = await readYear({});
  const counts = Object.values(Object.groupBy(result, ({ gameId }) => gameId)).map((rows) => rows?.length);
  expect(Math.max(...counts.map(Number))).toBe(20);
  expect(bytes).toBeLessThan(1_000_000);
  const page = await readYear({ lastestGameId: 'jaldi' });
  expect(page.result).toHaveLength(50);
  expect(page.cursor).not.toBeNull();
  expect(page.bytes).toBeLessThan(1_000_000);
});
