import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountRouteNames, accountRoutes, screenAbove } from '../../../shared/pages/account-routes.ts';
import type { FundedPlayer } from '../../helpers/funded-player.ts';
import { type Answer, ask } from '../../helpers/http.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { cookieHeader } from '../../helpers/recording-platform.ts';
import { sessionJar } from '../../helpers/session-jar.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { playStory, storyStart } from '../transactions/story.ts';

const screens = accountRouteNames.map((name) => ({
  path: accountRoutes[name].path,
  /** The path of the navigation entry that the page marks as current. */
  entry: accountRoutes[screenAbove(name) ?? name].path,
}));
const days = 'from=2026-11-20&to=2026-11-21';

let platform: TestPlatform;
let site: TestSite;
let player: FundedPlayer;
let jar: Record<string, string>;
beforeAll(async () => {
  platform = await startPlatform({ now: storyStart, catalogue: gamesOf('jaldi', 'symbols') });
  ({ player } = await playStory(platform));
  site = await startSite({
    platform,
    clock: platform.clock,
    warm: false,
    live: false,
    env: { CALL_RATE_PERCENT: '0' },
  });
  jar = sessionJar(site, player);
}, 120_000);
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

const open = (address: string): Promise<Answer> =>
  ask(site.origin, address, { headers: { cookie: cookieHeader(jar) } });

/** Returns the text that a browser without JavaScript shows as the content of the page. */
async function shown(path: string, query = ''): Promise<string> {
  const { status, text } = await open(`${path}?whole=1&${query}`);
  expect(status).toBe(200);
  return contentOf(text);
}

const contentOf = (html: string): string =>
  html
    .slice(html.indexOf('account-area__main'), html.indexOf('</main>'))
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

describe('routes of the account area', () => {
  it.each(screens)(
    'send a player the page and the data of $path with Cache-Control no-store',
    async ({ path, entry }) => {
      const { status, headers, text } = await open(path);
      expect([status, headers['cache-control']]).toEqual([200, 'private, no-store']);
      const [current = ''] =
        /<a [^>]*aria-current="(?:page|true)"[^>]*>/.exec(text.slice(text.indexOf('account-nav'))) ?? [];
      expect(current).toContain(`href="${entry}"`);
      expect(text).toMatch(/id="account-data">\{.*"kind":"shown"/);
      expect(text).not.toContain(player.token);
      expect(text).toContain(`content="0; url=${path}?whole=1"`);
    },
  );

  it.each(screens)('redirect a visitor from $path to the login page', async ({ path }) => {
    const { status, headers } = await ask(site.origin, `${path}?whole=1&x=1`);
    expect([status, headers.location, headers['cache-control']]).toEqual([
      303,
      `/login?to=${encodeURIComponent(path)}`,
      'private, no-store',
    ]);
  });

  it('keep the filter of a list in the login redirect, and in the link for browsers without JavaScript', async () => {
    const address = `/my-accounts/tickets?${days}&outcome=won&evil=%22%3E`;
    const { headers } = await ask(site.origin, address);
    const filter = { from: '2026-11-20', to: '2026-11-21', outcome: 'won' };
    const to = new URLSearchParams(String(headers.location).split('?')[1]).get('to') ?? '';
    expect(Object.fromEntries(new URL(to, site.origin).searchParams)).toEqual(filter);
    const { text } = await open(address);
    const [, refresh = ''] = /content="0; url=([^"]+)"/.exec(text) ?? [];
    const query = new URLSearchParams(refresh.replaceAll('&amp;', '&').split('?')[1]);
    expect(Object.fromEntries(query)).toEqual({ ...filter, whole: '1' });
  });

  it('name the page in its heading and its title', async () => {
    const { text } = await open('/my-accounts/withdrawals?whole=1');
    expect(text).toMatch(/<h2 [^>]*class="account-area__title"[^>]*>Withdrawals<\/h2>/);
    expect(text).toContain('<title>Withdrawals · Golden Lotto</title>');
  });
});

