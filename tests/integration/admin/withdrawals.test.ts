import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { type FundedPlayer, fund, fundedPlayer } from '../../helpers/funded-player.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { addBankAccount } from '../../helpers/player-actions.ts';
import { logOf } from './log-lines.ts';

const now = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
let admin: ReturnType<typeof operatorOf>;
beforeAll(async () => {
  platform = await startPlatform({ now, catalogue: gamesOf('jaldi') });
  admin = operatorOf(platform);
});
afterAll(() => platform?.stop());

async function wallet(player: FundedPlayer) {
  return [await player.holds('winnings'), await player.holds('deposit'), await player.holds('held')];
}

describe('operator decisions on a withdrawal', () => {
  const funds = { deposit: 1000_00, winnings: 2000_00 };
  const asked = async (): Promise<{ player: FundedPlayer; id: string }> => {
    const player = await fundedPlayer(platform, {
      funds,
      account: { emailVerifiedAt: now, kycState: 'approved' },
    });
    const request = { amount: 2500_00, idempotencyKey: randomUUID() };
    const { body } = await player.call('cashier/withdraw', request);
    if (!body.success) throw new Error(JSON.stringify(body));
    return { player, id: body.data.withdrawalId };
  };
  it('succeed only for the first of ten concurrent operators', async () => {
    const { player, id } = await asked();
    expect((await admin('withdrawals', 'list')).out).toContain(`${id}  ${now.toISOString()}  INR 2,500.00`);
    const words = Array.from({ length: 10 }, (_, nth) =>
      nth % 2 === 0 ? ['approve', id] : ['refuse', id, '--reason', 'The account is not yours.'],
    );
    const ran = await Promise.all(words.map((each) => admin('withdrawals', ...each)));
    const [refusals, done] = [ran.filter(({ code }) => code === 1), ran.filter(({ code }) => code === 0)];
    expect([refusals.length, done.length]).toEqual([9, 1]);
    expect(refusals.map(({ err }) => err)).toEqual(
      refusals.map(() => expect.stringMatching(/is already decided: \w+ by asha at /)),
    );
    const isApproved = ran.some(({ out }) => out.includes('Approved: INR 2,500.00'));
    expect(await wallet(player)).toEqual(isApproved ? [0, 500_00, 2500_00] : [2000_00, 1000_00, 0]);
    expect((await logOf(admin, player.accountId)).map(({ act, subject }) => [act, subject])).toEqual([
      [isApproved ? 'withdrawals approve' : 'withdrawals refuse', id],
    ]);
    expect((await admin('withdrawals', 'list')).out).not.toContain(id);
  });

  it('return a refused withdrawal to the wallet and show the player the reason', async () => {
    const { player, id } = await asked();
    const words = ['withdrawals', 'refuse', id, '--reason', 'The account is not yours.', '--by', 'ravi'];
    const dry = await admin(...words, '--dry-run');
    expect(dry.out).toContain('A dry run: nothing was changed.');
    expect(await wallet(player)).toEqual([0, 500_00, 2500_00]);
    expect(await logOf(admin, player.accountId)).toEqual([]);
    expect((await admin(...words)).code).toBe(0);
    expect(await wallet(player)).toEqual([2000_00, 1000_00, 0]);
    const { body } = await player.call('notifications/list', {});
    const messages = body.success ? body.data.notifications.map(({ message }) => message) : [];
    expect(messages.join()).toContain('The account is not yours.');
    expect(await logOf(admin, player.accountId)).toEqual([
      {
        operator: 'ravi',
        act: 'withdrawals refuse',
        accountId: player.accountId,
        subject: id,
        reason: 'The account is not yours.',
        result: { state: 'refused', amountMinor: 2500_00, currencyCode: 'INR' },
      },
    ]);
    expect((await checkLedger(platform.deps.database)).findings).toEqual([]);
  });

  it('are possible only after the identity is approved, because the player cannot request a withdrawal earlier', async () => {
    const player = await fundedPlayer(platform, { funds, account: { emailVerifiedAt: now } });
    const withdraw = async () =>
      (await player.call('cashier/withdraw', { amount: 500_00, idempotencyKey: randomUUID() })).body
        .firstCode;
    expect(await withdraw()).toBe('10606');
    const refusal = await admin(
      'players',
      'identity',
      player.accountId,
      'refuse',
      '--reason',
      'Not readable.',
    );
    expect(refusal.code).toBe(0);
    expect(await withdraw()).toBe('10606');
    expect((await admin('players', 'identity', player.accountId, 'approve')).code).toBe(0);
    expect((await admin('players', 'identity', player.accountId, 'approve')).code).toBe(1);
    await addBankAccount(player);
    expect(await withdraw()).toBe('10000');
    const { body } = await player.call('notifications/list', { tab: 'system' });
    expect(body.success && body.data.notifications.map(({ title }) => title).toSorted()).toEqual([
      'Bank account added',
      'Identity confirmed',
      'Identity not confirmed',
    ]);
  });
});

