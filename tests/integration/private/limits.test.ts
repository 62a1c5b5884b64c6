import { describe, expect, it } from 'vitest';
import { useAccountSite } from '../../helpers/account-site.ts';
import { fund } from '../../helpers/funded-player.ts';
import type { Answer } from '../../helpers/http.ts';
import { formHtml, postForm } from '../../helpers/page-form.ts';
import { testPassword } from '../../helpers/player.ts';
import { buyNext, dataOf } from '../../helpers/player-actions.ts';
import { cookieHeader } from '../../helpers/recording-platform.ts';
import { sessionJar } from '../../helpers/session-jar.ts';

const path = '/my-accounts/limits';
const daily = { kind: 'spend', period: 'day' } as const;
const hourMs = 3_600_000;
const account = useAccountSite();
const { post, get } = account;

const page = async (where = path): Promise<string> => formHtml(await get(`${where}?whole=1`));
const limitOf = async () =>
  (await dataOf(account.player, 'limits/get', {})).limits.find(
    ({ kind, period }) => kind === daily.kind && period === daily.period,
  );
const setDaily = (amount: string): Promise<Answer> =>
  post(`${path}/set`, { ...daily, currency: 'INR', amount });
const clearedSession = ({ headers }: Answer): boolean =>
  (headers['set-cookie'] ?? []).some((line) => line.startsWith('session=;'));

describe('site for browsers without JavaScript (limits)', () => {
  it('returns 422 for an invalid amount, for the confirmation of an unknown change, and for the removal of an unknown limit', async () => {
    const wrong = await post(`/nb${path}/set`, { ...daily, currency: 'INR', amount: 'mye' });
    expect(wrong.status).toBe(422);
    expect(formHtml(wrong)).toMatch(/<input(?=[^>]*name="amount")[^>]*aria-invalid="true"/);
    const unknown = await post(`${path}/confirm`, { limitId: '00000000-0000-4000-8000-000000000000' });
    expect(unknown.status).toBe(422);
    expect(formHtml(unknown)).toContain('This change no longer waits.');
    for (const entries of [{ kind: 'all', period: 'day' }, { kind: 'spend', period: 'year' }, {}])
      expect((await post(`${path}/remove`, entries)).status).toBe(422);
  });

  it('names the limit and its end when it rejects a purchase or a deposit, in the language of the page', async () => {
    await fund(account.platform, account.player.accountId, 'deposit', 1000_00);
    await dataOf(account.player, 'limits/set', { kind: 'deposit', period: 'week', amount: 200_00 });
    const deposit = await post('/hi/deposit', {
      amount: '300',
      providerId: 'sandbox',
      currency: 'INR',
      idempotencyKey: crypto.randomUUID(),
    });
    expect(deposit.status).toBe(422);
    expect(formHtml(deposit)).toContain('आपकी जमा सीमा हर हफ़्ते ₹200 है।');
    expect(formHtml(deposit)).toContain('href="/hi/my-accounts/limits"');
    // The message names the Monday on which the week of the limit ends in the site's time zone.
    expect(formHtml(deposit)).toContain('23 नव॰ 2026');

    await account.platform.deps.engine.tick();
    const play = await get('/my-accounts/play?game=jaldi&whole=1');
    const fieldOf = (name: string): string =>
      new RegExp(`name="${name}" value="([^"]*)"`).exec(play.text)?.[1]?.replaceAll('&quot;', '"') ?? '';
    const drawId = /<option value="([^"]+)"/.exec(play.text)?.[1] ?? '';
    const buy = (lang: string, lines: string) =>
      post(`${lang}/my-accounts/play`, {
        gameId: 'jaldi',
        kind: fieldOf('kind'),
        prices: fieldOf('prices'),
        drawId,
        lines,
        idempotencyKey: crypto.randomUUID(),
      });
    for (const lines of [51, 201])
      expect(formHtml(await buy('/hi', '1\n'.repeat(lines)))).toMatch(
        /field__error[^>]*>इस ड्रॉ में आपकी लाइनें उतनी से ज़्यादा हो जाएँगी/,
      );
    await setDaily('20');
    const bought = await buy('', '1\n2');
    expect(bought.status).toBe(422);
    expect(formHtml(bought)).toContain('Your spending limit is ₹20 a day. You can still spend ₹20 until');
  });
});

