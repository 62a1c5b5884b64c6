import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '../../../platform/accounts/tables.ts';
import { notifyOfMoney } from '../../../platform/notifications/money.ts';
import { notify } from '../../../platform/notifications/notify.ts';
import type { CallRequest } from '../../../shared/contract/calls.ts';
import { NotificationList } from '../../../shared/contract/notifications.ts';
import { type FundedPlayer, fundedPlayer } from '../../helpers/funded-player.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { createPlayer } from '../../helpers/player.ts';

const now = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ now });
  await platform.deps.engine.tick();
});
afterAll(() => platform?.stop());

function db() {
  return platform.deps.database.db;
}

function rupees(amountMinor: number) {
  return { amountMinor, currencyCode: 'INR' };
}

async function list(
  player: Pick<FundedPlayer, 'call'>,
  asked: CallRequest<'notifications/list'> = {},
): Promise<NotificationList> {
  const { status, body } = await player.call('notifications/list', asked);
  expect([status, body.firstCode]).toEqual([200, '10000']);
  return NotificationList.parse(body.success ? body.data : null);
}

/** Creates a player with `count` deposit notifications. The notifications are one minute apart. */
async function withDeposits(count: number): Promise<FundedPlayer> {
  const player = await fundedPlayer(platform);
  for (let nth = 1; nth <= count; nth++)
    await notify(
      db(),
      player.accountId,
      'deposit',
      rupees(nth * 100),
      new Date(now.getTime() - (count - nth) * 60_000),
    );
  return player;
}

