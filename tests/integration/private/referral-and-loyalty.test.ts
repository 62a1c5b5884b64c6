import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { campaignPlayOn } from '../../helpers/campaign-play.ts';
import { fund, fundedPlayer } from '../../helpers/funded-player.ts';
import { type Answer, ask } from '../../helpers/http.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { formHtml, postForm } from '../../helpers/page-form.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { createPlayer, freshName, type TestPlayer } from '../../helpers/player.ts';
import { dataOf } from '../../helpers/player-actions.ts';
import { cookieHeader } from '../../helpers/recording-platform.ts';
import { sessionJar } from '../../helpers/session-jar.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../../helpers/upstream-proxy.ts';

let platform: TestPlatform;
let proxy: UpstreamProxy;
let site: TestSite;
beforeAll(async () => {
  platform = await startPlatform({
    now: new Date('2026-11-21T12:02:00Z'),
    catalogue: gamesOf('jaldi'),
    config: { siteUrl: 'https://lotto.example' },
  });
  await platform.deps.engine.tick();
  const admin = operatorOf(platform);
  await admin('rewards', 'create', 'jaldi-2', '--points', '200', '--game', 'jaldi', '--lines', '2');
  await admin('rewards', 'create', 'bonus-5', '--points', '500', '--amount', 'INR=5');
  await admin('rewards', 'create', 'bonus-old', '--points', '500', '--amount', 'INR=5');
  await admin('rewards', 'end', 'bonus-old', '--reason', 'Over');
  proxy = await startUpstreamProxy(platform.url);
  site = await startSite({
    platform: proxy,
    clock: platform.clock,
    warm: false,
    live: false,
    env: { PAGE_LOADS_PER_MINUTE: '0', CALL_RATE_PERCENT: '0' },
  });
}, 120_000);
afterAll(async () => {
  await site?.close();
  await proxy?.close();
  await platform?.stop();
});

beforeEach(() => proxy.treat(() => 'pass'));

interface Visit {
  player: TestPlayer;
  get: (path: string) => Promise<Answer>;
  post: (path: string, entries: Record<string, string>) => Promise<Answer>;
}

/** Creates a player, by default with a verified contact. The player opens pages without JavaScript. */
async function enter({ isVerified = true, points = 0 } = {}): Promise<Visit> {
  const player = await createPlayer(platform);
  if (isVerified) await campaignPlayOn(platform).verify(player);
  if (points > 0) await fund(platform, player.accountId, 'loyalty', points, 'PTS');
  const cookie = cookieHeader(sessionJar(site, player));
  return {
    player,
    get: (path) =>
      ask(site.origin, `${path}${path.includes('?') ? '&' : '?'}whole=1`, { headers: { cookie } }),
    post: (path, entries) => postForm(site, path, entries, { cookie }),
  };
}

/** Returns the visible text of a page's content. */
const shown = (answer: Answer): string => {
  const html = formHtml(answer);
  return html
    .slice(html.indexOf('account-area__main'))
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ');
};
/** Returns the number of rows of a table, including the heading row. */
const rows = ({ text }: Answer) => text.match(/<tr>/g)?.length;
const mails = (count: number): string[] => Array.from({ length: count }, () => `${freshName()}@mail.example`);

