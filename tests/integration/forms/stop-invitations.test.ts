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

/**
 * Creates a player who wants all kinds of mail, and sends them a mail of one kind. Returns the player and the path of
 * the unsubscribe link in that mail.
 */
async function subscribedPlayer(template: 'win' | 'promotion' | 'notice', userLanguge = 'en') {
  const player = await createPlayer(platform, { userLanguge });
  await campaignPlayOn(platform).verify(player);
  await player.call('accounts/updateUserDetails', { isPromotion: 1, winMail: 1, noticeMail: 1 });
  const { username, accountId, email } = player;
  const to = { channel: 'mail' as const, address: email };
  const values = { game: 'Keno', draw: '7', date: 'today', amount: '₹5', title: 'News', text: 'A new game.' };
  const message = { template, to, username, accountId, language: userLanguge, values };
  await platform.deps.messages.write(message, platform.deps.db);
  const mail = (await readOutbox(platform, email)).find((one) => one.template === template);
  const link = new URL(
    /https:\/\/lotto\.example\/\S*unsubscribe\?token=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '',
  );
  const wanted = async () => {
    const { body } = await player.call('accounts/getUserProfile', {});
    if (!body.success) throw new Error(body.firstCode);
    const { isPromotion, winMail, noticeMail } = body.data;
    return { isPromotion, winMail, noticeMail };
  };
  return { player, wanted, path: `${link.pathname}${link.search}` };
}

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

/** The content types that RFC 8058 permits to mail providers, with a body for each type. */
const oneClickBodies = [
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'multipart/form-data; boundary=b',
    '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
  ],
] as const;

/** Posts to the link of a mail as a mail provider does, without cookies and without an `Origin` header. */
function postOneClick(path: string, type: string, body: string): Promise<Response> {
  return fetch(`${site.origin}${path}`, { method: 'POST', headers: { 'content-type': type }, body });
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
  ])('shows the page to which invitation mails in the language %s link', async (language, linked) => {
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

  it.each(oneClickBodies)(
    'stops the invitations after a mail provider’s single POST with the content type %s',
    async (type, body) => {
      const before = await refusals();
      const answer = await postOneClick(await invitationPath(), type, body);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
      expect(await refusals()).toHaveLength(before.length + 1);
    },
  );
});

describe('unsubscribe link of a mail', () => {
  it('opens an uncached page without personal data, in the player’s language, and changes nothing', async () => {
    const { player, wanted, path } = await subscribedPlayer('win', 'hi');
    expect(path).toMatch(/^\/hi\/account\/unsubscribe\?token=/);
    const shown = await ask(site.origin, path);
    expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(formHtml(shown)).toContain('ये मेल बंद करें');
    for (const secret of [player.username, player.email, player.accountId])
      expect(`${path}${shown.text}`).not.toContain(secret);
    expect(await wanted()).toEqual({ isPromotion: 1, winMail: 1, noticeMail: 1 });
  });

  it.each([
    ['win', { isPromotion: 1, winMail: 0, noticeMail: 1 }],
    ['promotion', { isPromotion: 0, winMail: 1, noticeMail: 1 }],
    ['notice', { isPromotion: 1, winMail: 1, noticeMail: 0 }],
  ] as const)('ends only the mails of the kind %s after one POST without cookies', async (template, left) => {
    const { wanted, path } = await subscribedPlayer(template);
    for (const [type, body] of oneClickBodies) {
      const answer = await postOneClick(path, type, body);
      expect([type, answer.status, answer.headers.get('cache-control')]).toEqual([
        type,
        200,
        'private, no-store',
      ]);
      expect(await wanted()).toEqual(left);
    }
  });

  it('is rejected if its token was changed', async () => {
    const { wanted, path } = await subscribedPlayer('notice');
    const changed = path.slice(0, -1) + (path.endsWith('A') ? 'B' : 'A');
    const answer = await postForm(site, changed, {});
    expect(answer.status).toBe(422);
    expect(formHtml(answer)).toContain('This link is wrong, has been used, or is too old.');
    expect(await wanted()).toEqual({ isPromotion: 1, winMail: 1, noticeMail: 1 });
  });
});
