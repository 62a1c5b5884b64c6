import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeDemo } from '../../../platform/demo/present.ts';
import { postNext } from '../../../platform/draws/poster.ts';
import { ticketsOf } from '../../../platform/draws/ticket-store.ts';
import { catalogue } from '../../../platform/games/catalogue.ts';
import { looks, type NotificationKind } from '../../../platform/notifications/kinds.ts';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { sealNext } from '../../../platform/wallet/seal.ts';
import { encodeLine } from '../../../shared/domain/draw-kinds.ts';
import { merkleRoot, ticketLeaf } from '../../../shared/domain/merkle.ts';
import { namesOf } from '../../../shared/names-of.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { startPlatform, type TestPlatform, testKeys } from '../../helpers/platform.ts';

const now = new Date('2026-11-21T12:02:00Z');
const demoPassword = 'Gold-ab12-cd34-ef56-7';

let platform: TestPlatform;
let token: string;

const ask = <R extends Record<string, unknown>>(text: string): Promise<R[]> =>
  queryDatabase<R>(platform.databaseUrl, text);
const readiness = async (): Promise<unknown> => (await fetch(`${platform.url}/readyz`)).json();
const login = (password: string) => platform.call('accounts/login', { type: 2, username: 'demo', password });

beforeAll(async () => {
  platform = await startPlatform({ now, historyDays: 9, config: { demoPassword } });
  const { body } = await login(demoPassword);
  if (!body.success) throw new Error(`no login: ${body.firstCode}`);
  token = body.data.userData.authToken;
});
afterAll(() => platform.stop());

const asDemo = () => ({ headers: { authorization: `Bearer ${token}` } });

/** Returns the notifications of all pages, because the prizes of random draws can fill more than one page. */
async function everyNotification(request: { tab?: 'system' } = {}) {
  const { body } = await platform.call('notifications/list', request, asDemo());
  if (!body.success) throw new Error(body.firstCode);
  const { unreadCount } = body.data;
  const notifications = [...body.data.notifications];
  for (let { cursor } = body.data; cursor !== null; ) {
    const next = await platform.call('notifications/list', { ...request, cursor }, asDemo());
    if (!next.body.success) throw new Error(next.body.firstCode);
    notifications.push(...next.body.data.notifications);
    ({ cursor } = next.body.data);
  }
  return { notifications, unreadCount };
}

