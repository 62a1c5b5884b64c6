import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginTimeOut } from '../../../platform/limits/breaks.ts';
import { mayReceivePromotions } from '../../../platform/limits/promotions.ts';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { fund } from '../../helpers/funded-player.ts';
import { ask } from '../../helpers/http.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import { operatorOf, type Ran } from '../../helpers/operator.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { createPlayer, shortForm, type TestPlayer, testPassword } from '../../helpers/player.ts';
import { buyNext, dataOf } from '../../helpers/player-actions.ts';

const now = new Date('2026-11-21T12:02:00Z');
const dayMs = 86_400_000;
const why = ['--reason', 'Asked for it'] as const;
let platform: TestPlatform;
let admin: (...args: string[]) => Promise<Ran>;

beforeAll(async () => {
  platform = await startPlatform({ now, catalogue: gamesOf('jaldi') });
  admin = operatorOf(platform);
});
afterAll(() => platform?.stop());
beforeEach(async () => {
  platform.clock.set(now);
  await platform.deps.engine.tick();
});

const line = { number: 7 };
const password = testPassword;

async function withCash(minor = 100_00): Promise<TestPlayer> {
  const player = await createPlayer(platform);
  await fund(platform, player.accountId, 'deposit', minor);
  return player;
}

async function codeOf(answer: Promise<{ body: { firstCode: string } }>): Promise<string> {
  return (await answer).body.firstCode;
}

const login = ({ username }: TestPlayer) =>
  codeOf(platform.call('accounts/login', { type: 2, username, password }));

async function balanceOf({ accountId }: TestPlayer, bucket: string): Promise<number> {
  return (await platform.deps.ledger.balances(`player:${accountId}`, 'INR')).get(bucket) ?? 0;
}

async function beginDeposit(player: TestPlayer): Promise<string> {
  const begun = await dataOf(player, 'cashier/deposit', { amount: 500_00, idempotencyKey: randomUUID() });
  return new URL(begun.paymentUrl).pathname;
}

const pay = (path: string) =>
  ask(platform.url, path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'outcome=approved',
  });

