import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryDatabase } from '../../helpers/database.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { createPlayer, freshName } from '../../helpers/player.ts';
import { loginOn } from './logins.ts';

const now = new Date('2026-11-21T12:02:00Z');
const minuteMs = 60_000;
let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ now, config: { sessionIdleMs: 90 * minuteMs } });
});
afterAll(() => platform?.stop());

const login = loginOn(() => platform);

describe('session', () => {
  it('is closed by a logout, while the player’s other session stays open', async () => {
    const player = await createPlayer(platform);
    const other = await login(player.username, player.password);
    expect((await player.call('accounts/logout', {})).body).toEqual({
      success: true,
      firstCode: '10000',
      data: {},
    });
    for (const name of ['accounts/autoLogin', 'accounts/logout', 'accounts/getUserProfile'] as const) {
      const { status, body } = await player.call(name, {});
      expect([name, status, body]).toEqual([name, 401, { success: false, firstCode: '15107' }]);
    }
    const token = other.body.success ? other.body.data.userData.authToken : '';
    const { body } = await platform.call(
      'accounts/autoLogin',
      {},
      { headers: { authorization: `Bearer ${token}` } },
    );
    expect(body.success).toBe(true);
  });

  it('expires after a day, or after the configured idle time', async () => {
    const used = await createPlayer(platform);
    const idle = await createPlayer(platform);
    const found: [string, string][] = [];
    for (let hour = 1; hour < 24; hour++) {
      platform.clock.advance(60 * minuteMs);
      found.push([
        (await used.call('accounts/autoLogin', {})).body.firstCode,
        hour === 1 || hour === 3 ? (await idle.call('accounts/autoLogin', {})).body.firstCode : '',
      ]);
    }
    expect(found.map(([mine]) => mine)).toEqual(Array.from({ length: 23 }, () => '10000'));
    expect([found[0]?.[1], found[2]?.[1]]).toEqual(['10000', '15107']);
    platform.clock.advance(60 * minuteMs);
    expect((await used.call('accounts/autoLogin', {})).body.firstCode).toBe('15107');
  });

  it.each([
    'Bearer',
    'Bearer x',
    `Bearer ${'A'.repeat(43)}`,
    `Basic ${'A'.repeat(43)}`,
    `Bearer ${'A'.repeat(5000)}`,
  ])('is not found for the invalid Authorization header %s', async (authorization) => {
    const { status, body } = await platform.call('accounts/autoLogin', {}, { headers: { authorization } });
    expect([status, body.firstCode]).toEqual([401, '15107']);
  });
});

it('housekeeping deletes expired sessions', async () => {
  await createPlayer(platform);
  await login(freshName(), 'Wrong-horse-7');
  platform.clock.advance(8 * 24 * 60 * minuteMs);
  await platform.deps.housekeeping.run();
  for (const table of ['sessions', 'login_failures', 'otps', 'messages'])
    expect([table, await queryDatabase(platform.databaseUrl, `select * from ${table}`)]).toEqual([table, []]);
});
