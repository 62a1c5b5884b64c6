import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { alerts, selectorsOf } from '../../helpers/operations-files.ts';
import {
  callAt,
  cookieHeader,
  loginData,
  opened,
  type RecordedSite,
  startRecordedSite,
} from '../../helpers/recording-platform.ts';
import { startSite } from '../../helpers/site.ts';
import { startUpstreamProxy } from '../../helpers/upstream-proxy.ts';

let recorded: RecordedSite;
beforeEach(async () => {
  recorded = await startRecordedSite();
});
afterEach(() => recorded?.stop());

/** Returns a different date range for each index, so that no two reads of the test share a cache entry. */
const oneDay = (index: number) => {
  const day = `2026-11-${String(1 + (index % 20)).padStart(2, '0')}`;
  return { resultFrom: day, resultTo: index < 20 ? day : '2026-11-21' };
};
const technicalIssue = { success: false, firstCode: '15500' };

it('a call returns 15500 if the platform sends no response, half a response or one byte at a time', async () => {
  const jar = await recorded.login();
  recorded.upstream.received.length = 0;
  recorded.upstream.next({ is: 'hang' }, { is: 'hang-in-body' }, { is: 'drip' });
  const answers = await Promise.all(
    Array.from({ length: 3 }, () => recorded.call('accounts/getAvatarList', {}, { jar })),
  );
  expect(recorded.upstream.received).toHaveLength(3);
  for (const { status, text } of answers) expect([status, JSON.parse(text)]).toEqual([503, technicalIssue]);
});

const metricsOf = async () => (await ask(recorded.site.opsOrigin, '/metrics')).text;
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const manyAddresses = { TRUST_PROXY: '1', CALL_RATE_PERCENT: '0' };

it('a circuit breaker that opens for failing logins does not block reads', async () => {
  await recorded.stop();
  recorded = await startRecordedSite({ env: manyAddresses });
  const gameList = { success: true, firstCode: '10000', data: { gameList: [], error: null } };
  recorded.upstream.next(...Array.from({ length: 5 }, () => ({ is: 'reset' }) as const));
  recorded.upstream.always({ is: 'answer', body: gameList });
  let count = 0;
  const failing = async () =>
    (await recorded.call('accounts/login', loginData, from(`203.0.113.${++count % 250}`))).status;
  for (let times = 0; times < 5; times++) expect(await failing()).toBe(503);
  recorded.upstream.received.length = 0;
  const answer = await recorded.call('accounts/login', loginData);
  expect(answer.status).toBe(503);
  expect(JSON.parse(answer.text)).toEqual(technicalIssue);
  expect(recorded.upstream.received).toEqual([]);
  expect((await recorded.call('gameList')).status).toBe(200);
  const text = await metricsOf();
  expect(text).toContain('golden_lotto_breaker_state{upstream="platform-visitors"} 2');
  for (const other of ['platform', 'platform-reads', 'platform-calls', 'content'])
    expect(text).toContain(`golden_lotto_breaker_state{upstream="${other}"} 0`);
  recorded.upstream.always({ is: 'answer', body: opened() });
  await expect.poll(failing, { timeout: 20_000, interval: 100 }).toBe(200);
});

it('failed calls from one address or one account never open a circuit breaker', async () => {
  await recorded.stop();
  recorded = await startRecordedSite({ env: manyAddresses });
  const jar = await recorded.login();
  const avatars = {
    is: 'answer',
    body: { success: true, firstCode: '10000', data: { avatarList: [] } },
  } as const;
  const fail = async (count: number, call: (index: number) => Promise<{ status: number }>) => {
    recorded.upstream.next(...Array.from({ length: count }, () => ({ is: 'reset' }) as const));
    for (let index = 0; index < count; index++) expect((await call(index)).status).toBe(503);
  };
  recorded.upstream.always(avatars);
  await fail(12, () => recorded.call('accounts/login', loginData, from('203.0.113.7')));
  await fail(12, (index) =>
    recorded.call('accounts/getAvatarList', {}, { jar, ...from(`203.0.113.${index}`) }),
  );
  await fail(24, (index) =>
    recorded.call('result', { ...oneDay(index), action: 'result', showAllResult: true }, from('203.0.113.7')),
  );
  expect(await metricsOf()).not.toMatch(/breaker_state\{[^}]*\} [12]/);
  expect((await recorded.call('accounts/getAvatarList', {}, { jar })).status).toBe(200);
});