/** Returns how many statements wait for a lock in the test's database. */
const waitingForLocks = async (): Promise<number> => {
  const { rows } = await platform.deps.database.db.execute(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
};

describe('time-out of a player', () => {
  it('rejects every purchase that is processed after it began, even if the requests were sent at the same time', async () => {
    const player = await withCash(1100_00);
    const bought = Array.from({ length: 10 }, () =>
      codeOf(
        buyNext(platform, player, 'jaldi', [line]).then(
          () => ({ body: { firstCode: '10000' } }),
          (error: Error) => ({ body: { firstCode: /"firstCode":"(\d+)"/.exec(error.message)?.[1] ?? '' } }),
        ),
      ),
    );
    const [paused, ...answers] = await Promise.all([
      codeOf(player.call('limits/timeOut', { days: 1, password })),
      ...bought,
    ]);
    expect(paused).toBe('10000');
    expect(answers.every((code) => code === '10000' || code === '10611')).toBe(true);
    const spent = answers.filter((code) => code === '10000').length * 11_00;
    expect(await balanceOf(player, 'deposit')).toBe(1100_00 - spent);
    await expect(buyNext(platform, player, 'jaldi', [line])).rejects.toThrow('10611');
  });

  it('rejects a purchase and a deposit that wait for a lock while the time-out begins', async () => {
    const player = await withCash(1100_00);
    const { accountId } = player;
    const { db } = platform.deps.database;
    const until = new Date(now.getTime() + dayMs);
    const answers = await db.transaction(async (tx) => {
      await beginTimeOut(tx, accountId, until);
      const sent = [
        buyNext(platform, player, 'jaldi', [line]).catch(String),
        dataOf(player, 'cashier/deposit', { amount: 500_00, idempotencyKey: randomUUID() }).catch(String),
      ];
      const allWait = async () => (await waitingForLocks()) === sent.length;
      // If a call takes no lock, it is answered here, before the time-out is committed. The assertion below then fails.
      await Promise.race([...sent, vi.waitUntil(allWait, { timeout: 15_000 })]);
      return () => Promise.all(sent);
    });
    expect(await answers()).toEqual([expect.stringContaining('10611'), expect.stringContaining('10611')]);
    expect(await balanceOf(player, 'deposit')).toBe(1100_00);
  });

  it('sends back a deposit that arrives after the time-out began', async () => {
    const player = await withCash(1);
    const path = await beginDeposit(player);
    await dataOf(player, 'limits/timeOut', { days: 1, password });
    await pay(path);
    await expect.poll(() => balanceOf(player, 'held')).toBe(500_00);
    expect(await balanceOf(player, 'deposit')).toBe(1);
    expect((await dataOf(player, 'transaction/depositSummary', {})).totals).toMatchObject({
      approved: { count: 0, amount: 0 },
      returned: { count: 1, amount: 500_00 },
    });
    const { data } = JSON.parse(`{"data":${(await admin('withdrawals', 'list', '--json')).out}}`);
    const { withdrawalId, ...listed } = data.find(
      (row: { accountId: string }) => row.accountId === player.accountId,
    );
    expect(listed).toMatchObject({ amountMinor: 500_00, providerId: 'sandbox', sendsDepositBack: true });
    // An operator cannot return the deposit to the wallet, because the player could then play with the money.
    const reason = ['--reason', 'As usual'];
    const refused = await admin('withdrawals', 'refuse', withdrawalId, ...reason);
    expect(refused.err).toContain('sends a deposit back');
    await admin('withdrawals', 'approve', withdrawalId);
    const declined = await admin('withdrawals', 'decline', withdrawalId, ...reason);
    expect(declined.err).toContain('sends a deposit back');
    expect(await balanceOf(player, 'deposit')).toBe(1);
    await admin('withdrawals', 'paid', withdrawalId, ...reason);
    expect(await balanceOf(player, 'held')).toBe(0);
    const none = { count: 0, amount: 0 };
    expect(await dataOf(player, 'transaction/getPlayerStatistics', {})).toMatchObject({
      deposited: none,
      withdrawn: none,
      withdrawing: none,
    });
  });

  it('stops promotions until it ends', async () => {
    const player = await createPlayer(platform);
    const { accountId } = player;
    await dataOf(player, 'limits/timeOut', { days: 1, password });
    const { db } = platform.deps.database;
    const mayGet = async (at: Date) => [...(await mayReceivePromotions(db, [accountId], at))];
    expect(await mayGet(now)).toEqual([]);
    expect(await mayGet(new Date(now.getTime() + dayMs))).toEqual([accountId]);
    const exchange = player.call('loyalty/exchange', { rewardId: 'any', idempotencyKey: randomUUID() });
    expect(await codeOf(exchange)).toBe('10611');
    const invited = player.call('transaction/referAFriend', { email_addresses: ['friend@mail.example'] });
    expect(await codeOf(invited)).toBe('10611');
  });

  it('can be started by an operator, and cannot be shortened', async () => {
    const player = await withCash();
    const timeOut = (days: string) => admin('limits', 'time-out', player.username, '--days', days, ...why);
    expect((await timeOut('30')).out).toContain('until 2026-12-21T12:02:00.000Z');
    expect((await timeOut('7')).err).toContain('never shortened');
    expect((await timeOut('8')).err).toContain('--days must be one of 1, 7, 30, 42');
    expect((await dataOf(player, 'limits/get', {})).timeOut).toEqual({ endsAt: '2026-12-21T12:02:00.000Z' });
    expect((await admin('limits', 'show', player.username)).out).toContain('until 2026-12-21T12:02:00.000Z');
    expect((await admin('players', 'show', player.username)).out).toContain(
      'time-out   until 2026-12-21T12:02:00.000Z',
    );
    expect((await admin('log', '--player', player.username)).out).toContain('limits time-out');
  });
});

it('an operator can lower a limit of a player, but not raise it', async () => {
  const player = await withCash();
  const { username } = player;
  const set = (amount: string) =>
    admin('limits', 'set', username, '--kind', 'spend', '--period', 'day', '--amount', amount, ...why);
  expect((await set('22')).out).toContain('INR 22.00');
  expect((await set('33')).err).toContain('only the player can raise a limit');
  expect((await set('11')).code).toBe(0);
  await expect(buyNext(platform, player, 'jaldi', [line, line])).rejects.toThrow('10610');
  const { notifications } = await dataOf(player, 'notifications/list', {});
  expect(notifications.map(({ message }) => message)).toContain('Your daily spending limit is now ₹11.');
});

describe('exclusion', () => {
  it('is never shortened, and lasts for ever if the player chose no end', async () => {
    const player = await createPlayer(platform);
    const { username } = player;
    await admin('players', 'exclude', username, ...why, '--until', '2026-11-30');
    platform.clock.set(new Date('2026-12-01T00:00:00Z'));
    const again = await dataOf(platform, 'accounts/login', { type: 2, username, password });
    const headers = { authorization: `Bearer ${again.userData.authToken}` };
    const { body } = await platform.call('limits/exclude', { months: null, password }, { headers });
    expect(body).toMatchObject({ data: { endsAt: null } });
    expect((await admin('players', 'exclude', username, ...why, '--until', '2028-01-01')).err).toContain(
      'never shortened',
    );
    platform.clock.set(new Date('2036-12-01T00:00:00Z'));
    expect((await admin('players', 'restore', username, ...why)).err).toContain('lasts until its end');
    expect(await login(player)).toBe('15116');
  });

  it('prevents a signup with the player’s mailbox or mobile number until the exclusion ends', async () => {
    const name = `p${randomUUID().slice(0, 8)}`;
    const player = await createPlayer(platform, { email_address: `${name}.x@gmail.com` });
    await dataOf(player, 'limits/exclude', { months: 6, password });
    const other = shortForm({ email_address: `${name}x+second@googlemail.com` });
    expect(await codeOf(platform.call('accounts/signup', other))).toBe('10497');
    const mobile = { country_code: '+91', mobile_no: '9876512345' };
    const byMobile = await createPlayer(platform, { ...mobile });
    await dataOf(byMobile, 'limits/exclude', { months: 6, password });
    expect(await codeOf(platform.call('accounts/signup', shortForm(mobile)))).toBe('10498');
    platform.clock.set(new Date('2027-05-21T12:02:00Z'));
    expect(await codeOf(platform.call('accounts/signup', other))).toBe('10000');
    await platform.deps.housekeeping.run();
    const { rows } = await platform.deps.database.db.execute(
      `select from excluded_persons where account_id = '${player.accountId}'`,
    );
    expect(rows).toEqual([]);
    expect(await login(player)).toBe('10000');
  });

  it('does not cancel tickets of future draws, and an operator pays out their winnings', async () => {
    const player = await withCash(110_00);
    // Ten lines contain every number, so one of them wins.
    const every = Array.from({ length: 10 }, (_, number) => ({ number }));
    const { drawId } = await buyNext(platform, player, 'jaldi', every);
    await dataOf(player, 'limits/exclude', { months: 6, password });
    await drawNextJaldi(platform);
    const { rows } = await platform.deps.database.db.execute<{ drawn: boolean }>(
      `select posted_at is not null as drawn from draws where draw_id = '${drawId}'`,
    );
    expect(rows[0]?.drawn).toBe(true);
    const won = await balanceOf(player, 'winnings');
    expect(won).toBeGreaterThan(0);
    await admin('players', 'identity', player.username, 'approve');
    expect((await admin('withdrawals', 'open', player.username, ...why)).code).toBe(0);
    expect([await balanceOf(player, 'held'), await balanceOf(player, 'winnings')]).toEqual([won, 0]);
  });

  it('leaves no session open, even from a concurrent login', async () => {
    const player = await createPlayer(platform);
    const [excluded, ...logins] = await Promise.all([
      codeOf(player.call('limits/exclude', { months: 12, password })),
      ...Array.from({ length: 3 }, () =>
        platform.call('accounts/login', { type: 2, username: player.username, password }),
      ),
    ]);
    expect(excluded).toBe('10000');
    const opened = logins.flatMap(({ body }) => (body.success ? [body.data.userData.authToken] : []));
    for (const token of opened) {
      const headers = { authorization: `Bearer ${token}` };
      expect(await codeOf(platform.call('wallet', {}, { headers }))).toBe('15107');
    }
  });
});

it('a limit and a time-out still apply after a restart of the platform', async () => {
  const player = await withCash();
  await dataOf(player, 'limits/set', { kind: 'spend', period: 'week', amount: 11_00 });
  await buyNext(platform, player, 'jaldi', [line]);
  const paused = await withCash();
  await dataOf(paused, 'limits/timeOut', { days: 1, password });
  const other = await startPlatform({ now, beside: platform, catalogue: gamesOf('jaldi') });
  try {
    const on = ({ token }: TestPlayer): Pick<TestPlayer, 'call'> => ({
      call: (name, data) => other.call(name, data, { headers: { authorization: `Bearer ${token}` } }),
    });
    await expect(buyNext(other, on(player), 'jaldi', [line])).rejects.toThrow('10610');
    await expect(buyNext(other, on(paused), 'jaldi', [line])).rejects.toThrow('10611');
  } finally {
    await other.stop();
  }
});

it('the ledger is consistent after all time-outs and exclusions', async () => {
  expect((await checkLedger(platform.deps.database)).findings).toEqual([]);
});