describe('/my-accounts/refer', () => {
  const path = '/my-accounts/refer';

  it.each([
    ['', 'You can send 20 more invitations now.', 'No friend has joined with your link yet.'],
    ['/hi', 'आप अभी 20 और निमंत्रण भेज सकते हैं।', 'अभी तक कोई दोस्त आपके लिंक से नहीं जुड़ा है।'],
    ['/pt', 'Pode enviar mais 20 convites agora.', 'Ainda nenhum amigo se registou com a sua ligação.'],
    ['/nb', 'Du kan sende 20 invitasjoner til nå.', 'Ingen venn har registrert seg med lenken din ennå.'],
  ])('shows the link, its QR code and the rewards in the language "%s"', async (prefix, left, none) => {
    const { player, get } = await enter();
    const answer = await get(prefix + path);
    const { referralLink } = await dataOf(player, 'transaction/rafUserSummary', {});
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(`value="${referralLink}"`);
    expect(answer.text).toMatch(/<svg class="qr-code"[^>]*aria-label="[^"]+"/);
    for (const text of [left, none, '50']) expect(shown(answer)).toContain(text);
    expect(shown(answer)).not.toMatch(/account\.|form\.|\{\{/);
  });

  it.each([
    ['no address', '', 'Enter an e-mail address.'],
    ['only separators', ' , ;', 'Enter an e-mail address.'],
    ['an invalid address', 'asha@mail.example <b>', 'This is not a valid e-mail address: &lt;b&gt;'],
    ['six addresses', mails(6).join(' '), 'Enter at most 5 addresses.'],
  ])('shows an error at the field for %s', async (_case, emails, text) => {
    const { player, post } = await enter();
    const answer = await post(path, { emails });
    expect([answer.status, answer.headers['cache-control']]).toEqual([422, 'private, no-store']);
    expect(/<p class="field__error"[^>]*>(.*?)<\/p>/.exec(answer.text)?.[1]).toBe(text);
    expect((await dataOf(player, 'transaction/rafUserSummary', {})).invited).toBe(0);
  });

  it('counts a repeated address once, and reports that the daily limit of invitations is reached', async () => {
    const { player, get, post } = await enter();
    const [twice = ''] = mails(1);
    const sent = await post(path, { emails: `${twice}\r\n${twice.toUpperCase()}` });
    expect([sent.status, sent.headers.location]).toEqual([303, `${path}?whole=1`]);
    for (const count of [5, 5, 5])
      expect((await post(path, { emails: mails(count).join(',') })).status).toBe(303);
    const more = await post(path, { emails: mails(5).join(';') });
    expect(more.status).toBe(422);
    expect(shown(more)).toContain('You cannot invite that many addresses now.');
    expect(shown(more)).toContain('You can send 4 more invitations now.');
    await post(path, { emails: mails(3).join(' ') });
    expect(shown(await get(path))).toContain('You can send 1 more invitation now.');
    await post(path, { emails: mails(1).join(' ') });
    const last = await get(path);
    expect(shown(last)).toContain('You have used up your invitations for 24 hours.');
    expect(last.text).not.toContain('name="emails"');
    expect((await dataOf(player, 'transaction/rafUserSummary', {})).invited).toBe(20);
  });

  it('asks a player without a verified contact to verify one first', async () => {
    const { get, post } = await enter({ isVerified: false });
    const page = await get(path);
    expect(shown(page)).toContain('verify your own e-mail address or mobile number. Go to your profile');
    expect(page.text).not.toContain('name="emails"');
    const answer = await post(path, { emails: mails(1).join(' ') });
    expect([answer.status, shown(answer)]).toEqual([
      422,
      expect.stringContaining('Confirm your e-mail address or mobile number first.'),
    ]);
  });

  it('pages through the list of friends, and shows the first page for an invalid cursor', async () => {
    const { player, get } = await enter();
    const { referralCode } = await dataOf(player, 'transaction/rafUserSummary', {});
    for (const promoCode of Array.from({ length: 21 }, () => referralCode))
      await createPlayer(platform, { promoCode });
    const first = await get(path);
    expect([rows(first), shown(first).match(/First ticket still to come/g)?.length]).toEqual([21, 20]);
    const [, older = ''] = /href="(\/my-accounts\/refer\?cursor=[^"]+)"/.exec(first.text) ?? [];
    expect(rows(await get(older))).toBe(2);
    expect(rows(await get(`${path}?cursor=%3Cscript%3E`))).toBe(21);
  });
});