describe('demo player that the first start creates', () => {
  it('can log in and has a wallet that matches the account’s history', async () => {
    expect(await readiness()).toEqual({ status: 'ready', demoPlayer: 'demo' });
    const [account] = await ask(
      "select email_verified_at is not null and mobile_verified_at is not null as verified, kyc_state from accounts where username_key = 'demo'",
    );
    expect(account).toEqual({ verified: true, kyc_state: 'approved' });
    const { body } = await platform.call('wallet', {}, asDemo());
    if (!body.success) throw new Error(body.firstCode);
    const [sums] = await ask<Record<'paid' | 'spent' | 'won' | 'out' | 'given', string>>(
      `select (select sum(amount_minor) from payments where status = 'approved') as paid,
         (select sum(stake_minor) from purchases) as spent,
         (select coalesce(sum(w.amount_minor), 0) from wins w join tickets t using (draw_id, receipt_number, line_no)
           where t.account_id is not null) as won,
         (select sum(amount_minor) from withdrawals where state not in ('refused', 'declined')) as out,
         (select sum(granted_minor) from promo_uses) as given`,
    );
    const { paid, spent, won, out, given } = sums ?? { paid: '', spent: '', won: '', out: '', given: '' };
    expect(Number(given)).toBe(250_00);
    expect(body.data.totalBalance).toBe(
      Number(paid) + Number(given) + Number(won) - Number(spent) - Number(out),
    );
    expect(body.data.loyaltyBalance).toBeGreaterThan(0);
    expect(body.data.heldBalance).toBeGreaterThan(0);
    const states = await ask<{ state: string }>('select state from withdrawals order by requested_at');
    expect(states.map(({ state }) => state)).toEqual(['paid', 'declined', 'paid', 'refused', 'requested']);
  });

  it('has tickets that were bought during sales and are included in the totals and Merkle roots of their draws', async () => {
    const bought = await ask<{ draw_id: string; game_id: string; in_time: boolean }>(
      `select distinct draw_id, p.game_id, bool_and(bought_at between sales_open_at and sales_close_at) as in_time
       from purchases p join draws using (draw_id) group by 1, 2`,
    );
    expect(bought.length).toBeGreaterThanOrEqual(20);
    expect(bought.every(({ in_time }) => in_time)).toBe(true);
    expect(new Set(bought.map(({ game_id }) => game_id)).size).toBeGreaterThanOrEqual(6);
    for (const { draw_id, game_id } of bought) {
      const game = catalogue.find(({ gameId }) => gameId === game_id);
      if (!game) throw new Error(game_id);
      const tickets = await ticketsOf(platform.deps.database.db, draw_id);
      const root = merkleRoot(
        tickets.map(({ receiptNumber, lineNo, line }) =>
          ticketLeaf('golden-lotto/2', { receiptNumber, lineNo, encodedLine: encodeLine(game.kind, line) }),
        ),
      );
      const stakes = tickets.reduce((sum, { stakeMinor }) => sum + stakeMinor, 0);
      const { body } = await platform.call('draws/verify', { drawId: draw_id });
      expect(body).toMatchObject({
        data: {
          drawFunction: 'golden-lotto/2',
          ticketsRoot: root,
          ticketsTotal: tickets.length,
          verified: true,
        },
      });
      expect(await ask(`select sales_minor from draws where draw_id = '${draw_id}'`)).toEqual([
        { sales_minor: String(stakes) },
      ]);
    }
  });

  it('has transfers in chronological order, even after more prizes are posted', async () => {
    const { database, clock } = platform.deps;
    const disorder = `select count(*)::int as wrong from (
      select posted_at < lag(posted_at) over (order by transfer_id) as is_wrong from transfers) t where is_wrong`;
    expect(await ask(disorder)).toEqual([{ wrong: 0 }]);
    const posted = () => ask<{ keys: string }>(`select count(*) as keys from transfers where kind = 'prize'`);
    const before = Number((await posted())[0]?.keys);
    for (let more = 0; more < 20; more++) await postNext({ ...platform.deps, catalogue });
    expect(Number((await posted())[0]?.keys)).toBeGreaterThan(before);
    while ((await sealNext(database.db, clock)) > 0);
    expect(await checkLedger(database)).toMatchObject({ findings: [], unsealed: null });
    expect(await ask(disorder)).toEqual([{ wrong: 0 }]);
  });

  it('has read and unread notifications with different times, listed newest first', async () => {
    const { notifications, unreadCount } = await everyNotification();
    const unread = notifications.filter(({ isRead }) => !isRead);
    expect(unreadCount).toBe(unread.length);
    expect(unread.length).toBeGreaterThan(0);
    expect(unread.length).toBeLessThan(notifications.length);
    const times = notifications.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted().toReversed());
    const system = await everyNotification({ tab: 'system' });
    expect(system.notifications.at(-1)?.timestamp).toBe('2026-11-12T12:02:00.000Z');
    expect(new Set(times).size).toBeGreaterThan(6);
  });

  it('has open tickets, a bonus, points and a limit once draws are on sale', async () => {
    const { engine, sandbox } = platform.deps;
    if (!sandbox) throw new Error('no sandbox');
    await engine.announce();
    const complete = () => completeDemo({ ...platform.deps, sandbox });
    await Promise.all([complete(), complete()]);
    const read = async () => {
      const [wallet, open, limits] = await Promise.all([
        platform.call('wallet', {}, asDemo()),
        platform.call('transaction/purchaseSummary', { outcome: 'open' }, asDemo()),
        platform.call('limits/get', {}, asDemo()),
      ]);
      if (!wallet.body.success || !open.body.success || !limits.body.success)
        throw new Error('a call failed');
      return {
        bonus: wallet.body.data.casinoBonusBalance,
        points: wallet.body.data.loyaltyBalance,
        games: open.body.data.purchases.map(({ gameId }) => gameId).toSorted(),
        limits: limits.body.data.limits.flatMap(({ kind, period, amount }) =>
          amount === null ? [] : [[kind, period, amount]],
        ),
      };
    };
    const present = await read();
    expect(present).toEqual({
      bonus: 50_00,
      points: expect.any(Number),
      games: ['daily', 'jackpot', 'keno', 'pick3'],
      limits: [['spend', 'month', 5_000_00]],
    });
    expect(present.points).toBeGreaterThan(0);
    await complete();
    expect(await read()).toEqual(present);
    expect((await checkLedger(platform.deps.database)).findings).toEqual([]);
  });

  it('has a notification of each kind, except for events that never happened to the account', async () => {
    const kinds = await ask<{ kind: NotificationKind }>(
      "select distinct kind from notifications join accounts using (account_id) where username_key = 'demo'",
    );
    const absent = new Set<NotificationKind>([
      'exclusion',
      'payout_opened',
      'result_corrected',
      'draw_voided',
      'bonus_expired',
      'bonus_cancelled',
      'points_taken',
    ]);
    expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(
      namesOf(looks)
        .filter((kind) => !absent.has(kind))
        .toSorted(),
    );
    const shown = new Set(kinds.map(({ kind }) => `${looks[kind].tab} ${looks[kind].type}`));
    const possible = new Set(Object.values(looks).map(({ tab, type }) => `${tab} ${type}`));
    // The notifications cover every combination of tab and type, except warnings about promotions.
    possible.delete('promotions warning');
    expect([...shown].toSorted()).toEqual([...possible].toSorted());
  });

  it('is not created again when another platform starts on the same database', async () => {
    const [one] = await ask<{ hash: string }>(
      "select password_hash as hash from accounts where username_key = 'demo'",
    );
    const second = await startPlatform({
      beside: platform,
      now,
      historyDays: 9,
      config: { demoPassword: 'Gold-of-somebody-else-7', ...testKeys },
    });
    expect(await (await fetch(`${second.url}/readyz`)).json()).toEqual({ status: 'ready' });
    await second.stop();
    expect(await ask("select password_hash as hash from accounts where username_key = 'demo'")).toEqual([
      one,
    ]);
  });
});
