import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { stopWithCleanLedger } from '../../helpers/clean-ledger.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { type FundedPlayer, fundedPlayer } from '../../helpers/funded-player.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { mailsTo } from '../../helpers/outbox.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { dataOf } from '../../helpers/player-actions.ts';
import { amount, begin, eventOf, now, paymentsOf } from './sandbox.ts';

const dayMs = 86_400_000;
const logged: string[] = [];
let platform: TestPlatform;
let admin: ReturnType<typeof operatorOf>;
let payments: ReturnType<typeof paymentsOf>;
beforeAll(async () => {
  const logger = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  platform = await startPlatform({
    now,
    catalogue: gamesOf('jaldi'),
    logger,
    config: { siteUrl: 'https://lotto.example' },
  });
  admin = operatorOf(platform);
  payments = paymentsOf(platform);
});
beforeEach(() => platform.clock.set(now));
afterAll(() => stopWithCleanLedger(platform));

const wallet = async (player: FundedPlayer) => [await player.holds('deposit'), await player.holds('held')];

const Listed = z.array(
  z.object({ withdrawalId: z.string(), accountId: z.string(), sendsDepositBack: z.boolean() }),
);

/** Returns the withdrawal that waits for a decision. The player must have exactly one such withdrawal. */
async function waiting({ accountId }: FundedPlayer) {
  const listed = Listed.parse(JSON.parse((await admin('withdrawals', 'list', '--json')).out));
  const [found, ...more] = listed.filter((row) => row.accountId === accountId);
  if (!found || more.length > 0) throw new Error(`${more.length} more withdrawals`);
  return found;
}

const remove = ({ accountId }: FundedPlayer) => admin('players', 'delete', accountId, '--reason', 'Own wish');

describe('open deposit of a player to be deleted', () => {
  it('prevents the deletion while the deposit may still arrive', async () => {
    const player = await fundedPlayer(platform);
    const { paymentId } = await begin(player);
    platform.clock.advance(14 * dayMs - 1000);
    expect((await remove(player)).err).toContain(
      `a deposit begun in the last 14 days may still arrive: ${paymentId}`,
    );
    platform.clock.advance(1000);
    expect((await remove(player)).code).toBe(0);
  });

  it.each(['late', 'declined first'])('is logged and sent back after the deletion (%s)', async (how) => {
    const player = await fundedPlayer(platform);
    const begun = await begin(player);
    if (how === 'late') platform.clock.advance(14 * dayMs);
    else await payments.send(eventOf(begun, 'declined'));
    expect((await remove(player)).code).toBe(0);
    await payments.send(eventOf(begun, 'approved'), { at: platform.clock.now() });
    expect(await wallet(player)).toEqual([0, amount]);
    const { withdrawalId, sendsDepositBack } = await waiting(player);
    expect(sendsDepositBack).toBe(true);
    expect(logged.filter((line) => line.includes(begun.paymentId)).map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ withdrawalId, msg: 'a deposit arrived after its player was deleted' }),
    ]);
    await admin('withdrawals', 'approve', withdrawalId);
    await admin('withdrawals', 'paid', withdrawalId, '--reason', 'Refunded by the bank');
    expect(await wallet(player)).toEqual([0, 0]);
    const notified = await queryDatabase(
      platform.databaseUrl,
      'select kind from notifications where account_id = $1',
      [player.accountId],
    );
    expect(notified).toEqual([]);
  });
});

const why = ['--reason', 'As usual'] as const;

/** Creates a player with a confirmed mail address, and returns the player and the address. */
async function withMail(funds = {}, account = {}) {
  const email = `p${randomUUID().slice(0, 8)}@mail.example`;
  const player = await fundedPlayer(platform, {
    funds,
    account: { email, emailKey: email, emailVerifiedAt: now, ...account },
  });
  return { player, email };
}

it('a deposit above the limit is reported to the player when it is set aside and when it is sent back', async () => {
  const { player, email } = await withMail();
  const begun = await begin(player);
  await dataOf(player, 'limits/set', { kind: 'deposit', period: 'day', amount: amount - 1 });
  await payments.choose(begun, 'approved');
  await expect.poll(() => wallet(player)).toEqual([0, amount]);
  const { text } = await payments.page(begun);
  expect(text).toContain('The payment is approved.');
  expect(text).not.toContain('wallet');
  const { withdrawalId } = await waiting(player);
  await admin('withdrawals', 'approve', withdrawalId);
  platform.clock.advance(60_000);
  await admin('withdrawals', 'paid', withdrawalId, ...why);
  const { notifications } = await dataOf(player, 'notifications/list', { tab: 'transactions' });
  expect(notifications.map(({ title }) => title)).toEqual([
    'A deposit was sent back',
    'A deposit is sent back',
  ]);
  expect((await mailsTo(platform, email)).slice(1)).toEqual([
    ['Your deposit is sent back', '₹500 is sent back to you', '/my-accounts/withdrawals'],
    ['Your deposit was sent back', '₹500 was sent back to you', '/healthyplay'],
  ]);
});

describe('payout opened by an operator', () => {
  it('is reported to an excluded player as a payout that the player did not request', async () => {
    const { player, email } = await withMail({ winnings: 2000_00 }, { kycState: 'approved' });
    await admin('players', 'exclude', player.accountId, ...why);
    expect((await admin('withdrawals', 'open', player.accountId, ...why, '--approve')).code).toBe(0);
    await platform.deps.payouts.sendDue();
    await expect.poll(() => wallet(player)).toEqual([0, 0]);
    const subjects = async () => (await mailsTo(platform, email)).map(([subject, , page]) => [subject, page]);
    await expect.poll(subjects).toEqual([
      ['Your account is closed for play', '/healthyplay'],
      ['We are paying out your money', '/healthyplay'],
      ['Your withdrawal is paid', '/my-accounts/withdrawals'],
    ]);
  });

  it('is reported as a returned deposit if it contains only deposits', async () => {
    const { player, email } = await withMail({ deposit: 700_00 });
    await admin('players', 'suspend', player.accountId, ...why);
    await admin('withdrawals', 'open', player.accountId, ...why, '--deposits', '--approve');
    const [unpaid] = await queryDatabase<{ id: string }>(
      platform.databaseUrl,
      'select withdrawal_id as id from withdrawals where account_id = $1',
      [player.accountId],
    );
    expect((await admin('withdrawals', 'paid', unpaid?.id ?? '', ...why)).code).toBe(0);
    expect(await mailsTo(platform, email)).toEqual([
      ['We are paying out your money', 'We are paying out ₹700 to you', '/healthyplay'],
      ['Your deposit was sent back', '₹700 was sent back to you', '/healthyplay'],
    ]);
  });
});
