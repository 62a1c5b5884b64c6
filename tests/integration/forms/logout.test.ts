import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { formHtml, postForm } from '../../helpers/page-form.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { createPlayer, testPassword } from '../../helpers/player.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';

let platform: TestPlatform;
let site: TestSite;
beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), catalogue: gamesOf('jaldi') });
  site = await startSite({ platform, warm: false, live: false });
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

/** @returns the Cookie header of a player who has logged in without JavaScript */
async function logIn(): Promise<string> {
  const { username } = await createPlayer(platform);
  const answer = await postForm(site, '/login', { username, password: testPassword });
  return (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0]).join('; ');
}
const player = async (cookie: string) =>
  JSON.parse((await ask(site.origin, '/api/session', { headers: { cookie } })).text).player;

describe('/logout', () => {
  it('asks for confirmation and keeps the session', async () => {
    const cookie = await logIn();
    const page = await ask(site.origin, '/logout', { headers: { cookie } });
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(formHtml(page)).toContain('Do you want to log out?');
    expect(await player(cookie)).not.toBeNull();
  });

  it('ends the session when the button is pressed, even without JavaScript', async () => {
    const cookie = await logIn();
    const answer = await postForm(site, '/logout', {}, { cookie });
    expect(answer.status).toBe(200);
    expect(formHtml(answer)).toContain('You have logged out.');
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^session=; Max-Age=0/),
      expect.stringMatching(/^auth_user=; Max-Age=0/),
    ]);
    expect(await player(cookie)).toBeNull();
  });

  it('rejects a POST from another site and keeps the session', async () => {
    const cookie = await logIn();
    const answer = await postForm(
      site,
      '/logout',
      {},
      {
        cookie,
        origin: 'https://evil.example',
        'sec-fetch-site': 'cross-site',
      },
    );
    expect(answer.status).toBe(403);
    expect(await player(cookie)).not.toBeNull();
  });

  it('redirects a visitor to the home page', async () => {
    const answer = await ask(site.origin, '/logout');
    expect([answer.status, answer.headers.location]).toEqual([303, '/']);
  });
});
