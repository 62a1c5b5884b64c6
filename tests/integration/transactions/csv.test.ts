import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '../../../platform/accounts/tables.ts';
import { fund } from '../../helpers/funded-player.ts';
import { ask } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { createPlayer, type TestPlayer } from '../../helpers/player.ts';
import { addBankAccount, buyNext, payIn, payOut, withdraw } from '../../helpers/player-actions.ts';
import { callAt, cookieHeader, jarOf } from '../../helpers/recording-platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';

const now = new Date('2026-11-20T12:02:00Z');
const hostile = '=HYPERLINK("http://evil.example";"a, b")';
type Jar = Record<string, string>;

let platform: TestPlatform;
let site: TestSite;
let player: TestPlayer;
let jar: Jar;
beforeAll(async () => {
  platform = await startPlatform({ now, catalogue: gamesOf('jaldi', 'pick3') });
  await platform.deps.engine.tick();
  site = await startSite({
    platform,
    clock: platform.clock,
    warm: false,
    live: false,
    env: { CALL_RATE_PERCENT: '0' },
  });
  player = await createPlayer(platform);
  const { username, password } = player;
  jar = jarOf(await callAt(site.origin, 'accounts/login', { type: 2, username, password }));
  await platform.deps.database.db
    .update(accounts)
    .set({ emailVerifiedAt: now, kycState: 'approved' })
    .where(eq(accounts.accountId, player.accountId));
  await payIn(platform, player, 2000_00);
  await addBankAccount(player);
  await payOut(platform, player, 500_00, 'refused', hostile);
  await buyNext(platform, player, 'jaldi', [{ number: 3 }, { color: 'red' }]);
  await buyNext(platform, player, 'pick3', [{ digits: '048', play: 'straight' }]);
}, 120_000);
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

function file(name: string, cookies: Jar = jar, headers: Record<string, string> = {}) {
  return ask(site.origin, `/api/transaction/${name}`, {
    headers: {
      ...(Object.keys(cookies).length > 0 ? { cookie: cookieHeader(cookies) } : {}),
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
  });
}

/** A minimal CSV parser (RFC 4180). It is independent of the code that writes the CSV files. */
function recordsOf(text: string): string[][] {
  return text
    .replace(/\r\n$/, '')
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
        ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
      ),
    );
}

function rowsOf(text: string) {
  const [headings = [], ...rows] = recordsOf(text.slice(1));
  return rows.map((cells) => Object.fromEntries(headings.map((heading, index) => [heading, cells[index]])));
}