describe('balances page', () => {
  it('shows the configured rows with exact amounts, and points without a currency sign', async () => {
    const { body } = await player.call('wallet', {});
    if (!body.success) throw new Error('no wallet');
    const text = await shown('/my-accounts/balances');
    const total = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
    expect(text).toContain(
      `Total balance ${total.format(body.data.totalBalance / 100).replace(/\.00$/, '')}`,
    );
    expect(text).toMatch(new RegExp(`Loyalty points ${body.data.loyaltyBalance} `));
    expect(text.indexOf('Cash')).toBeLessThan(text.indexOf('Loyalty points'));
    expect(text.indexOf('Loyalty points')).toBeLessThan(text.indexOf('Can be withdrawn'));
  });
});

describe('account lists', () => {
  it('show every kind of transaction with signed amounts', async () => {
    const text = await shown('/my-accounts/transactions', days);
    for (const part of ['Deposit', '+₹1,000', 'Tickets', '-₹110', 'points', 'Withdrawal paid out'])
      expect(text).toContain(part);
  });

  it('filter transactions by kind', async () => {
    const text = await shown('/my-accounts/transactions', `${days}&kind=deposit`);
    expect(text).toContain('+₹1,000');
    expect(text).not.toContain('-₹110');
  });

  it.each([
    ['open', /Golden Jaldi.*Open.*₹11 ₹0/, 'Lucky Symbols'],
    ['won', /Won.*₹/, 'Open '],
    ['voided', /Nothing here/, 'JALDI-'],
  ])('show tickets with the outcome %s', async (outcome, present, absent) => {
    const text = await shown('/my-accounts/tickets', `${days}&outcome=${outcome}`);
    const rows = text.slice(text.indexOf('Reset the filter'));
    expect(rows).toMatch(present);
    expect(rows).not.toContain(absent);
  });

  it('link each purchase to a page that checks the purchased numbers against the draw', async () => {
    const { text } = await open(`/nb/my-accounts/tickets?whole=1&${days}&gameId=symbols`);
    const [, href = ''] = /href="([^"]*)"[^>]*>Sjekk disse tallene/.exec(text) ?? [];
    const check = new URL(href.replaceAll('&amp;', '&'), site.origin);
    expect([check.pathname, check.hash]).toEqual(['/nb/check', '#check-answers']);
    const answer = await ask(site.origin, check.pathname + check.search);
    expect(answer.status).toBe(200);
    const [, numbers = ''] = /<textarea[^>]*>([^<]*)/.exec(answer.text) ?? [];
    for (const line of numbers.trim().split('\n')) expect(answer.text).toContain(`<li>${line}</li>`);
    expect(answer.text).toContain('Lodd: ');
  });

  it('mark, in the game history, the numbers of a line that were drawn', async () => {
    const text = await shown('/my-accounts/games', days);
    expect(text).toMatch(/Golden Jaldi · \d+/);
    expect(text.match(/\( ?matches ?\)/g)?.length).toBeGreaterThan(0);
  });

  it('show deposits and withdrawals with states, sums and reasons', async () => {
    const deposits = await shown('/my-accounts/deposits', days);
    for (const part of ['Approved (1) ₹1,000', 'Declined (1) ₹200']) expect(deposits).toContain(part);
    const withdrawals = await shown('/my-accounts/withdrawals', `${days}&state=refused`);
    expect(withdrawals).toContain('=HYPERLINK(&quot;http://evil.example&quot;)');
    expect(withdrawals.slice(withdrawals.indexOf('Reference'))).not.toContain('₹500');
  });

  it('show the reason at a ticket whose prize an operator has refused', async () => {
    const { body } = await player.call('transaction/purchaseSummary', {
      from: '2026-11-20',
      to: '2026-11-21',
      outcome: 'won',
    });
    const [won] = body.success ? body.data.purchases : [];
    const receipt = won?.receiptNumber ?? '';
    const admin = operatorOf(platform);
    expect(await admin('claims', 'refuse', receipt, '--reason', 'Bought <twice>.')).toMatchObject({
      code: 0,
    });
    const text = await shown('/my-accounts/tickets', days);
    expect(text).toContain('Refused Bought &lt;twice&gt;.');
    expect(await admin('claims', 'accept', receipt, '--reason', 'Checked.')).toMatchObject({ code: 0 });
    expect(await shown('/my-accounts/tickets', days)).not.toContain('Refused');
  });

  it('link to older rows, and to a file of all rows that match the filter', async () => {
    for (let turn = 0; turn < 21; turn++)
      await player.call('cashier/deposit', { amount: 100_00, idempotencyKey: `older-rows-${turn}` });
    const { text } = await open(`/my-accounts/deposits?whole=1&${days}&status=created`);
    const [, older = ''] =
      /href="([^"]+)"[^>]*rel="next"|rel="next" href="([^"]+)"/.exec(text)?.filter(Boolean) ?? [];
    const address = older.replaceAll('&amp;', '&');
    expect(address).toMatch(/^\/my-accounts\/deposits\?.*cursor=/);
    const next = await open(`${address}&whole=1`);
    expect(contentOf(next.text).match(/Paid through: /g)).toHaveLength(1);
    expect(next.text).toContain('Newest');
    const file = `/api/transaction/depositSummary.csv?${new URLSearchParams({ from: '2026-11-20', to: '2026-11-21', status: 'created', lang: 'en' })}`;
    expect(text).toContain(`href="${file.replaceAll('&', '&amp;')}"`);
    expect((await open(file)).headers['content-type']).toContain('text/csv');
  });

  it.each([
    ['/my-accounts/transactions', 'from=yesterday', 'This is not a date.'],
    ['/my-accounts/transactions', 'from=2026-02-30', 'This is not a date.'],
    ['/my-accounts/transactions', 'from=2026-11-21&to=2026-11-20', 'The last day lies before the first.'],
    ['/my-accounts/transactions', 'from=2020-01-01&to=2026-11-20', 'At most 366 days'],
    ['/my-accounts/transactions', 'kind=unknown', 'This value is not valid.'],
    ['/my-accounts/tickets', `outcome=${'x'.repeat(3000)}`, 'This value is not valid.'],
    ['/my-accounts/deposits', 'status=%3Cscript%3E', 'This value is not valid.'],
    ['/my-accounts/withdrawals', 'cursor=%22%27', 'This value is not valid.'],
    ['/my-accounts/games', `cursor=${'a'.repeat(301)}`, 'This value is not valid.'],
  ])('show a message for the invalid filter %s?%s', async (path, query, message) => {
    const text = await shown(path, query);
    expect(text).toContain('This filter does not work.');
    expect(text).toContain(message);
    expect(text).toContain('Reset the filter');
  });

  it('show the notifications of one tab and mark them as read, and reject an unknown tab', async () => {
    const text = await shown('/my-accounts/notifications', 'tab=transactions');
    expect(text).toContain('Time');
    const { body } = await player.call('notifications/list', { tab: 'transactions' });
    if (!body.success) throw new Error('no notifications');
    expect(body.data.notifications.every(({ isRead }) => isRead)).toBe(true);
    expect(await shown('/my-accounts/notifications', 'tab=unknown')).toContain('This value is not valid.');
  });

  it('show the statistics as exact sums in a table beside each plot', async () => {
    const { body } = await player.call('transaction/getPlayerStatistics', {});
    if (!body.success) throw new Error('no statistics');
    const { text } = await open('/my-accounts/statistics?whole=1');
    expect(contentOf(text)).toContain(`${body.data.total.purchases} tickets`);
    expect(body.data.open.purchases).toBe(1);
    expect(contentOf(text)).toMatch(/In open draws ₹11 1 ticket /);
    expect(contentOf(text)).toContain('Golden Jaldi');
    expect(text.match(/<svg[^>]*class="plot"/g)).toHaveLength(2);
  });

  it('ignore empty and unknown parameters, which a form without JavaScript sends', async () => {
    const text = await shown('/my-accounts/tickets', `${days}&gameId=&outcome=&unknown=1`);
    expect(text).toContain('Lucky Symbols');
  });
});
