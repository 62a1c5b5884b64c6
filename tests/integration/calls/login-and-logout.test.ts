import { beforeAll, describe, expect, it } from 'vitest';
import { jarOf, loginData, opened, type RecordedSite, tokenOf } from '../../helpers/recording-platform.ts';
import { gone, no, ok, shown, useRecordedSite } from './recorded-site.ts';

const { started, calls, bearerOf } = useRecordedSite();
let recorded: RecordedSite;
beforeAll(() => {
  recorded = started();
});

describe('login', () => {
  it('stores the encrypted token in a cookie and sets the presence cookie', async () => {
    recorded.upstream.next({ is: 'answer', body: opened() });
    const answer = await recorded.call('accounts/login', loginData);
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^session=v1\.[^;]+; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/),
      'auth_user=1; Max-Age=86400; Path=/; SameSite=Lax',
      expect.stringMatching(/^campaigncode=; Max-Age=0; /),
    ]);
    expect(JSON.parse(answer.text)).toEqual({
      success: true,
      firstCode: '10000',
      data: { depositPopupShow: false, minimumWalletAmount: 10_000, notificationCount: 2, userData: shown },
    });
    expect(answer.text + JSON.stringify(answer.headers)).not.toContain(tokenOf('t'));
  });

  it.each(['accounts/signup', 'authenticate'])('sets session and presence cookie via %s', async (name) => {
    recorded.upstream.next({ is: 'answer', body: opened(tokenOf('s')) });
    const signup = {
      ...loginData,
      email_address: 'asha@example.com',
      currency: 'INR',
      ageconfirm: 1,
      agree: 1,
    };
    const answer = await recorded.call(name, name === 'authenticate' ? loginData : signup);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.text).not.toContain(tokenOf('s'));
    expect(jarOf(answer)).toMatchObject({ session: expect.stringMatching(/^v1\./), auth_user: '1' });
  });

  it('sets no cookie when it fails', async () => {
    recorded.upstream.next(no('15111'));
    expect((await recorded.call('accounts/login', loginData)).headers).not.toHaveProperty('set-cookie');
  });

  it('sends the previous session’s token, so that the platform closes the previous session', async () => {
    const jar = await recorded.login(tokenOf('a'));
    recorded.upstream.next({ is: 'answer', body: opened(tokenOf('b')) });
    const again = jarOf(await recorded.call('accounts/login', loginData, { jar }), jar);
    expect(bearerOf()).toBe(`Bearer ${tokenOf('a')}`);
    recorded.upstream.next(ok({ avatarList: [] }));
    await recorded.call('accounts/getAvatarList', {}, { jar: again });
    expect(bearerOf()).toBe(`Bearer ${tokenOf('b')}`);
  });
});

describe('logout', () => {
  it.each([
    ['confirms it', ok({}), 200],
    ['has no such session', no('15107', 401), 401],
    ['fails', { is: 'reset' }, 503],
    ['sends an invalid response', { is: 'text', text: 'x' }, 503],
  ] as const)('clears the cookies when the platform %s', async (_what, manner, status) => {
    const jar = await recorded.login();
    recorded.upstream.next(manner);
    const answer = await recorded.call('accounts/logout', {}, { jar });
    expect(answer.status).toBe(status);
    expect(answer.headers['clear-site-data']).toBe('"cookies"');
    expect(jarOf(answer, jar)).toEqual({});
    expect(bearerOf()).toBe(`Bearer ${tokenOf('t')}`);
  });

  it.each([
    ['is empty', { body: '' }, 400],
    ['is not JSON', { body: '{"data":' }, 400],
    ['has no data', { body: '[]' }, 400],
    ['has an unknown field', { body: '{"data":{"all":true}}' }, 400],
    ['has more than 64 kB', { body: JSON.stringify({ data: 'x'.repeat(66_000) }) }, 413],
    ['is a form', { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415],
  ])('clears the cookies when its body %s', async (_what, request, status) => {
    const jar = await recorded.login();
    const answer = await recorded.call('accounts/logout', {}, { jar, ...request });
    expect(answer.status).toBe(status);
    expect(answer.headers['clear-site-data']).toBe('"cookies"');
    gone(answer);
  });

  it('rejects a request from another site and keeps the cookies', async () => {
    const jar = await recorded.login();
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    for (const body of ['{"data":{}}', 'x']) {
      const answer = await recorded.call('accounts/logout', {}, { jar, body, headers });
      expect(answer.status).toBe(403);
      expect(answer.headers).not.toHaveProperty('set-cookie');
    }
  });

  it('returns 15107 to a visitor and clears remaining cookies', async () => {
    const answer = await recorded.call('accounts/logout', {}, { jar: { auth_user: '1' } });
    expect(answer.status).toBe(401);
    expect(jarOf(answer, { auth_user: '1' })).toEqual({});
    expect(calls()).toEqual([]);
  });
});