describe('site for browsers without JavaScript (time-outs and exclusions)', () => {
  it('requires the password for a time-out, then states its end on the profile, play and money screens', async () => {
    const wrong = await post(`${path}/time-out`, { days: '7', password: 'Wrong-horse-7' });
    expect(wrong.status).toBe(422);
    expect(formHtml(wrong)).toContain('This is not your current password.');
    expect(wrong.text).not.toContain('Wrong-horse-7');
    expect((await post(`${path}/time-out`, { days: '2', password: testPassword })).status).toBe(422);
    const begun = await post(`${path}/time-out`, { days: '7', password: testPassword });
    expect([begun.status, begun.headers.location]).toEqual([303, `${path}?whole=1`]);
    const screens = [
      '/my-accounts',
      '/my-accounts/balances',
      '/my-accounts/play',
      '/deposit',
      '/loyalty-shop',
    ];
    for (const where of [path, ...screens])
      expect(await page(where), where).toContain('Your time-out lasts until 28 Nov 2026, 17:32');
    for (const where of screens)
      expect(await page(`/nb${where}`), where).toMatch(
        /class="break-banner"[^>]*>Pausen din varer til 28\. nov\. 2026.*?<a [^>]*href="\/nb\/my-accounts\/limits"/,
      );
    const deposit = await post('/deposit', {
      amount: '300',
      providerId: 'sandbox',
      currency: 'INR',
      idempotencyKey: crypto.randomUUID(),
    });
    expect(formHtml(deposit)).toContain('Until then you cannot play, deposit or use promotions.');
  });

  it('rejects rewards and invitations during a time-out, and names its end in each language', async () => {
    await dataOf(account.player, 'limits/timeOut', { days: 7, password: testPassword });
    const names = { en: 'Your time-out', hi: 'आपका टाइम-आउट', pt: 'A sua pausa', nb: 'Pausen din' };
    for (const [language, name] of Object.entries(names)) {
      const lang = language === 'en' ? '' : `/${language}`;
      const idempotencyKey = crypto.randomUUID();
      const refused = [
        await post(`${lang}/loyalty-shop/exchange`, { reward: 'any', idempotencyKey }),
        await post(`${lang}/my-accounts/refer`, { emails: 'friend@mail.example' }),
      ];
      for (const answer of refused) {
        expect(answer.status).toBe(422);
        const alert = /role="alert"[^>]*>(.*?)<\/form>/s.exec(formHtml(answer))?.[1];
        expect(alert).toContain(name);
        expect(alert).toMatch(/28.*2026.*17:32/);
        expect(alert).toContain(`href="${lang}/my-accounts/limits"`);
      }
    }
  });

  it('ends the session at an exclusion, and states the exclusion’s end on the next page and at a login', async () => {
    const missing = await post(`${path}/exclude`, { months: '6', password: testPassword });
    expect(missing.status).toBe(422);
    const form = { months: '6', understood: '1', password: testPassword };
    const excluded = await post(`/nb${path}/exclude`, form);
    expect(excluded.status).toBe(303);
    expect(clearedSession(excluded)).toBe(true);
    const { location = '' } = excluded.headers;
    expect(location).toMatch(/^\/nb\/excluded\?until=2027-05-21T12%3A02/);
    const calm = await get(location, '');
    expect([calm.status, calm.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(formHtml(calm)).toContain('Utestengelsen din varer til 21. mai 2027, 17:32.');
    expect(formHtml(calm)).toContain('href="/nb/healthyplay"');

    const { username } = account.player;
    const login = await postForm(account.site, '/nb/login', { username, password: testPassword });
    expect(login.status).toBe(422);
    expect(formHtml(login)).toContain('Du er utestengt fra spill til 21. mai 2027, 17:32');
  });

  it('ignores an invalid date in the URL of the page that is shown after an exclusion', async () => {
    const forever = formHtml(await get('/excluded?until=forever', ''));
    expect(forever).toContain('Your exclusion has no end.');
    for (const until of ['', 'tomorrow', '2027-99-99T99:99Z', '%3Cb%3E'])
      expect(formHtml(await get(`/excluded?until=${until}`, ''))).toContain(
        'You have excluded yourself from play.',
      );
  });
});

it('the account area shows the duration and the net result of the session to browsers without JavaScript', async () => {
  await fund(account.platform, account.player.accountId, 'deposit', 1000_00);
  await account.platform.deps.engine.tick();
  await buyNext(account.platform, account.player, 'jaldi', [{ number: 1 }]);
  account.platform.clock.advance(hourMs + 60_000);
  const line = /<noscript><p class="account-area__session">(.*?)<\/p>/;
  expect(line.exec(await page('/nb/my-accounts'))?.[1]).toBe(
    'Du har vært innlogget i 1 time og 1 minutt. Siden da har du satset 11\u00a0₹ og vunnet 0\u00a0₹. Nettoresultatet ditt er −11\u00a0₹.',
  );
  account.proxy.treat(({ url }) => (url.includes('limits/get') ? 'fail' : 'pass'));
  expect(line.exec(await page())?.[1] ?? '').toBe('You have been logged in for 1 hour and 1 minute.');
  account.proxy.treat(() => 'pass');
  const streamed = await get('/my-accounts');
  expect(streamed.text).not.toContain('account-area__session');
});

// This test is the last one of the file, because it sets the platform's clock forward.
it('a raised limit and the removal of a limit can be confirmed a day after the request, without JavaScript', async () => {
  const set = await setDaily('500');
  expect([set.status, set.headers.location]).toEqual([303, `${path}?whole=1`]);
  expect(await limitOf()).toMatchObject({ amount: 500_00, waiting: null });
  expect((await setDaily('1,000')).status).toBe(303);
  expect(await limitOf()).toMatchObject({ amount: 500_00, waiting: { amount: 1000_00 } });
  expect(await page()).toContain('A limit of ₹1,000 is waiting. You can confirm it from');

  const { limitId = '' } = (await limitOf())?.waiting ?? {};
  const early = await post(`${path}/confirm`, { limitId });
  expect(early.status).toBe(422);
  expect(formHtml(early)).toContain('This change is still waiting. You can confirm it from');
  account.platform.clock.advance(24 * hourMs);
  // Open another session, because the session of the first day has expired.
  const token = await account.platform.deps.sessions.open(account.player.accountId);
  const cookie = cookieHeader(sessionJar(account.site, { token }));
  const due = formHtml(await get(`${path}?whole=1`, cookie));
  expect(due).toContain('A limit of ₹1,000 waits for your confirmation until');
  expect(due).toContain(`href="${path}/confirm?limit=${limitId}"`);
  expect(formHtml(await get(`${path}/confirm?limit=${limitId}&whole=1`, cookie))).toContain(
    `name="limitId" value="${limitId}"`,
  );
  const confirmed = await postForm(account.site, `${path}/confirm`, { limitId }, { cookie });
  expect([confirmed.status, confirmed.headers.location]).toEqual([303, `${path}?whole=1`]);
  const removed = await postForm(account.site, `${path}/remove`, daily, { cookie });
  expect(removed.status).toBe(303);
  const html = formHtml(await get(`${path}?whole=1`, cookie));
  expect(html).toContain('₹1,000');
  expect(html).toContain('The removal of this limit is waiting.');
});
