import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { postFiles } from '../../helpers/page-form.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { freshName, shortForm, testPassword } from '../../helpers/player.ts';
import { callAt, cookieHeader, jarOf } from '../../helpers/recording-platform.ts';
import { sampleJpeg, samplePerson } from '../../helpers/sample-documents.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';

let platform: TestPlatform;
let site: TestSite;
beforeAll(async () => {
  platform = await startPlatform({ historyDays: 0, config: { signing: 'hmac' } });
  site = await startSite({
    platform,
    warm: false,
    live: false,
    env: { PLATFORM_SIGNING: 'hmac', CALL_RATE_PERCENT: '0' },
  });
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

type Jar = Record<string, string>;
const call = (name: string, data: unknown, jar: Jar = {}) => callAt(site.origin, name, data, { jar });
const signup = async (username = freshName()): Promise<{ username: string; jar: Jar }> => {
  const answer = await call('accounts/signup', shortForm({ username }));
  expect(answer.status, answer.text).toBe(200);
  expect(JSON.parse(answer.text)).toMatchObject({ success: true });
  return { username, jar: jarOf(answer) };
};
const whoIs = async (jar: Jar) =>
  JSON.parse((await ask(site.origin, '/api/session', { headers: { cookie: cookieHeader(jar) } })).text)
    .player;

it('a player signs up, gets their profile, logs out and logs in again', async () => {
  const { username, jar } = await signup();
  expect(await whoIs(jar)).toMatchObject({ username, currencyCode: 'INR', totalBalance: expect.any(Number) });
  const profile = await call('accounts/getUserProfile', {}, jar);
  expect(JSON.parse(profile.text)).toMatchObject({ success: true, data: { username } });

  const out = await call('accounts/logout', {}, jar);
  expect(out.status).toBe(200);
  expect(out.headers['clear-site-data']).toBe('"cookies"');
  expect(jarOf(out, jar)).toEqual({});

  // The platform does not accept the old cookie after the logout.
  const replayed = await call('accounts/getUserProfile', {}, jar);
  expect(replayed.status).toBe(401);
  expect(JSON.parse(replayed.text)).toEqual({ success: false, firstCode: '15107' });
  expect(jarOf(replayed, jar)).toEqual({});
  expect(await whoIs(jar)).toBeNull();

  const again = await call('accounts/login', { type: 2, username, password: testPassword });
  expect(await whoIs(jarOf(again))).toMatchObject({ username });
});

it('a player uploads documents of 20 MB in one call that the site signs', async () => {
  const { jar } = await signup();
  expect((await call('accounts/updateUserDetails', samplePerson, jar)).status).toBe(200);
  const content = Buffer.concat([sampleJpeg(), Buffer.alloc(10 * 1024 * 1024 - 200)]);
  const files = ['identity', 'address'].map((field) => ({ field, content }));
  const headers = { cookie: cookieHeader(jar) };
  const { status, text } = await postFiles(site, '/api/accounts/requestVerification', files, headers);
  expect([status, JSON.parse(text)]).toMatchObject([200, { data: { kycStatus: 'pending' } }]);
});

it('a player who changes the password keeps only the current session', async () => {
  const { username, jar } = await signup();
  const login = (password: string) =>
    callAt(
      site.origin,
      'accounts/login',
      { type: 2, username, password },
      { headers: { 'user-agent': 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0' } },
    );
  const other = jarOf(await login(testPassword));
  const listed = await call('accounts/listSessions', {}, jar);
  expect(JSON.parse(listed.text).data.sessions).toMatchObject([
    { current: true },
    { current: false, browser: 'Firefox', system: 'Android' },
  ]);
  const newPassword = 'Stone-bridge-81';
  const changed = await call('accounts/changePassword', { password: testPassword, newPassword }, jar);
  expect(JSON.parse(changed.text)).toEqual({ success: true, firstCode: '10000', data: {} });
  expect(await whoIs(jar)).toMatchObject({ username, notificationCount: 1 });
  expect(await whoIs(other)).toBeNull();
  expect(await whoIs(jarOf(await login(newPassword)))).toMatchObject({ username });
});

it('the session cookies are deleted if a player ends the current session, but not if they end another session', async () => {
  const { username, jar } = await signup();
  jarOf(await call('accounts/login', { type: 2, username, password: testPassword }));
  const listed = await call('accounts/listSessions', {}, jar);
  const [current, other] = JSON.parse(listed.text).data.sessions;
  const afterOther = await call('accounts/endSession', { sessionId: other.sessionId }, jar);
  expect(jarOf(afterOther, jar)).toEqual(jar);
  const afterOwn = await call('accounts/endSession', { sessionId: current.sessionId }, jar);
  expect(JSON.parse(afterOwn.text)).toMatchObject({ success: true, data: { endedCurrent: true } });
  expect(jarOf(afterOwn, jar)).toEqual({});
});

it('a rejected deposit names the end of the limit or time-out, and an exclusion deletes the session cookies', async () => {
  const { username, jar } = await signup();
  await call('limits/set', { kind: 'deposit', period: 'day', amount: 20_000 }, jar);
  const deposit = { amount: 50_000, idempotencyKey: 'k'.repeat(20) };
  const limited = JSON.parse((await call('cashier/deposit', deposit, jar)).text);
  expect(limited).toMatchObject({
    firstCode: '10610',
    data: { kind: 'deposit', period: 'day', limit: 20_000, left: 20_000, endsAt: expect.any(String) },
  });
  await call('limits/timeOut', { days: 1, password: testPassword }, jar);
  expect(JSON.parse((await call('cashier/deposit', deposit, jar)).text)).toMatchObject({
    firstCode: '10611',
    data: { kind: 'time-out', endsAt: expect.any(String) },
  });
  const wrong = await call('limits/exclude', { months: 6, password: 'Wrong-river-42' }, jar);
  expect(jarOf(wrong, jar)).toEqual(jar);
  const excluded = await call('limits/exclude', { months: null, password: testPassword }, jar);
  expect(jarOf(excluded, jar)).toEqual({});
  const login = await call('accounts/login', { type: 2, username, password: testPassword });
  expect(JSON.parse(login.text)).toEqual({
    success: false,
    firstCode: '15116',
    data: { kind: 'exclusion', endsAt: null },
  });
});

it('a second login in the same browser ends the session of the first login', async () => {
  const { username, jar } = await signup();
  const again = await call('accounts/login', { type: 2, username, password: testPassword }, jar);
  expect(again.status).toBe(200);
  expect((await call('accounts/getUserProfile', {}, jar)).status).toBe(401);
  expect((await call('accounts/getUserProfile', {}, jarOf(again, jar))).status).toBe(200);
});

it('each of 200 concurrent calls by 10 players returns the data of the calling player', async () => {
  const players = await Promise.all(Array.from({ length: 10 }, () => signup()));
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const { username, jar } = players[index % players.length] ?? { username: '', jar: {} };
      const answer = await call('accounts/getUserProfile', {}, jar);
      return { username, said: JSON.parse(answer.text).data?.username };
    }),
  );
  for (const { username, said } of answers) expect(said).toBe(username);
});

it('a rejection by the platform reaches the browser with the platform’s code', async () => {
  const { username } = await signup();
  const taken = await call('accounts/validateUserName', { username: username.toUpperCase() });
  expect(taken.status).toBe(200);
  expect(JSON.parse(taken.text)).toEqual({ success: false, firstCode: '10496' });
  const wrong = await call('accounts/login', { type: 2, username, password: 'Not-this-one-1' });
  expect(JSON.parse(wrong.text)).toEqual({ success: false, firstCode: '15111' });
});
