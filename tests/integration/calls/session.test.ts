import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Answer, ask } from '../../helpers/http.ts';
import {
  cookieHeader,
  jarOf,
  loginData,
  opened,
  type RecordedSite,
  startRecordedSite,
  tokenOf,
} from '../../helpers/recording-platform.ts';
import { createSiteClock, sessionKey } from '../../helpers/site.ts';
import { gone, no, ok, shown, useRecordedSite } from './recorded-site.ts';

const clock = createSiteClock();
const dayMs = 86_400_000;
const { started, calls, bearerOf } = useRecordedSite({ clock });
let recorded: RecordedSite;
beforeAll(() => {
  recorded = started();
});

const autoLogin = { ...opened().data, userData: shown };
const whoIs = (jar: Record<string, string>, at = recorded) =>
  ask(at.site.origin, '/api/session', {
    headers: Object.keys(jar).length > 0 ? { cookie: cookieHeader(jar) } : {},
  });
const playerOf = ({ text }: Answer): unknown => JSON.parse(text).player;

describe('session cookie', () => {
  it('is deleted together with the presence cookie when the platform reports the end of the session', async () => {
    const jar = await recorded.login();
    for (const status of [200, 401]) {
      recorded.upstream.next(no('15107', status));
      const answer = await recorded.call('accounts/getUserProfile', {}, { jar });
      expect(answer.status).toBe(401);
      expect(JSON.parse(answer.text)).toEqual({ success: false, firstCode: '15107' });
      gone(answer);
    }
  });

  it('is not deleted if a call still sends the previous session after a new login', async () => {
    const jar = await recorded.login(tokenOf('c'));
    recorded.upstream.next({ is: 'answer', body: opened(tokenOf('d')) });
    await recorded.call('accounts/login', loginData, { jar });
    recorded.upstream.next(no('15107', 401));
    const late = await recorded.call('accounts/getUserProfile', {}, { jar });
    recorded.upstream.next(no('15107', 401));
    const player = await whoIs(jar);
    recorded.upstream.next(no('15107', 401));
    const file = await ask(recorded.site.origin, '/api/transaction/transactionSummary.csv', {
      headers: { cookie: cookieHeader(jar), 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' },
    });
    expect([late.status, player.status, playerOf(player), file.status]).toEqual([401, 200, null, 303]);
    for (const answer of [late, player, file]) expect(answer.headers).not.toHaveProperty('set-cookie');
  });

  it('causes no upstream call if it is expired or modified', async () => {
    const jar = await recorded.login();
    const sealed = jar['session'] ?? '';
    const others = [
      { session: `${sealed.slice(0, -1)}${sealed.endsWith('A') ? 'Q' : 'A'}` },
      { session: '' },
      { session: 'v1.x.y' },
      { session: '%00%ff' },
      { auth_user: '1' },
      { '__Host-session': sealed },
    ];
    recorded.upstream.received.length = 0;
    for (const other of others) {
      const answer = await recorded.call('accounts/getUserProfile', {}, { jar: other });
      expect(answer.status, JSON.stringify(other)).toBe(401);
      gone(answer);
    }
    clock.advance(dayMs);
    const late = await recorded.call('accounts/getUserProfile', {}, { jar });
    expect(late.status).toBe(401);
    gone(late);
    expect(calls()).toEqual([]);
  });

  it('is rejected with 10613 if the call names another player', async () => {
    const jar = await recorded.login();
    recorded.upstream.received.length = 0;
    const send = (body: object) =>
      recorded.call('accounts/getUserProfile', {}, { jar, body: JSON.stringify({ data: {}, ...body }) });
    const refused = await send({ player: 'ravi' });
    expect([refused.status, JSON.parse(refused.text)]).toEqual([200, { success: false, firstCode: '10613' }]);
    expect(refused.headers).not.toHaveProperty('set-cookie');
    for (const body of [{ player: 1 }, { player: null }, { player: 'x'.repeat(101) }, { other: 'asha' }])
      expect((await send(body)).status).toBe(400);
    expect(calls()).toEqual([]);
    await send({ player: 'asha' });
    expect(calls()).toHaveLength(1);
  });

  it('is deleted by GET /api/session if it is invalid', async () => {
    for (const jar of [{ auth_user: '1' }, { session: 'v1.x.y' }]) {
      const answer = await whoIs(jar);
      expect(answer.status).toBe(200);
      expect(playerOf(answer)).toBeNull();
      gone(answer);
    }
    const stranger = await whoIs({});
    expect(stranger.text).toBe('{"player":null}');
    expect(stranger.headers).not.toHaveProperty('set-cookie');
    expect(stranger.headers['cache-control']).toBe('private, no-store');
    expect(calls()).toEqual([]);
  });
});

describe('GET /api/session', () => {
  it('returns the player with the balance that the platform reports', async () => {
    const jar = await recorded.login();
    recorded.upstream.next(ok(autoLogin));
    const answer = await whoIs(jar);
    expect(playerOf(answer)).toEqual({
      username: 'asha',
      avatarImage: '/avatars/one.svg',
      currencyCode: 'INR',
      totalBalance: 125_000,
      depositPopupShow: false,
      minimumWalletAmount: 10_000,
      notificationCount: 2,
      session: { openedAt: expect.any(String), seconds: 0, realityCheckSeconds: 3600 },
    });
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store' });
    expect(bearerOf()).toBe(`Bearer ${tokenOf('t')}`);
    expect(answer.text).not.toContain(tokenOf('t'));
  });

  it('returns the age of the session, and a new avatar does not reset this age', async () => {
    const jar = await recorded.login();
    const openedAt = clock.now().getTime();
    clock.advance(125_000);
    recorded.upstream.next(ok({ ...autoLogin, userData: { ...shown, avatarImage: '/avatars/two.svg' } }));
    const renewed = jarOf(await whoIs(jar), jar);
    expect(renewed).not.toEqual(jar);
    recorded.upstream.next(ok(autoLogin));
    const { session } = z
      .object({ session: z.object({ openedAt: z.string(), seconds: z.number() }) })
      .parse(playerOf(await whoIs(renewed)));
    expect(session.seconds).toBeGreaterThanOrEqual(125);
    expect(Math.abs(Date.parse(session.openedAt) - openedAt)).toBeLessThan(60_000);
  });

  it.each([
    ['is slow', { is: 'hang' }],
    ['fails', { is: 'reset' }],
    ['sends an invalid response', { is: 'text', text: '<p>' }],
    ['is too busy', no('15429', 429)],
  ] as const)('returns the player without a balance when the platform %s', async (_what, manner) => {
    const jar = await recorded.login();
    recorded.upstream.next(manner);
    const answer = await whoIs(jar);
    expect(answer.status).toBe(200);
    expect(playerOf(answer)).toEqual({
      username: 'asha',
      avatarImage: '/avatars/one.svg',
      currencyCode: 'INR',
      session: expect.any(Object),
    });
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });

  it.each(['15107', '15114'])('returns no player when the platform answers %s', async (code) => {
    const jar = await recorded.login();
    recorded.upstream.next(no(code));
    const answer = await whoIs(jar);
    expect(playerOf(answer)).toBeNull();
    expect(jarOf(answer, jar)).toEqual({});
  });
});

it('a change of the avatar updates the cookie without opening a new session', async () => {
  const jar = await recorded.login();
  recorded.upstream.next(ok({ avatarImage: '/avatars/two.svg' }));
  const answer = await recorded.call('accounts/updateAvatar', { avatarImage: '/avatars/two.svg' }, { jar });
  const renewed = jarOf(answer, jar);
  recorded.upstream.next({ is: 'reset' });
  expect(playerOf(await whoIs(renewed))).toMatchObject({ avatarImage: '/avatars/two.svg' });
  expect(bearerOf()).toBe(`Bearer ${tokenOf('t')}`);
});

const startWith = (SESSION_KEYS: string) => startRecordedSite({ env: { SESSION_KEYS } });

it('rotating the session keys logs no player out', async () => {
  const newKey = 'test-session-key-of-tomorrow-0123456789';
  const [before, during, after] = await Promise.all([
    startWith(sessionKey),
    startWith(`${newKey},${sessionKey}`),
    startWith(newKey),
  ]);
  try {
    const old = await before.login();
    const renewed = await during.login();
    for (const { upstream } of [before, during, after]) upstream.always(ok(autoLogin));
    const seenBy = async (at: RecordedSite, jar: Record<string, string>) =>
      playerOf(await whoIs(jar, at)) !== null;
    expect(await seenBy(during, old)).toBe(true);
    expect(await seenBy(after, renewed)).toBe(true);
    expect(await seenBy(after, old)).toBe(false);
    expect(await seenBy(before, renewed)).toBe(false);
  } finally {
    await Promise.all([before.stop(), during.stop(), after.stop()]);
  }
});
