import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryDatabase } from '../../helpers/database.ts';
import { newestOtp, readOutbox } from '../../helpers/outbox.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { createPlayer, type TestPlayer, testPassword } from '../../helpers/player.ts';

const now = new Date('2026-11-21T12:02:00Z');
const minuteMs = 60_000;
const newPassword = 'Stone-bridge-81';
let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ now });
});
afterAll(() => platform?.stop());

/** Logs a player in. @returns the token of the new session, or '' if the login was refused */
async function login(
  { username }: TestPlayer,
  password: string = testPassword,
  envelope: Record<string, unknown> = {},
): Promise<string> {
  const { body } = await platform.call('accounts/login', { type: 2, username, password }, { envelope });
  return body.success ? body.data.userData.authToken : '';
}

async function isOpen(token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  return (await platform.call('accounts/autoLogin', {}, { headers })).body.success;
}

async function sessionsOf(player: TestPlayer) {
  const { body } = await player.call('accounts/listSessions', {});
  if (!body.success) throw new Error(`refused: ${body.firstCode}`);
  return body.data.sessions;
}

describe('accounts/changePassword', () => {
  it('replaces the password and ends all sessions except the current one', async () => {
    const player = await createPlayer(platform);
    const other = await login(player);
    const { body } = await player.call('accounts/changePassword', { password: testPassword, newPassword });
    expect(body).toEqual({ success: true, firstCode: '10000', data: {} });
    expect([await isOpen(player.token), await isOpen(other)]).toEqual([true, false]);
    expect([await login(player), await login(player, newPassword)]).toEqual([
      '',
      expect.stringMatching(/^.{43}$/),
    ]);
    const [notice] = await readOutbox(platform, player.email);
    expect(notice).toMatchObject({ template: 'password_replaced', subject: 'Your password was changed' });
    expect(notice?.text).not.toContain(newPassword);
  });

  it('is locked together with the login after the current password was wrong five times', async () => {
    const player = await createPlayer(platform);
    const codes: string[] = [];
    for (let time = 0; time < 6; time++) {
      const wrong = { password: 'Wrong-horse-7', newPassword };
      codes.push((await player.call('accounts/changePassword', wrong)).body.firstCode);
    }
    expect(codes).toEqual(['15111', '15111', '15111', '15111', '15111', '15113']);
    expect(await login(player)).toBe('');
    platform.clock.advance(2 * minuteMs);
    expect(await login(player)).not.toBe('');
  });

  it.each([
    ['an unchanged password', testPassword, 'password_unchanged'],
    ['a common password', 'Password-1', 'password_too_common'],
    ['a short password', 'Ab-1', 'password_requirement'],
    ['a password without a digit', 'Stone-bridge', 'password_requirement'],
  ])('rejects %s and keeps the current password', async (_, wrong, message) => {
    const player = await createPlayer(platform);
    const { status, body } = await player.call('accounts/changePassword', {
      password: testPassword,
      newPassword: wrong,
    });
    expect([status, body]).toEqual([
      400,
      { success: false, firstCode: '10400', data: { fields: { newPassword: message } } },
    ]);
    expect(await login(player)).not.toBe('');
  });

  it('rejects a password that contains the player’s username', async () => {
    const player = await createPlayer(platform);
    const wrong = { password: testPassword, newPassword: `${player.username}-A7` };
    expect((await player.call('accounts/changePassword', wrong)).body).toMatchObject({
      data: { fields: { newPassword: 'password_has_name' } },
    });
  });

  it('accepts only one of two concurrent changes', async () => {
    const player = await createPlayer(platform);
    const wanted = ['Stone-bridge-81', 'Copper-lantern-52'];
    const answers = await Promise.all(
      wanted.map((one) =>
        player.call('accounts/changePassword', { password: testPassword, newPassword: one }),
      ),
    );
    expect(answers.map(({ body }) => body.firstCode).toSorted()).toEqual(['10000', '15111']);
    const winner = wanted[answers.findIndex(({ body }) => body.success)];
    expect(await login(player, winner)).not.toBe('');
  });

  it('discards a new contact that is not verified yet', async () => {
    const player = await createPlayer(platform);
    const email_address = `new-${player.email}`;
    await player.call('accounts/updateUserDetails', { email_address, password: testPassword });
    await player.call('accounts/sendEmailOtp', {});
    const otp = await newestOtp(platform, email_address);
    await player.call('accounts/changePassword', { password: testPassword, newPassword });
    expect((await player.call('accounts/verifyEmailOtp', { otp })).body.firstCode).toBe('10510');
  });
});

