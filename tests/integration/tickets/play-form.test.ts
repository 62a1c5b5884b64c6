import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fund } from '../../helpers/funded-player.ts';
import { type Answer, ask } from '../../helpers/http.ts';
import { formHtml, postForm } from '../../helpers/page-form.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { createPlayer, type TestPlayer } from '../../helpers/player.ts';
import { dataOf } from '../../helpers/player-actions.ts';
import { cookieHeader } from '../../helpers/recording-platform.ts';
import { sessionJar } from '../../helpers/session-jar.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { startUpstreamProxy } from '../../helpers/upstream-proxy.ts';

const daily = JSON.stringify({ kind: 'balls', pool: 36, picks: 5, bonus: 0 });
const path = '/my-accounts/play';
const price = 2000;

let platform: TestPlatform;
let site: TestSite;
let player: TestPlayer;
let cookie: string;
let drawId: string;

const siteWith = (
  options: Partial<Pick<Parameters<typeof startSite>[0], 'config' | 'platform'>> = {},
): Promise<TestSite> =>
  startSite({
    platform,
    clock: platform.clock,
    warm: false,
    live: false,
    env: { PAGE_LOADS_PER_MINUTE: '0', CALL_RATE_PERCENT: '0' },
    ...options,
  });

beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:07:30Z') });
  await platform.deps.engine.tick();
  site = await siteWith();
  const { draws } = await dataOf(platform, 'draws/open', { gameId: 'daily' });
  drawId = draws[0]?.drawId ?? '';
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});
beforeEach(async () => {
  player = await createPlayer(platform);
  await fund(platform, player.accountId, 'deposit', 10 * price);
  cookie = cookieHeader(sessionJar(site, player));
});

const get = (query: string): Promise<Answer> =>
  ask(site.origin, `${path}?${query}&whole=1`, { headers: { cookie } });
const entries = (change: Record<string, string> = {}) => ({
  step: '0',
  gameId: 'daily',
  kind: daily,
  drawId,
  lines: '4 11 23 31 36\r\n1, 2, 3, 4, 5',
  idempotencyKey: randomUUID(),
  ...change,
});
const post = (values: Record<string, string>, cookies = cookie): Promise<Answer> =>
  postForm(site, path, values, { cookie: cookies });
const purchases = async () => (await dataOf(player, 'transaction/purchaseSummary', {})).purchases;

