import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AccountSite, startAccountSite } from '../../helpers/account-site.ts';
import { type Answer, ask } from '../../helpers/http.ts';
import { formHtml, postBody, postForm } from '../../helpers/page-form.ts';
import { createPlayer, type TestPlayer } from '../../helpers/player.ts';
import { cookieHeader } from '../../helpers/recording-platform.ts';
import { sessionJar } from '../../helpers/session-jar.ts';
import type { TestSite } from '../../helpers/site.ts';

let running: AccountSite;
let site: TestSite;
let player: TestPlayer;
let cookie: string;
beforeAll(async () => {
  running = await startAccountSite();
  ({ site } = running);
});
afterAll(() => running?.stop());
beforeEach(async () => {
  running.proxy.treat(() => 'pass');
  player = await createPlayer(running.platform);
  cookie = cookieHeader(sessionJar(site, player));
});

const post = (path: string, entries: Record<string, string>): Promise<Answer> =>
  postForm(site, path, entries, { cookie });
const get = (path: string, cookies = cookie): Promise<Answer> =>
  ask(site.origin, path, { headers: { cookie: cookies } });
const profile = async () => {
  const { body } = await player.call('accounts/getUserProfile', {});
  return body.success ? body.data : null;
};
/** Returns the name and value of each cookie that an answer sets. */
const cookiesOf = ({ headers }: Answer): string[] =>
  (headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0] ?? '');

const changes = { firstName: 'Asha', lastName: 'Rao', country: 'IN', state: 'IN-MH', city: '<b>Pune</b>' };
const typed = { ...changes, language: 'en' };
/** Returns the texts and patterns that the page does not contain. A failed test then does not print the whole page. */
const missingIn = (answer: Answer, ...texts: (string | RegExp)[]): (string | RegExp)[] => {
  const html = formHtml(answer);
  return texts.filter((text) => (typeof text === 'string' ? !html.includes(text) : !text.test(html)));
};

describe('POST of a form of the account area', () => {
  it('saves the values, redirects to the next screen, and shows the message there once', async () => {
    const answer = await post('/my-accounts/edit', { ...typed, isPromotion: '1' });
    expect([answer.status, answer.headers.location]).toEqual([303, '/my-accounts?whole=1']);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(await profile()).toMatchObject({ ...changes, isPromotion: 1, showInWinners: 0 });
    const [notice = ''] = cookiesOf(answer);
    const next = await get('/my-accounts?whole=1', `${cookie}; ${notice}`);
    expect(missingIn(next, 'Your profile has been saved.')).toEqual([]);
    expect(cookiesOf(next)).toEqual(['account-notice=']);
    const reloaded = await get('/my-accounts?whole=1');
    expect(missingIn(reloaded, 'Your profile has been saved.')).toHaveLength(1);
  });

  it('ignores a forged notice cookie', async () => {
    for (const value of ['nonsense', '__proto__', '<b>', 'login'])
      expect((await get('/my-accounts?whole=1', `${cookie}; account-notice=${value}`)).status).toBe(200);
  });

  it('shows the form with the player’s data on GET', async () => {
    await post('/my-accounts/edit', typed);
    const page = await get('/my-accounts/edit?whole=1');
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-store']);
    const expected = [
      /name="firstName"[^>]*value="Asha"/,
      'value="&lt;b&gt;Pune&lt;/b&gt;"',
      /<option value="IN-MH" selected="">Maharashtra/,
      'action="/my-accounts/edit"',
      'aria-current="true" href="/my-accounts"',
    ];
    expect(missingIn(page, ...expected)).toEqual([]);
    // The form is in its place, because a browser without script cannot move it there.
    expect(missingIn(page, '$RC(')).toHaveLength(1);
  });

  it('returns 422 with the message at the field and the typed values, in the language of the page', async () => {
    const answer = await post('/nb/my-accounts/edit', { ...typed, lastName: '1', showInWinners: '1' });
    expect([answer.status, answer.headers['cache-control']]).toEqual([422, 'private, no-store']);
    const expected = [
      /name="lastName"[^>]*value="1"/,
      /<input(?=[^>]*name="lastName")[^>]*aria-invalid="true"/,
      /<input(?=[^>]*name="showInWinners")[^>]*checked/,
      'Et navn',
      'href="/nb/my-accounts/balances"',
    ];
    expect(missingIn(answer, ...expected)).toEqual([]);
    expect(await profile()).toMatchObject({ firstName: null, city: null });
  });

  it('shows a rule of the platform at its field', async () => {
    const answer = await post('/my-accounts/edit', { ...typed, birthDate: '2015-01-01' });
    expect(answer.status).toBe(422);
    expect(missingIn(answer, 'You must be 18 or over to play.')).toEqual([]);
    expect(await profile()).toMatchObject({ firstName: null, birthDate: null });
  });

  it('redirects a visitor, and a player whose session has ended, to the login', async () => {
    const visitor = await postForm(site, '/my-accounts/edit', typed);
    expect([visitor.status, visitor.headers.location]).toEqual([303, '/login?to=%2Fmy-accounts%2Fedit']);
    await player.call('accounts/logout', {});
    const ended = await post('/nb/my-accounts/edit', typed);
    expect([ended.status, ended.headers.location]).toEqual([303, '/nb/login?to=%2Fnb%2Fmy-accounts%2Fedit']);
    expect(cookiesOf(ended)).toEqual(['session=', 'auth_user=']);
  });

  it('keeps the typed values, says that nothing was saved, and changes nothing while the platform fails', async () => {
    running.proxy.treat(() => 'fail');
    const answer = await post('/my-accounts/edit', typed);
    expect(answer.status).toBe(422);
    const expected = [/class="form__alert" role="alert"[^>]*>[^<]+/, /name="firstName"[^>]*value="Asha"/];
    expect(missingIn(answer, ...expected)).toEqual([]);
    running.proxy.treat(() => 'pass');
    expect(await profile()).toMatchObject({ firstName: null });
  });

  it('rejects requests of other sites, and bodies that no browser sends', async () => {
    const foreign = await postForm(site, '/my-accounts/edit', typed, {
      cookie,
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    });
    expect(foreign.status).toBe(403);
    const twice = await postBody(site, '/my-accounts/edit', 'firstName=Asha&firstName=Ravi', { cookie });
    expect(twice.status).toBe(422);
    const bytes = await postBody(site, '/my-accounts/edit', 'firstName=%ff%fe', { cookie });
    expect(bytes.status).toBe(422);
    expect(await profile()).toMatchObject({ firstName: null });
  });
});
