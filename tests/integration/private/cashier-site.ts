import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { queryDatabase } from '../../helpers/database.ts';
import { type FundedPlayer, fundedPlayer } from '../../helpers/funded-player.ts';
import { type Answer, ask } from '../../helpers/http.ts';
import { formHtml, postForm } from '../../helpers/page-form.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { cookieHeader } from '../../helpers/recording-platform.ts';
import { sessionJar } from '../../helpers/session-jar.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../../helpers/upstream-proxy.ts';

export const now = new Date('2026-11-21T12:02:00Z');
/** The page with the form for each table of payments. */
export const paths = { payments: '/deposit', withdrawals: '/my-accounts/withdraw' } as const;

/**
 * Of the given texts and patterns, returns those that a page does not contain. A failed test then prints only those,
 * not the page.
 */
export const missingIn = (answer: Answer, ...texts: (string | RegExp)[]): (string | RegExp)[] => {
  const html = formHtml(answer);
  return texts.filter((text) => (typeof text === 'string' ? !html.includes(text) : !text.test(html)));
};
/** Returns the value of an input field of a form. */
export const valueOf = (answer: Answer, name: string): string =>
  new RegExp(`<input(?=[^>]*name="${name}")[^>]*value="([^"]*)"`).exec(formHtml(answer))?.[1] ?? '';

/**
 * Registers the hooks that start a platform, and a site to which the payment page links back, for all tests of a file.
 * The functions `open` and `post` send a player's cookies.
 */
export function useCashierSite() {
  let platform: TestPlatform;
  let proxy: UpstreamProxy;
  let site: TestSite;
  beforeAll(async () => {
    proxy = await startUpstreamProxy('http://127.0.0.1:1');
    site = await startSite({
      platform: proxy,
      clock: { now: () => now },
      warm: false,
      live: false,
      env: { PAGE_LOADS_PER_MINUTE: '0', CALL_RATE_PERCENT: '0' },
    });
    // The payment page links back to the site, so the platform has to know the site's origin.
    platform = await startPlatform({ now, catalogue: gamesOf('jaldi'), config: { siteUrl: site.origin } });
    proxy.retarget(platform.url);
  });
  afterAll(async () => {
    await site?.close();
    await proxy?.close();
    await platform?.stop();
  });
  beforeEach(() => proxy.treat(() => 'pass'));

  const cookieOf = (player: FundedPlayer): string => cookieHeader(sessionJar(site, player));
  const open = (player: FundedPlayer, path: string): Promise<Answer> =>
    ask(site.origin, path, { headers: { cookie: cookieOf(player) } });
  const post = (player: FundedPlayer, path: string, entries: Record<string, string>): Promise<Answer> =>
    postForm(site, path, entries, { cookie: cookieOf(player) });

  /** Opens a form, and returns the entries that a browser sends after the player has typed an amount. */
  async function fill(player: FundedPlayer, path: string, amount: string): Promise<Record<string, string>> {
    const page = await open(player, `${path}?whole=1`);
    expect(page.status).toBe(200);
    const names = [...(path.endsWith('/deposit') ? ['providerId'] : []), 'currency', 'idempotencyKey'];
    return { amount, ...Object.fromEntries(names.map((name) => [name, valueOf(page, name)])) };
  }
  const rowsOf = (table: 'payments' | 'withdrawals', { accountId }: FundedPlayer) =>
    queryDatabase(platform.databaseUrl, `select * from ${table} where account_id = $1`, [accountId]);
  /** Creates a player who can deposit and withdraw. */
  const ready = (funds = {}): Promise<FundedPlayer> =>
    fundedPlayer(platform, {
      funds: { winnings: 900_00, ...funds },
      account: { email: `${randomUUID()}@mail.example`, emailVerifiedAt: now, kycState: 'approved' },
    });

  return {
    started: () => ({ platform, proxy, site }),
    cookieOf,
    open,
    post,
    fill,
    rowsOf,
    ready,
  };
}