const mixedFunds = { deposit: 100_00, winnings: 250_50, 'casino-bonus': 50_00 };

function purse(player: FundedPlayer) {
  return Promise.all(
    (['deposit', 'winnings', 'casino-bonus', 'held'] as const).map((bucket) => player.holds(bucket)),
  );
}

function open(player: FundedPlayer, ...more: string[]) {
  return admin('withdrawals', 'open', player.accountId, '--reason', 'By letter.', ...more);
}

it.each(['exclude', 'suspend'])(
  '`withdrawals open` withdraws all cash of a blocked player once (%s)',
  async (stop) => {
    const player = await fundedPlayer(platform, { funds: mixedFunds });
    expect((await open(player)).err).toContain('is active and can request withdrawals');
    await admin('players', stop, player.accountId, '--reason', 'Own wish');
    expect((await open(player)).err).toContain('is not approved');
    expect(await purse(player)).toEqual([100_00, 250_50, 50_00, 0]);
    await admin('players', 'identity', player.accountId, 'approve');
    expect((await open(player, '--dry-run')).code).toBe(0);
    // Only one of the three commands succeeds. The minimum amount for players' requests does not apply to this command.
    const ran = await Promise.all([open(player, '--json'), open(player, '--json'), open(player, '--json')]);
    const done = ran.filter(({ code }) => code === 0);
    expect([done.length, ran.find(({ code }) => code !== 0)?.err]).toEqual([
      1,
      expect.stringContaining('has no money to withdraw'),
    ]);
    expect(await purse(player)).toEqual([0, 0, 50_00, 350_50]);
    const { withdrawalId } = z.object({ withdrawalId: z.string() }).parse(JSON.parse(done[0]?.out ?? ''));
    expect((await admin('log', '--player', player.accountId)).out).toContain(withdrawalId);
    expect((await admin('withdrawals', 'approve', withdrawalId)).out).toContain(
      'It has no bank account: pay it by hand',
    );
    expect((await admin('withdrawals', 'unpaid')).out).toContain(
      `${withdrawalId}  ${now.toISOString()}  approved`,
    );
    const paid = ['withdrawals', 'paid', withdrawalId, '--reason', 'By cheque 17'];
    expect((await admin(...paid)).out).toContain('Paid: INR 350.50 has left the wallet.');
    expect(await admin(...paid)).toMatchObject({ code: 1, err: expect.stringContaining('is paid') });
    expect(await purse(player)).toEqual([0, 0, 50_00, 0]);
    expect((await checkLedger(platform.deps.database)).findings).toEqual([]);
  },
);

it('`withdrawals open` excludes money that another withdrawal has reserved', async () => {
  const player = await fundedPlayer(platform, {
    funds: { deposit: 1000_00 },
    account: { emailVerifiedAt: now, kycState: 'approved' },
  });
  await player.call('cashier/withdraw', { amount: 600_00, idempotencyKey: randomUUID() });
  await admin('players', 'exclude', player.accountId, '--reason', 'Own wish');
  expect((await open(player)).out).toContain('INR 400.00');
  expect(await purse(player)).toEqual([0, 0, 0, 1000_00]);
});

it('`withdrawals owed` lists money that a blocked player still has in the wallet', async () => {
  const player = await fundedPlayer(platform, { funds: { 'casino-bonus': 50_00 } });
  const { accountId } = player;
  const listed = async () =>
    z
      .array(z.looseObject({ accountId: z.string() }))
      .parse(JSON.parse((await admin('withdrawals', 'owed', '--json')).out))
      .find((row) => row.accountId === accountId);
  await fund(platform, accountId, 'winnings', 300_00);
  expect(await listed()).toBeUndefined();
  await admin('players', 'exclude', accountId, '--reason', 'Own wish');
  await fund(platform, accountId, 'deposit', 100_00);
  expect(await listed()).toMatchObject({
    status: 'excluded',
    kycState: 'none',
    cashMinor: 400_00,
    depositsMinor: 100_00,
  });
  // The withdrawal needs no identity check, because deposits are returned to the account that they came from.
  const ran = await open(player, '--deposits', '--approve', '--json');
  const { withdrawalId } = z.object({ withdrawalId: z.string() }).parse(JSON.parse(ran.out));
  expect((await admin('withdrawals', 'paid', withdrawalId, '--reason', 'Refunded')).code).toBe(0);
  expect(await wallet(player)).toEqual([300_00, 0, 0]);
  expect((await open(player, '--deposits')).err).toContain('has no money to withdraw');
  await admin('players', 'identity', accountId, 'approve');
  expect((await open(player)).code).toBe(0);
  expect(await listed()).toBeUndefined();
});