describe('notification', () => {
  it('welcomes a player at signup', async () => {
    const player = await createPlayer(platform);
    const { notifications, unreadCount, cursor } = await list(player);
    expect(notifications).toEqual([
      {
        id: expect.any(String),
        title: 'Welcome to Golden Lotto',
        message: expect.stringContaining('Your account is open.'),
        timestamp: now.toISOString(),
        type: 'success',
        tab: 'system',
        isRead: false,
      },
    ]);
    expect([unreadCount, cursor]).toEqual([1, null]);
  });

  it('reports a deposit or a withdrawal, and the reason for a refusal', async () => {
    const player = await fundedPlayer(platform);
    const { accountId } = player;
    const tell = notifyOfMoney(platform.deps);
    await db().transaction(async (tx) => {
      const event = { accountId, ...rupees(1_234_56), id: 'p1' };
      await tell(tx, { ...event, kind: 'deposit' });
      await tell(tx, { ...event, kind: 'withdrawal' });
      await tell(tx, { ...event, kind: 'withdrawal-approved' });
      await tell(tx, { ...event, kind: 'withdrawal-sent' });
      await tell(tx, { ...event, kind: 'withdrawal-paid' });
      await tell(tx, { ...event, kind: 'withdrawal-declined', reason: null });
      await tell(tx, { ...event, kind: 'withdrawal-refused', reason: 'The name differs.' });
      await tell(tx, { ...event, kind: 'withdrawal-refused', reason: null });
    });
    const { notifications } = await list(player, { tab: 'transactions' });
    expect(notifications.map(({ message }) => message).toSorted()).toEqual([
      'The payment of ₹1,234.56 was declined. The amount is back in your wallet.',
      '₹1,234.56 is back in your wallet.',
      '₹1,234.56 is back in your wallet. Reason: The name differs.',
      '₹1,234.56 is being paid out to you.',
      '₹1,234.56 is held until it is paid out.',
      '₹1,234.56 is in your wallet.',
      '₹1,234.56 was paid to your bank account.',
      '₹1,234.56 was sent to your bank. Banks usually take one to three working days.',
    ]);
  });

  it('reports a win and names the draw', async () => {
    const player = await fundedPlayer(platform, { funds: { deposit: 100_000_00 } });
    const { body } = await platform.call('upcomingDraw', { action: 'upcomingDraw' });
    const draw = body.success && body.data.gameList.find(({ gameId }) => gameId === 'jaldi');
    if (!draw) throw new Error('no draw');
    // The player bets on each of the ten numbers, so that one line wins.
    const lines = Array.from({ length: 10 }, (_, number) => ({ number }));
    const bought = await player.call('tickets/buy', {
      gameId: 'jaldi',
      drawId: draw.drawId,
      lines,
      idempotencyKey: randomUUID(),
    });
    expect(bought.body.firstCode).toBe('10000');
    const drawn = await drawNextJaldi(platform);
    expect(drawn.number).toBe(draw.drawNumber);
    const { notifications } = await list(player);
    const won = await player.holds('winnings');
    const amount = new Intl.NumberFormat('en-IN', {
      style: 'currency',
      currency: 'INR',
      trailingZeroDisplay: 'stripIfInteger',
    }).format(won / 100);
    expect(notifications).toMatchObject([
      {
        title: `You have won ${amount}`,
        message: `Golden Jaldi, draw ${draw.drawNumber}: ${amount} is in your wallet.`,
        tab: 'transactions',
      },
    ]);
  });

  it('is rendered in the player’s current language when it is read', async () => {
    const player = await fundedPlayer(platform);
    await notify(db(), player.accountId, 'deposit', rupees(5_000_00), now);
    const read = async (language: string) => {
      await db().update(accounts).set({ language }).where(eq(accounts.accountId, player.accountId));
      return (await list(player)).notifications[0]?.title;
    };
    expect(await read('pt')).toBe('Depósito recebido');
    expect(await read('hi')).toBe('जमा राशि मिल गई');
    expect(await read('nb')).toBe('Innskudd mottatt');
    expect(await read('fr')).toBe('Deposit received');
  });

  it('contains the operator’s own text unchanged', async () => {
    const player = await fundedPlayer(platform);
    const title = '<b>{amount}</b> & more';
    await notify(db(), player.accountId, 'promotion', { title, text: '{title} {nothing}' }, now);
    expect((await list(player, { tab: 'promotions' })).notifications[0]).toMatchObject({
      title,
      message: '{title} {nothing}',
    });
  });

  it('is rolled back with the transaction that created it', async () => {
    const player = await fundedPlayer(platform);
    await expect(
      db().transaction(async (tx) => {
        await notify(tx, player.accountId, 'deposit', rupees(1), now);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect((await list(player)).notifications).toEqual([]);
  });
});

describe('notifications/list', () => {
  it('returns notifications in pages, newest first, each only once', async () => {
    const player = await withDeposits(45);
    const seen: string[] = [];
    const sizes: number[] = [];
    let cursor: string | null = null;
    do {
      const page: NotificationList = await list(player, cursor === null ? {} : { cursor });
      seen.push(...page.notifications.map(({ title, message }) => `${title} ${message}`));
      sizes.push(page.notifications.length);
      cursor = page.cursor;
    } while (cursor !== null);
    expect(sizes).toEqual([20, 20, 5]);
    expect(seen.map((text) => Number(/₹(\d+)/.exec(text)?.[1]))).toEqual(
      Array.from({ length: 45 }, (_, index) => 45 - index),
    );
  });

  it('skips no notification between pages, even if all have the same time', async () => {
    const player = await fundedPlayer(platform);
    for (let nth = 0; nth < 30; nth++) await notify(db(), player.accountId, 'deposit', rupees(nth), now);
    const first = await list(player);
    const second = await list(player, { cursor: first.cursor ?? '' });
    const ids = [...first.notifications, ...second.notifications].map(({ id }) => id);
    expect(new Set(ids).size).toBe(30);
  });

  it('marks the returned notifications as read if the request sets markRead', async () => {
    const player = await withDeposits(25);
    expect((await list(player)).unreadCount).toBe(25);
    const seen = await list(player, { markRead: true });
    expect(seen.notifications.every(({ isRead }) => !isRead)).toBe(true);
    expect(seen.unreadCount).toBe(5);
    const again = await list(player);
    expect(again.notifications.every(({ isRead }) => isRead)).toBe(true);
    expect(again.unreadCount).toBe(5);
  });

  it('returns the same unread count as `accounts/autoLogin`', async () => {
    const player = await withDeposits(3);
    const counted = async () => (await player.call('accounts/autoLogin', {})).body;
    expect(await counted()).toMatchObject({ data: { notificationCount: 3 } });
    await list(player, { markRead: true });
    expect(await counted()).toMatchObject({ data: { notificationCount: 0 } });
  });

  it('returns only the notifications of the requested tab', async () => {
    const player = await withDeposits(3);
    expect((await list(player, { tab: 'promotions' })).notifications).toEqual([]);
    expect((await list(player, { tab: 'transactions' })).notifications).toHaveLength(3);
  });

  it('omits notifications that are more than a year old', async () => {
    const player = await fundedPlayer(platform);
    await notify(db(), player.accountId, 'deposit', rupees(1), new Date(now.getTime() - 370 * 86_400_000));
    await notify(db(), player.accountId, 'deposit', rupees(2), now);
    await platform.deps.housekeeping.run();
    expect((await list(player)).notifications).toHaveLength(1);
  });
});

describe('notifications/delete', () => {
  it('deletes a notification permanently', async () => {
    const player = await withDeposits(2);
    const [newest, older] = (await list(player)).notifications;
    const { body } = await player.call('notifications/delete', { id: newest?.id ?? '' });
    expect(body).toEqual({ success: true, firstCode: '10000', data: { unreadCount: 1 } });
    expect((await list(player)).notifications).toEqual([older]);
    const again = await player.call('notifications/delete', { id: newest?.id ?? '' });
    expect(again.body).toEqual({ success: false, firstCode: '10711' });
  });

  it('returns 10711 for an unknown id or another player’s notification', async () => {
    const owner = await withDeposits(1);
    const stranger = await withDeposits(1);
    const id = (await list(owner)).notifications[0]?.id ?? '';
    for (const wanted of [id, randomUUID()]) {
      const { status, body } = await stranger.call('notifications/delete', { id: wanted });
      expect([status, body]).toEqual([200, { success: false, firstCode: '10711' }]);
    }
    expect((await list(owner)).notifications).toHaveLength(1);
    expect((await list(stranger)).notifications).toHaveLength(1);
  });
});

describe('validation of notification calls', () => {
  it('returns 15107 to a visitor', async () => {
    for (const name of ['notifications/list', 'notifications/delete'] as const) {
      const { status, body } = await platform.call(name, { id: randomUUID() });
      expect([name, status, body]).toEqual([name, 401, { success: false, firstCode: '15107' }]);
    }
  });

  it.each([
    ['notifications/list', { tab: 'casino' }, 'tab'],
    ['notifications/list', { cursor: 7 }, 'cursor'],
    ['notifications/list', { cursor: "' or 1=1" }, 'cursor'],
    ['notifications/list', { cursor: 'AAAA' }, 'cursor'],
    ['notifications/list', { cursor: 'x'.repeat(5000) }, 'cursor'],
    [
      'notifications/list',
      { cursor: Buffer.from(`99999999999999 ${randomUUID().replace('-', 'x')}`).toString('base64url') },
      'cursor',
    ],
    ['notifications/list', { markRead: 'yes' }, 'markRead'],
    ['notifications/list', { accountId: randomUUID() }, 'accountId'],
    ['notifications/list', null, 'data'],
    ['notifications/list', [], 'data'],
    ['notifications/delete', {}, 'id'],
    ['notifications/delete', { id: 1 }, 'id'],
    ['notifications/delete', { id: "' or '1'='1" }, 'id'],
    ['notifications/delete', { id: '\u0000' }, 'id'],
    ['notifications/delete', { id: [randomUUID()] }, 'id'],
    ['notifications/delete', { id: randomUUID(), ids: [] }, 'ids'],
  ] as const)('returns 10400 for %s with %j', async (name, data, field) => {
    const { token } = await fundedPlayer(platform);
    const { status, body } = await platform.call(
      name,
      { id: randomUUID() },
      { envelope: { data }, headers: { authorization: `Bearer ${token}` } },
    );
    expect([status, body.firstCode]).toEqual([400, '10400']);
    expect(body.success ? {} : body.data?.fields).toHaveProperty([field]);
  });
});
