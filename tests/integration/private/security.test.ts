import { describe, expect, it } from 'vitest';
import { useAccountSite } from '../../helpers/account-site.ts';
import type { Answer } from '../../helpers/http.ts';
import { formHtml, postForm } from '../../helpers/page-form.ts';
import { testPassword } from '../../helpers/player.ts';

const path = '/my-accounts/security';
const newPassword = 'Stone-bridge-81';
const account = useAccountSite();
const { post, get } = account;

const login = async (password: string = testPassword) => {
  const device = { browser: 'Firefox', system: 'Android' };
  const { body } = await account.platform.call(
    'accounts/login',
    { type: 2, username: account.player.username, password },
    { envelope: { device } },
  );
  return body.success;
};
const sessions = async () => {
  const { body } = await account.player.call('accounts/listSessions', {});
  return body.success ? body.data.sessions : [];
};
/** Opens the page to which a POST redirected, with the cookies that the POST set. */
const follow = async (answer: Answer): Promise<string> => {
  expect([answer.status, answer.headers['cache-control']]).toEqual([303, 'private, no-store']);
  const set = (answer.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0] ?? '');
  return formHtml(await get(answer.headers.location ?? '', [account.cookie, ...set].join('; ')));
};

describe('POST /my-accounts/security without JavaScript', () => {
  it('ends one session and then all others, and keeps the current session', async () => {
    await login();
    await login();
    await login();
    const page = formHtml(await get(`${path}?whole=1`));
    expect(page.match(/Firefox · Android/g)?.length).toBeGreaterThanOrEqual(3);
    const [current, other] = await sessions();
    // The current session has a logout link instead of a button that ends the session.
    expect(page).not.toContain(`value="${current?.sessionId}"`);
    expect(page).toContain('href="/logout"');
    const ended = await follow(await post(path, { sessionId: other?.sessionId ?? '' }));
    expect(ended).toContain('Ended. The list shows the sessions that are still open.');
    expect(await sessions()).toHaveLength(3);
    const alone = await follow(await post(`/nb${path}`, { sessionId: 'others' }));
    expect(alone).toContain('Listen viser øktene som fortsatt er åpne.');
    expect(alone).not.toContain('name="sessionId"');
    expect(await sessions()).toHaveLength(1);
  });

  it('returns 422 with a message for an ended session and for invalid values', async () => {
    await login();
    const gone = await post(path, { sessionId: '0'.repeat(32) });
    expect(gone.status).toBe(422);
    expect(formHtml(gone)).toContain('This session had already ended.');
    for (const sessionId of ['', 'own', '<b>', 'x'.repeat(5000)]) {
      const wrong = await post(path, { sessionId });
      expect(wrong.status).toBe(422);
      expect(formHtml(wrong)).toContain('This value is not valid.');
    }
    expect(await sessions()).toHaveLength(2);
  });

  it('changes nothing for a request from another site or a visitor, or while the platform fails', async () => {
    await login();
    const foreign = await postForm(
      account.site,
      path,
      { sessionId: 'others' },
      {
        cookie: account.cookie,
        origin: 'https://evil.example',
        'sec-fetch-site': 'cross-site',
      },
    );
    expect(foreign.status).toBe(403);
    const visitor = await postForm(account.site, path, { sessionId: 'others' });
    expect([visitor.status, visitor.headers.location]).toEqual([303, '/login?to=%2Fmy-accounts%2Fsecurity']);
    account.proxy.treat(() => 'fail');
    const failed = await post(path, { sessionId: 'others' });
    expect([failed.status, failed.text.includes('This page cannot be shown now')]).toEqual([422, true]);
    account.proxy.treat(() => 'pass');
    expect(await sessions()).toHaveLength(2);
  });
});

describe('POST /my-accounts/security/password without JavaScript', () => {
  const target = `${path}/password`;
  const change = { password: testPassword, newPassword, confirmation: newPassword };

  it('replaces the password and reports that all other sessions have ended', async () => {
    await login();
    const page = await follow(await post(target, change));
    expect(page).toContain('Your password has been changed. All other sessions have ended.');
    expect(await sessions()).toHaveLength(1);
    expect([await login(), await login(newPassword)]).toEqual([false, true]);
  });

  it.each([
    [
      'a wrong current password',
      { password: 'Wrong-horse-7' },
      'password',
      'This is not your current password.',
    ],
    ['a missing current password', { password: '' }, 'password', 'Enter a password.'],
    [
      'the current password again',
      { newPassword: testPassword, confirmation: testPassword },
      'newPassword',
      'The new password must differ from the current one.',
    ],
    [
      'a common password',
      { newPassword: 'Password-1', confirmation: 'Password-1' },
      'newPassword',
      'This password is too easy to guess. Choose another one.',
    ],
    [
      'a weak password',
      { newPassword: 'weak', confirmation: 'weak' },
      'newPassword',
      'A password has 8 to 32',
    ],
    ['another confirmation', { confirmation: 'x' }, 'confirmation', 'The two passwords are not the same.'],
  ])('shows the message at the field for %s', async (_, wrong, field, message) => {
    const answer = await post(target, { ...change, ...wrong });
    expect(answer.status).toBe(422);
    const html = formHtml(answer);
    expect(html).toMatch(new RegExp(`<input(?=[^>]*name="${field}")[^>]*aria-invalid="true"`));
    expect(html).toContain(message);
    // The page must not contain any typed password.
    for (const secret of Object.values({ ...change, ...wrong }).filter((value) => value.length > 4))
      expect(answer.text).not.toContain(secret);
    expect(await login()).toBe(true);
  });

  it('shows a message above the form after too many wrong passwords have locked the login', async () => {
    for (let time = 0; time < 5; time++) await post(target, { ...change, password: 'Wrong-horse-7' });
    const locked = await post(target, change);
    expect(locked.status).toBe(422);
    expect(formHtml(locked)).toMatch(/class="form__alert" role="alert"[^>]*>Too many wrong passwords/);
    expect(await login(newPassword)).toBe(false);
  });
});