describe('accounts/listSessions', () => {
  it('returns each session with its device and last use, the current one first', async () => {
    const player = await createPlayer(platform);
    platform.clock.advance(minuteMs);
    const device = { browser: 'Samsung Internet', system: 'Android' };
    const other = await login(player, testPassword, { device });
    platform.clock.advance(5 * minuteMs);
    expect(await isOpen(other)).toBe(true);
    const [first, second, ...more] = await sessionsOf(player);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ browser: null, system: null, current: true });
    expect(second).toEqual({
      sessionId: expect.stringMatching(/^[0-9a-f]{32}$/),
      ...device,
      createdAt: new Date(platform.clock.now().getTime() - 5 * minuteMs).toISOString(),
      lastUsedAt: platform.clock.now().toISOString(),
      current: false,
    });
    expect(JSON.stringify([first, second])).not.toContain(other);
  });

  it('omits expired sessions and sessions of other players', async () => {
    const player = await createPlayer(platform);
    await createPlayer(platform);
    platform.clock.advance(23 * 60 * minuteMs);
    const later = await login(player);
    expect(await sessionsOf(player)).toHaveLength(2);
    platform.clock.advance(2 * 60 * minuteMs);
    const { body } = await platform.call(
      'accounts/listSessions',
      {},
      { headers: { authorization: `Bearer ${later}` } },
    );
    expect(body).toMatchObject({ data: { sessions: [{ current: true }] } });
  });

  it('never returns an invalid browser name, because the login rejects such names', async () => {
    const player = await createPlayer(platform);
    for (const device of [
      { browser: '<b>', system: null },
      { browser: 'x'.repeat(40), system: null },
      'Chrome',
    ])
      expect(await login(player, testPassword, { device })).toBe('');
    expect(await login(player, testPassword, { device: { browser: null, system: 'Linux' } })).not.toBe('');
  });
});

describe('accounts/endSession', () => {
  it('ends one session by its id', async () => {
    const player = await createPlayer(platform);
    const [one, two] = [await login(player), await login(player)];
    const ended = (await sessionsOf(player)).find(({ current }) => !current)?.sessionId ?? '';
    expect((await player.call('accounts/endSession', { sessionId: ended })).body).toMatchObject({
      data: { ended: 1, endedCurrent: false },
    });
    expect((await Promise.all([one, two].map(isOpen))).filter(Boolean)).toHaveLength(1);
    expect((await player.call('accounts/endSession', { sessionId: ended })).body.firstCode).toBe('10711');
  });

  it('ends all sessions except the current one', async () => {
    const player = await createPlayer(platform);
    const tokens = [await login(player), await login(player)];
    expect((await player.call('accounts/endSession', { sessionId: 'others' })).body).toMatchObject({
      data: { ended: 2, endedCurrent: false },
    });
    expect(await Promise.all([player.token, ...tokens].map(isOpen))).toEqual([true, false, false]);
  });

  it('ends the current session and reports that the current session has ended', async () => {
    const player = await createPlayer(platform);
    const current = (await sessionsOf(player)).find((one) => one.current)?.sessionId ?? '';
    expect((await player.call('accounts/endSession', { sessionId: current })).body).toMatchObject({
      data: { ended: 1, endedCurrent: true },
    });
    expect(await isOpen(player.token)).toBe(false);
  });

  it('returns 10711 for another player’s session and leaves it open', async () => {
    const player = await createPlayer(platform);
    const other = await createPlayer(platform);
    const sessionId = (await sessionsOf(other))[0]?.sessionId ?? '';
    expect((await player.call('accounts/endSession', { sessionId })).body.firstCode).toBe('10711');
    expect(await isOpen(other.token)).toBe(true);
  });

  it('rejects a session id that is the stored hash of a token', async () => {
    const player = await createPlayer(platform);
    const [row] = await queryDatabase<{ token_hash: string }>(
      platform.databaseUrl,
      `select token_hash from sessions where account_id = '${player.accountId}'`,
    );
    const sessionId = (row?.token_hash ?? '').slice(0, 32);
    expect((await player.call('accounts/endSession', { sessionId })).body.firstCode).toBe('10711');
  });
});