it('platform responses with status 503 open no circuit breaker', async () => {
  await recorded.stop();
  recorded = await startRecordedSite({ env: manyAddresses });
  recorded.upstream.always({ is: 'answer', status: 503, body: technicalIssue });
  for (let index = 0; index < 12; index++)
    expect((await recorded.call('accounts/login', loginData, from(`203.0.113.${index}`))).status).toBe(503);
  recorded.upstream.always({ is: 'answer', body: opened() });
  expect((await recorded.call('accounts/login', loginData)).status).toBe(200);
});

it('exactly one alert counts calls with status 500 from the platform, and excludes successful calls', async () => {
  const jar = await recorded.login();
  recorded.upstream.always({ is: 'answer', status: 500, body: technicalIssue });
  expect((await recorded.call('accounts/getAvatarList', {}, { jar })).status).toBe(503);
  const counted = (await metricsOf()).matchAll(/^golden_lotto_upstream_seconds_count\{(.*)\} [1-9]\d*$/gm);
  const series = [...counted].map(
    ([, labels = '']): Record<string, string> =>
      Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value])),
  );
  const failed = series.filter(({ upstream, outcome }) => upstream === 'platform-calls' && outcome !== 'ok');
  const answered = series.filter(({ outcome }) => outcome === 'ok');
  expect([failed.length, answered.length > 0]).toEqual([1, true]);
  const counting = alerts().filter(({ expr }) =>
    selectorsOf(expr).some(
      ({ metric, selects }) =>
        metric === 'golden_lotto_upstream_seconds_count' && failed.every(selects) && !answered.some(selects),
    ),
  );
  expect(counting.map(({ labels }) => labels.severity)).toEqual(['page']);
});

it('a call that cannot reach the platform returns 15500 and keeps the player logged in', async () => {
  const jar = await recorded.login();
  await recorded.upstream.stop();
  const answer = await recorded.call('accounts/getAvatarList', {}, { jar });
  expect(answer.status).toBe(503);
  expect(answer.headers).not.toHaveProperty('set-cookie');
  expect(
    JSON.parse(
      (await ask(recorded.site.origin, '/api/session', { headers: { cookie: cookieHeader(jar) } })).text,
    ),
  ).toMatchObject({
    player: { username: 'asha' },
  });
});

describe('browser that disconnects', () => {
  it('cancels the upstream call, except for a logout', async () => {
    const jar = await recorded.login();
    const proxy = await startUpstreamProxy(recorded.upstream.origin);
    const site = await startSite({ platform: proxy, warm: false, live: false });
    try {
      proxy.treat(() => 'hang');
      const leave = async (name: string) => {
        const body = '{"data":{}}';
        const { hostname, port } = new URL(site.origin);
        const going = request({
          hostname,
          port,
          path: `/api/${name}`,
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'content-length': body.length,
            cookie: cookieHeader(jar),
          },
        });
        going.on('error', () => undefined);
        going.end(body);
        await expect.poll(() => proxy.count(name)).toBe(1);
        going.destroy();
      };
      const seenOf = (name: string) => proxy.seen.find(({ url }) => url.endsWith(name));
      await leave('accounts/getAvatarList');
      await expect.poll(() => seenOf('getAvatarList')?.brokenOff).toBe(true);
      await leave('accounts/logout');
      await leave('accounts/getUserProfile');
      await expect.poll(() => seenOf('getUserProfile')?.brokenOff).toBe(true);
      expect(seenOf('logout')?.brokenOff).toBe(false);
      // A cancelled call must not be logged as an error.
      expect(site.logged()).not.toMatch(/getAvatarList|getUserProfile/);
    } finally {
      await site.close();
      await proxy.close();
    }
  });
});

it('every call returns 503 during maintenance', async () => {
  const closed = await startRecordedSite({
    config: ({ setup }) => {
      setup.maintenance = true;
    },
  });
  try {
    for (const answer of [
      await closed.call('accounts/login', loginData),
      await closed.call('gameList'),
      await ask(closed.site.origin, '/api/session'),
    ]) {
      expect(answer.status).toBe(503);
      expect(JSON.parse(answer.text)).toEqual(technicalIssue);
      expect(answer.headers).toMatchObject({ 'retry-after': '600', 'cache-control': 'private, no-store' });
    }
    expect(closed.upstream.received).toEqual([]);
  } finally {
    await closed.stop();
  }
});

it('a call on a reused connection does not inherit the previous call’s session', async () => {
  const jar = await recorded.login();
  recorded.upstream.always({
    is: 'answer',
    body: { success: true, firstCode: '10000', data: { avatarList: [] } },
  });
  expect((await callAt(recorded.site.origin, 'accounts/getAvatarList', {}, { jar })).status).toBe(200);
  expect((await callAt(recorded.site.origin, 'accounts/getAvatarList')).status).toBe(401);
});