describe('CSV file', () => {
  it('contains no text that a spreadsheet would execute', async () => {
    const answer = await file('withdrawSummary.csv?from=2026-11-01&to=2026-11-20');
    expect([answer.status, answer.headers['content-type']]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
    ]);
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="golden-lotto-withdrawals-2026-11-01-2026-11-20.csv"',
    );
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(rowsOf(answer.text)).toEqual([
      {
        Time: '2026-11-20T17:32:00+05:30',
        Reference: expect.stringMatching(/^[0-9a-f-]{36}$/),
        'Paid through': 'sandbox',
        Currency: 'INR',
        Amount: '500.00',
        State: 'Refused',
        Reason: `'${hostile}`,
        'Bank account': '•••• 6789',
        'Decided at': '2026-11-20T17:32:00+05:30',
        'Sending began': '',
        'Sent at': '',
        'Paid at': '',
        'Returned at': '',
      },
    ]);
  });

  it('contains the time of each state of a withdrawal, and the bank’s reason for declining the withdrawal', async () => {
    const withdrawal = await withdraw(platform, player, 500_05, 'approved');
    await platform.deps.payouts.sendDue();
    const paid = async () => rowsOf((await file('withdrawSummary.csv?state=paid')).text);
    await expect.poll(paid).toHaveLength(1);
    platform.clock.advance(61_000);
    await platform.deps.sandbox?.deliverPayouts();
    const [row] = rowsOf((await file('withdrawSummary.csv?state=declined')).text);
    const at = '2026-11-20T17:32:00+05:30';
    expect(row).toMatchObject({
      Reference: withdrawal,
      Reason: 'The bank says that this account is closed.',
      'Decided at': at,
      'Sending began': at,
      'Paid at': at,
      'Returned at': '2026-11-20T17:33:01+05:30',
    });
  });

  it('lists every transaction, with negative amounts for debits', async () => {
    const rows = rowsOf((await file('transactionSummary.csv?kind=ticket')).text);
    expect(rows.map((row) => [row['Type'], row['Game'], row['Amount'], row['Currency']].join(' '))).toEqual(
      expect.arrayContaining(['Tickets Golden Jaldi -22.00 INR', 'Tickets Golden Pick 3 -20.00 INR']),
    );
    expect(rows).toHaveLength(2);
    const points = rowsOf((await file('transactionSummary.csv?kind=loyalty')).text);
    expect(points.map((row) => [row['Amount'], row['Currency']])).toEqual([
      ['2', 'PTS'],
      ['2', 'PTS'],
    ]);
  });

  it('contains the rows of all pages of a summary', async () => {
    await Promise.all(Array.from({ length: 230 }, () => fund(platform, player.accountId, 'deposit', 1)));
    const rows = rowsOf((await file('transactionSummary.csv')).text);
    const corrections = rows.filter((row) => row['Type'] === 'Correction');
    expect(corrections.map((row) => row['Amount'])).toEqual(Array.from({ length: 230 }, () => '0.01'));
    const wallet = await player.call('wallet', {});
    const newest = rows.find((row) => row['Currency'] === 'INR');
    expect(newest?.['Balance']).toBe(
      ((wallet.body.success ? wallet.body.data.totalBalance : 0) / 100).toFixed(2),
    );
  });

  it('is available for purchases, draws, deposits and monthly totals', async () => {
    const purchases = rowsOf((await file('purchaseSummary.csv?gameId=pick3')).text);
    expect(purchases).toEqual([
      expect.objectContaining({ Lines: '048 (straight)', Price: '20.00', State: 'Open', Won: '0.00' }),
    ]);
    const jaldi = rowsOf((await file('purchaseSummary.csv?gameId=jaldi')).text);
    expect(jaldi.map((row) => row['Lines'])).toEqual(['3 | red']);
    expect((await file('gameHistorySummary.csv')).text).toMatch(/^\uFEFFDraw time,Game,Draw,[^\r]*\r\n$/);
    expect(rowsOf((await file('depositSummary.csv')).text)).toEqual([
      expect.objectContaining({ Amount: '2000.00', State: 'Approved' }),
    ]);
    const months = rowsOf((await file('getPlayerStatistics.csv')).text);
    expect(months).toHaveLength(12);
    expect(months[0]).toMatchObject({
      Month: '2026-11',
      Purchases: '2',
      Staked: '42.00',
      'Won minus staked': '-42.00',
    });
  });

  it('is not sent if the query is invalid', async () => {
    const wrong = await file('transactionSummary.csv?from=2026-11-20&to=2026-11-19');
    expect([wrong.status, JSON.parse(wrong.text)]).toEqual([
      400,
      { success: false, firstCode: '10400', data: { fields: { to: 'results.error_order' } } },
    ]);
    expect((await file('depositSummary.csv?status=lost&limit=7&accountId=x')).status).toBe(400);
    // A browser sends an empty form field as an empty parameter. The site treats this parameter as missing.
    expect((await file('depositSummary.csv?from=&to=&status=')).status).toBe(200);
    expect((await file('walletSummary.csv')).status).toBe(404);
    expect((await file('constructor.csv')).status).toBe(404);
  });

  it('requires a session', async () => {
    const program = await file('transactionSummary.csv', {});
    expect([program.status, JSON.parse(program.text)]).toEqual([401, { success: false, firstCode: '15107' }]);
    const page = await file('transactionSummary.csv', {}, { 'sec-fetch-mode': 'navigate' });
    expect([page.status, page.headers.location, page.headers['cache-control']]).toEqual([
      303,
      '/login',
      'private, no-store',
    ]);
    const other = await createPlayer(platform);
    const left = jarOf(
      await callAt(site.origin, 'accounts/login', {
        type: 2,
        username: other.username,
        password: other.password,
      }),
    );
    expect(rowsOf((await file('transactionSummary.csv', left)).text)).toEqual([]);
    await callAt(site.origin, 'accounts/logout', {}, { jar: left });
    const replayed = await file('transactionSummary.csv', left);
    expect(replayed.status).toBe(401);
    expect(jarOf(replayed, left)).toEqual({});
  });

  it.each(['cross-site', 'same-site'])(
    'is not sent if another site links to it (Sec-Fetch-Site: %s)',
    async (from) => {
      expect((await file('transactionSummary.csv', jar, { 'sec-fetch-site': from })).status).toBe(403);
    },
  );

  it('is sent if the player types its URL', async () => {
    expect((await file('depositSummary.csv', jar, { 'sec-fetch-site': 'none' })).status).toBe(200);
  });
});
