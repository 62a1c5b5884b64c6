import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { newestOtp, readOutbox } from '../../helpers/outbox.ts';
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
    config: { siteUrl: 'https://lotto.example', siteLanguages: ['en', 'hi', 'pt', 'nb'] },
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

const page = '/account/take-back-contact';

/**
 * Changes the mail address of a new player. Returns the player and the path of the link in the mail to the old
 * address.
 */
async function changedContact(userLanguge = 'en') {
  const player = await createPlayer(platform, { userLanguge });
  const email_address = `${freshName()}@mail.example`;
  const { password } = player;
  await player.call('accounts/updateUserDetails', { email_address, password });
  await player.call('accounts/sendEmailOtp', {});
  await player.call('accounts/verifyEmailOtp', { otp: await newestOtp(platform, email_address) });
  const [mail] = await readOutbox(platform, player.email);
  const link = new URL(/https:\/\/lotto\.example\/\S*token=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? '');
  return { player, path: `${link.pathname}${link.search}` };
}

describe('GET /account/take-back-contact', () => {
  it('shows an uncached confirmation page and changes nothing', async () => {
    const { player, path } = await changedContact();
    const shown = await ask(site.origin, path);
    expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(formHtml(shown)).toContain('Restore my contact details');
    expect(shown.text).toContain('noindex');
    expect((await player.call('accounts/getUserProfile', {})).body.success).toBe(true);
  });

  it.each([
    ['hi', 'मेरे संपर्क विवरण वापस लाएँ'],
    ['pt', 'Repor os meus dados de contacto'],
    ['nb', 'Gjenopprett kontaktopplysningene mine'],
  ] as const)('shows the page in the language of the mail: %s', async (language, button) => {
    const { path } = await changedContact(language);
    expect(path).toMatch(new RegExp(`^/${language}/account/take-back-contact\\?token=`));
    expect(formHtml(await ask(site.origin, path))).toContain(button);
  });

  it('returns 404 for a URL without a well-formed token', async () => {
    for (const path of [page, `${page}?token=short`, `${page}?token=${'a'.repeat(64)}`])
      expect([path, (await ask(site.origin, path)).status]).toEqual([path, 404]);
  });
});

describe('POST /account/take-back-contact', () => {
  it('undoes the change of the contact without JavaScript, but only once', async () => {
    const { player, path } = await changedContact();
    expect((await postForm(site, path, {}, { origin: 'https://evil.example' })).status).toBe(403);
    const done = await postForm(site, path, {});
    expect([done.status, done.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(formHtml(done)).toContain('Contact details restored');
    expect(formHtml(done)).toContain('href="/forgot-password"');
    expect((await player.call('accounts/getUserProfile', {})).body.firstCode).toBe('15107');
    const again = await postForm(site, path, {});
    expect(again.status).toBe(422);
    expect(formHtml(again)).toContain('This link is wrong, has been used, or is too old.');
  });
});