describe('ticket form without JavaScript', () => {
  it('shows the draws on sale and the requested number of random lines', async () => {
    const html = formHtml(await get('game=daily&pick=3'));
    expect(html).toContain(`<option value="${drawId}" selected="">`);
    const [, lines = ''] = /<textarea[^>]*name="lines"[^>]*>([^<]*)</.exec(html) ?? [];
    expect(lines.trim().split('\n')).toHaveLength(3);
    expect(html).toMatch(/name="idempotencyKey"[^>]*value="[\w-]{36}"/);
    const raffle = formHtml(await get('game=raffle&pick=1'));
    expect(raffle).toMatch(/<textarea[^>]*name="lines"[^>]*>\s*\w+ \d+</);
  });

  it('links to all games if the URL names an unknown game', async () => {
    const html = formHtml(await get('game=nosuch'));
    expect(html.match(/href="\/my-accounts\/play\?game=/g)).toHaveLength(7);
  });

  it('buys the typed lines once, even if the browser sends the form twice', async () => {
    const values = entries();
    for (const answer of [await post(values), await post(values)])
      expect([answer.status, answer.headers.location]).toEqual([303, '/my-accounts/tickets?whole=1']);
    const bought = await purchases();
    expect(bought.map(({ lines }) => lines)).toEqual([
      [
        [4, 11, 23, 31, 36],
        [1, 2, 3, 4, 5],
      ],
    ]);
    expect((await dataOf(player, 'wallet', {})).totalBalance).toBe(8 * price);
  });

  it('asks the player to check their tickets if the same page is sent again with a different ticket', async () => {
    const values = entries();
    await post(values);
    const answer = await post({ ...values, lines: '5 6 7 8 9' });
    const html = formHtml(answer);
    expect(answer.status).toBe(422);
    expect(html).toContain('This page has already sent another ticket. Check your tickets first.');
    expect(html).toMatch(/name="idempotencyKey"[^>]*value="[\w-]{36}"/);
    expect(html).not.toContain(values.idempotencyKey);
    expect(await purchases()).toHaveLength(1);
  });

  it('counts each line end as one character, as browsers do', async () => {
    const lines = `1 2 3 4 5${'\r\n'.repeat(3900)}`;
    expect((await post(entries({ lines }))).status).toBe(303);
  });

  it.each([
    ['a wrong line', { lines: '1 2 3 4 5\n1 2 3 4' }, 'Line 2 is not a line of this game.'],
    ['no line', { lines: ' \n' }, 'Enter at least one line.'],
    ['no draw', { drawId: '' }, 'Choose a draw.'],
    ['an unknown draw', { drawId: 'daily-99999' }, 'This draw does not exist.'],
    ['a draw of another game', { drawId: 'keno-1' }, 'This draw does not exist.'],
    ['a kind that is no JSON', { kind: '{' }, 'Line 1 is not a line of this game.'],
    [
      'more lines than the limit',
      { lines: '1 2 3 4 5\n'.repeat(51) },
      'more lines than one ticket or one player may have',
    ],
    ['a price above the balance', { lines: '1 2 3 4 5\n'.repeat(11) }, 'Your balance is too low.'],
  ] as const)('returns 422 and keeps the entered lines: %s', async (_name, change, message) => {
    const values = entries(change);
    const answer = await post(values);
    const html = formHtml(answer);
    expect([answer.status, answer.headers['cache-control']]).toEqual([422, 'private, no-store']);
    expect(html).toContain(message);
    const [, lines = ''] = /<textarea[^>]*name="lines"[^>]*>([^<]*)</.exec(html) ?? [];
    expect(lines.trim()).toBe(values.lines.replaceAll('\r\n', '\n').trim());
    expect(await purchases()).toEqual([]);
  });

  it('reports that sales of the chosen draw have closed, and offers the next draw', async () => {
    const { draws } = await dataOf(platform, 'draws/open', { gameId: 'jaldi' });
    const [closing, next] = draws;
    if (!closing || !next) throw new Error('Golden Jaldi has no two draws on sale');
    const now = platform.clock.now();
    platform.clock.set(new Date(closing.salesCloseDate));
    const kind = JSON.stringify({ kind: 'color', numbers: 10, colors: jaldiColors });
    const answer = await post(entries({ gameId: 'jaldi', kind, drawId: closing.drawId, lines: '7' }));
    platform.clock.set(now);
    const html = formHtml(answer);
    expect(answer.status).toBe(422);
    expect(html).toContain('Sales for this draw are closed.');
    expect(html).toContain(`value="${next.drawId}"`);
  });

  it('sells nothing at a price that the form has not shown, and then shows the new price', async () => {
    const html = formHtml(await get('game=daily&pick=1'));
    const [, prices = ''] = /name="prices"[^>]*value="([^"]*)"/.exec(html) ?? [];
    expect(prices.split(' ')).toContain(`${drawId}=${price}`);
    const stale = entries({ prices: prices.replace(`${drawId}=${price}`, `${drawId}=${price / 2}`) });
    const refused = formHtml(await post(stale));
    expect(refused).toContain('The price of this draw has changed.');
    expect(refused).toContain(`name="prices" value="${prices}"`);
    expect(refused).toMatch(/<option[^>]*selected=""[^>]*>[^<]* · ₹20</);
    expect(await purchases()).toEqual([]);
    expect((await post({ ...stale, prices })).status).toBe(303);
    expect(await purchases()).toHaveLength(1);
  });

  it('keeps the idempotency key while the platform fails, so that the player buys only once', async () => {
    const proxy = await startUpstreamProxy(platform.url);
    const beside = await siteWith({ platform: proxy });
    proxy.treat(({ url }) => {
      if (url.endsWith('/tickets/buy')) return { change: () => 'lost' };
      return /gameList|draws\/open/.test(url) ? 'fail' : 'pass';
    });
    const values = entries();
    const answer = await postForm(beside, path, values, { cookie: cookieHeader(sessionJar(beside, player)) });
    await beside.close();
    await proxy.close();
    const html = formHtml(answer);
    expect(answer.status).toBe(422);
    expect(html).toContain(`value="${values.idempotencyKey}"`);
    expect(html).toContain(`<option value="${drawId}" selected="">`);
    expect(await purchases()).toHaveLength(1);
    expect((await post(values)).status).toBe(303);
    expect(await purchases()).toHaveLength(1);
  });

  it('redirects a visitor to the login', async () => {
    const answer = await post(entries(), '');
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toMatch(/^\/login\?to=/);
  });
});

const jaldiColors = [
  { key: 'red', numbers: [2, 4, 6, 8] },
  { key: 'green', numbers: [1, 3, 7, 9] },
  { key: 'violet', numbers: [0, 5] },
];

const gamePage = async (origin: string) => (await ask(origin, '/games/golden-daily')).text;

describe('game page', () => {
  it('links to the ticket form for browsers without JavaScript', async () => {
    expect(await gamePage(site.origin)).toContain('href="/my-accounts/play?game=daily"');
  });

  it('shows no ticket form if the site or the platform sells no tickets', async () => {
    const withoutSales = await siteWith({
      config: (config) => {
        config.setup.sales = false;
      },
    });
    expect(await gamePage(withoutSales.origin)).not.toContain('id="play"');
    await withoutSales.close();
    const closed = await startPlatform({
      beside: platform,
      now: platform.clock.now(),
      config: { sales: false },
    });
    const beside = await startSite({ platform: closed, clock: closed.clock, warm: false, live: false });
    const html = await gamePage(beside.origin);
    await beside.close();
    await closed.stop();
    expect(html).toContain('id="prizes"');
    expect(html).not.toContain('id="play"');
  });
});
