import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaignPlayOn } from '../../helpers/campaign-play.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { ask } from '../../helpers/http.ts';
import { readOutbox } from '../../helpers/outbox.ts';
import { formHtml, postForm } from '../../helpers/page-form.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { createPlayer, freshName } from '../../helpers/player.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';

let platform: TestPlatform;
let site: TestSite;
beforeAll(async () => {
  platform = await startPlatform({
    now: new Date('2026-11-21T12:02:00Z'),
    catalogue: gamesOf('jaldi'),
    config: { siteUrl: 'https://lotto.example', siteLanguages: ['en', 'hi', 'pt'] },
  });
  site = await startSite({
    platform,
    warm: false,
    live: false,
  });
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

function refusals() {
  return queryDatabase(platform.databaseUrl, 'select * from invitation_refusals');
}

const page = '/account/stop-invitations';

/** Creates an invitation and returns the path of the link in the invitation mail. */
async function invitationPath(userLanguge = 'en'): Promise<string> {
  const player = await createPlayer(platform, { userLanguge });
  await campaignPlayOn(platform).verify(player);
  const to = `${freshName()}@mail.example`;
  await player.call('transaction/referAFriend', { email_addresses: [to] });
  const [mail] = await readOutbox(platform, to);
  const link = new URL(/https:\/\/lotto\.example\/\S*token=[\w-]{64}/.exec(mail?.text ?? '')?.[0] ?? '');
  return `${link.pathname}${link.search}`;
}

describe('GET /account/stop-invitations', () => {
  it('shows an uncached confirmation page and changes nothing', async () => {
    const shown = await ask(site.origin, await invitationPath());
    expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(formHtml(shown)).toContain('Send me no more invitations');
    expect(shown.text).toContain('noindex');
    expect(await refusals()).toEqual([]);
  });

  it.each([
    ['hi', '/hi/account/stop-invitations'],
    ['pt', '/pt/account/stop-invitations'],
    // The platform has Norwegian messages, but this site has no Norwegian pages.
    ['nb', '/account/stop-invitations'],
  ])('is linked from mails in the language %s', async (language, linked) => {
    const path = await invitationPath(language);
    expect(path.split('?')[0]).toBe(linked);
    expect((await ask(site.origin, path)).status).toBe(200);
  });

  it('returns 404 for a URL without a well-formed token', async () => {
    for (const query of [
      '',
      '?token=short',
      `?token=${'a'.repeat(43)}&token=b`,
      `?token=${'é'.repeat(43)}`,
    ]) {
      const path = `${page}${encodeURI(query)}`;
      expect([query, (await ask(site.origin, path)).status]).toEqual([query, 404]);
      expect([query, (await postForm(site, path, {})).status]).toEqual([query, 404]);
    }
  });
});

describe('POST /account/stop-invitations', () => {
  it('stops the invitations to the address, even without JavaScript', async () => {
    const path = await invitationPath();
    expect((await postForm(site, path, {}, { origin: 'https://evil.example' })).status).toBe(403);
    expect(await refusals()).toEqual([]);
    const done = await postForm(site, path, {});
    expect([done.status, done.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(formHtml(done)).toContain('From now on no player can have an invitation sent to your address.');
    expect(await refusals()).toHaveLength(1);
  });
});
