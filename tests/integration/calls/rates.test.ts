import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { describeWith } from '../../helpers/installed.ts';
import { loginData, opened, type RecordedSite, startRecordedSite } from '../../helpers/recording-platform.ts';
import { hasRedis, type RedisServer, startRedis } from '../../helpers/redis-server.ts';

const started: RecordedSite[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((one) => one.stop()));
});

/**
 * Starts a site with a tenth of the default rate limits. Each client address is limited to 3 logins, 2 codes and 120
 * reads a minute.
 */
async function start(env: Record<string, string> = {}): Promise<RecordedSite> {
  const site = await startRecordedSite({ env: { TRUST_PROXY: '1', CALL_RATE_PERCENT: '10', ...env } });
  started.push(site);
  site.upstream.always({ is: 'answer', body: opened() });
  return site;
}
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const times = async (count: number, act: () => Promise<{ status: number }>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let done = 0; done < count; done++) statuses.push((await act()).status);
  return statuses;
};

it('only calls from an address that exceeds the rate limit are rejected, with the header Retry-After', async () => {
  const first = await start();
  const { upstream, site } = first;
  expect(await times(3, () => login(first, '203.0.113.7'))).toEqual([200, 200, 200]);
  upstream.received.length = 0;
  const refused = await login(first, '203.0.113.7');
  expect(refused.status).toBe(429);
  expect(JSON.parse(refused.text)).toEqual({ success: false, firstCode: '15429' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect(refused.headers['cache-control']).toBe('private, no-store');
  expect(upstream.received).toEqual([]);
  expect((await login(first, '198.51.100.9')).status).toBe(200);
  // The calls `authenticate` and `accounts/login` share one limit. The call `validateEmail` has a separate limit.
  expect((await first.call('authenticate', loginData, from('203.0.113.7'))).status).toBe(429);
  expect(
    (await first.call('accounts/validateEmail', { email_address: 'a@b.co' }, from('203.0.113.7'))).status,
  ).toBe(200);
  expect((await ask(site.opsOrigin, '/metrics')).text).toMatch(/shed_requests_total\{reason="calls"\} 2/);
});

it('the rate limit also counts invalid and cross-site calls', async () => {
  const recorded = await start();
  const address = from('203.0.113.7');
  const evil = { headers: { ...address.headers, origin: 'https://evil.example' } };
  expect((await recorded.call('accounts/login', loginData, evil)).status).toBe(403);
  expect((await recorded.call('accounts/login', {}, address)).status).toBe(400);
  expect((await recorded.call('accounts/login', loginData, address)).status).toBe(200);
  expect((await recorded.call('accounts/login', loginData, address)).status).toBe(429);
});

it.each([
  [['203.0.113.7:1024', '203.0.113.7:1025', '::ffff:203.0.113.7', '[::ffff:203.0.113.7]:80']],
  [['2001:db8:1:2::1', '[2001:db8:1:2::2]', '[2001:db8:1:2:ffff::3]:443', '2001:db8:1:2::4%eth0']],
  [['unknown', '_hidden', '203.0.113.256', '2001:db8::1::2']],
])('the rate limit counts these addresses as one: %j', async (addresses) => {
  const recorded = await start();
  const statuses = [];
  for (const address of addresses) statuses.push((await login(recorded, address)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect((await login(recorded, '2001:db8:1:3::1')).status).toBe(200);
});

it('the rate limit recognises a trusted proxy whose address includes a port', async () => {
  const recorded = await start({ TRUST_PROXY: '127.0.0.1,198.51.100.0/24' });
  const through = (client: string) => login(recorded, `${client}, 198.51.100.4:8443`);
  expect(await times(3, () => through('203.0.113.7'))).toEqual([200, 200, 200]);
  expect((await through('203.0.113.8')).status).toBe(200);
  expect((await through('203.0.113.7')).status).toBe(429);
});

it('the site sends the platform the client’s address without port or brackets', async () => {
  const recorded = await start();
  for (const address of ['203.0.113.7:1024', '[2001:db8:1:2::1]:443', 'unknown'])
    await login(recorded, address);
  expect(recorded.upstream.received.map(({ headers }) => headers['x-player-address'])).toEqual([
    '203.0.113.7',
    '2001:db8:1:2::1',
    'unreadable',
  ]);
});

it('the rate limit adds up a player’s calls from all addresses', async () => {
  const recorded = await start();
  const jar = await recorded.login();
  recorded.upstream.always({
    is: 'answer',
    body: { success: true, firstCode: '10000', data: { avatarList: [] } },
  });
  let address = 0;
  const ofPlayer = () =>
    recorded.call('accounts/getAvatarList', {}, { jar, ...from(`203.0.113.${++address}`) });
  const statuses = await times(31, ofPlayer);
  expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 200));
  expect(statuses[30]).toBe(429);
});

it('the rate limit counts calls with an unknown name as reads', async () => {
  const recorded = await start();
  const statuses = await times(121, () => recorded.call('nothing', {}, from('203.0.113.7')));
  expect(statuses.filter((status) => status === 404)).toHaveLength(120);
  expect(statuses.at(-1)).toBe(429);
});

it('the rate limit is disabled by CALL_RATE_PERCENT=0', async () => {
  const recorded = await start({ CALL_RATE_PERCENT: '0' });
  const statuses = await times(40, () => recorded.call('accounts/login', loginData, from('203.0.113.7')));
  expect(new Set(statuses)).toEqual(new Set([200]));
});

const login = (at: RecordedSite, address: string) => at.call('accounts/login', loginData, from(address));

describeWith('redis-server', hasRedis)('two instances of the site with one Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis?.stop());

  it('share the call rate limits unless Redis is down', async () => {
    const [one, other] = [await start({ REDIS_URL: redis.url }), await start({ REDIS_URL: redis.url })];
    expect(await times(2, () => login(one, '203.0.113.7'))).toEqual([200, 200]);
    expect(await times(2, () => login(other, '203.0.113.7'))).toEqual([200, 429]);
    redis.kill();
    await expect.poll(() => other.site.deps.shared.joined).toBe(false);
    expect(await times(4, () => login(other, '192.0.2.50'))).toEqual([200, 200, 200, 429]);
  });
});