describe('/loyalty-shop', () => {
  const confirm = '/loyalty-shop/exchange';

  it.each([
    ['', 'Free ticket: Golden Jaldi', '1 point more needed'],
    ['/hi', 'मुफ़्त टिकट: Golden Jaldi', '1 पॉइंट और चाहिए'],
    ['/pt', 'Bilhete grátis: Golden Jaldi', 'Em falta: 1 ponto'],
    ['/nb', 'Gratis lodd: Golden Jaldi', 'Du mangler 1 poeng'],
  ])(
    'shows the points and the missing points without a currency sign in the language "%s"',
    async (prefix, title, few) => {
      const { get } = await enter({ points: 499 });
      const answer = await get(`${prefix}/loyalty-shop`);
      expect(shown(answer)).toMatch(/ 499 /);
      expect(shown(answer)).not.toMatch(/[₹] ?499|account\.|form\.|\{\{/);
      for (const text of [title, few]) expect(shown(answer)).toContain(text);
      const links = [...answer.text.matchAll(/href="([^"]*)\/loyalty-shop\/exchange\?reward=([^"]*)"/g)];
      expect(links.map(([, language, reward]) => [language, reward])).toEqual([[prefix, 'jaldi-2']]);
    },
  );

  it('exchanges points once if the same form is posted twice, and shows the ticket with its receipt', async () => {
    const { player, get, post } = await enter({ points: 700 });
    const page = await get(`${confirm}?reward=jaldi-2`);
    expect(shown(page)).toContain(
      'Price 200 points Your points 700 points Points after the exchange 500 points',
    );
    const [, idempotencyKey = ''] = /name="idempotencyKey" value="([^"]+)"/.exec(page.text) ?? [];
    const entries = { reward: 'jaldi-2', idempotencyKey };
    const answers = await Promise.all([post(confirm, entries), post(confirm, entries)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect((await dataOf(player, 'loyalty/list', {})).loyaltyBalance).toBe(500);
    const { purchases } = await dataOf(player, 'transaction/purchaseSummary', {});
    expect(purchases).toHaveLength(1);
    const receipt = purchases[0]?.receiptNumber ?? '';
    expect(answers[0].headers.location).toBe(`/loyalty-shop?receipt=${receipt}&whole=1`);
    const other = await post(confirm, { reward: 'bonus-5', idempotencyKey });
    expect([other.status, shown(other)]).toEqual([
      422,
      expect.stringContaining('already sent an exchange for another reward. Check your points first'),
    ]);
    const shop = await get(`/loyalty-shop?receipt=${receipt}`);
    expect(shown(shop)).toContain('Your free ticket Golden Jaldi');
    expect(shown(shop)).toContain(`Receipt: ${receipt}`);
    const stranger = await enter();
    expect(shown(await stranger.get(`/loyalty-shop?receipt=${receipt}`))).not.toContain(receipt);
  });

  it.each([
    ['too few points', 'bonus-5', '300 points more needed', 'You do not have enough points for this reward.'],
    ['an ended reward', 'bonus-old', 'This reward is no longer offered', 'Choose another one.'],
    ['an unknown reward', 'x', 'This reward is no longer offered', 'Choose another one.'],
    ['an invalid reward', '<b>', 'This reward is no longer offered', 'This value is not valid.'],
  ])('refuses an exchange with %s, and explains the reason', async (_case, reward, text, alert) => {
    const { player, get, post } = await enter({ points: 200 });
    const page = await get(`${confirm}?reward=${encodeURIComponent(reward)}`);
    expect([page.status, shown(page)]).toEqual([200, expect.stringContaining(text)]);
    expect(page.text).not.toContain('name="idempotencyKey"');
    const answer = await post(confirm, { reward, idempotencyKey: randomUUID() });
    expect([answer.status, shown(answer)]).toEqual([422, expect.stringContaining(alert)]);
    expect((await dataOf(player, 'loyalty/list', {})).loyaltyBalance).toBe(200);
  });

  it('shows the confirmation page again with a message if the player has reached a draw’s limit of lines', async () => {
    await operatorOf(platform)(
      'rewards',
      'create',
      'jaldi-50',
      '--points',
      '1',
      '--game',
      'jaldi',
      '--lines',
      '50',
    );
    const { player, post } = await enter({ points: 10 });
    const exchange = () => post(confirm, { reward: 'jaldi-50', idempotencyKey: randomUUID() });
    for (let time = 0; time < 4; time++) expect((await exchange()).status).toBe(303);
    const answer = await exchange();
    expect(answer.status).toBe(422);
    expect(shown(answer)).toContain('You already have the most lines allowed in the next draw of this game.');
    expect(answer.text).toContain('name="idempotencyKey"');
    expect((await dataOf(player, 'loyalty/list', {})).loyaltyBalance).toBe(6);
  });

  it('shows a message in the form if the idempotency key is invalid', async () => {
    const { player, post } = await enter({ points: 200 });
    const answer = await post(confirm, { reward: 'jaldi-2', idempotencyKey: '?' });
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('class="form__alert"')]);
    expect((await dataOf(player, 'loyalty/list', {})).loyaltyBalance).toBe(200);
  });

  it('shows an empty shop to a player whose currency has no rewards', async () => {
    const { token } = await fundedPlayer(platform, { account: { currencyCode: 'EUR' } });
    const cookie = cookieHeader(sessionJar(site, { token }));
    const answer = await ask(site.origin, '/loyalty-shop?whole=1', { headers: { cookie } });
    expect(shown(answer)).toContain('There is nothing to exchange now.');
  });

  it.each([
    ['10601', 'You do not have enough points for this reward.'],
    ['10603', 'No draw of this game is on sale at the moment.'],
    ['10604', 'Your account cannot do this now. Contact our support.'],
    ['10609', 'No tickets are on sale here at this time. Choose a bonus instead.'],
    ['10711', 'This reward is no longer offered. Choose another one.'],
    ['15500', 'There is a technical problem on our side.'],
  ])('explains a rejection with the code %s on the confirmation page', async (firstCode, text) => {
    const { player, post } = await enter({ points: 200 });
    const refusal = JSON.stringify({ success: false, firstCode });
    proxy.treat(({ url }) => (url.endsWith('/loyalty/exchange') ? { change: () => refusal } : 'pass'));
    const idempotencyKey = randomUUID();
    const answer = await post(confirm, { reward: 'jaldi-2', idempotencyKey });
    expect([answer.status, shown(answer)]).toEqual([422, expect.stringContaining(text)]);
    expect(answer.text).toContain(`value="${idempotencyKey}"`);
    // The platform has carried out the exchange, and the proxy has replaced the answer. A second request with the same
    // key receives the real answer.
    proxy.treat(() => 'pass');
    expect((await post(confirm, { reward: 'jaldi-2', idempotencyKey })).status).toBe(303);
    expect((await dataOf(player, 'transaction/purchaseSummary', {})).purchases).toHaveLength(1);
  });
});

describe('referral and exchange forms while the platform fails', () => {
  it.each([
    ['/my-accounts/refer', { emails: 'asha@mail.example' }, 'asha@mail.example</textarea>'],
    ['/loyalty-shop/exchange', { reward: 'bonus-5', idempotencyKey: 'k'.repeat(20) }, 'value="bonus-5"'],
  ])('keep the typed values of %s', async (path, entries, kept) => {
    const { post } = await enter({ points: 900 });
    proxy.treat(() => 'fail');
    const answer = await post(path, entries);
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(kept)]);
    expect(answer.text).toContain('class="form__alert"');
  });
});
