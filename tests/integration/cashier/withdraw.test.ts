import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLedger } from '../../../platform/wallet/check.ts';
import type { CallRequest } from '../../../shared/contract/calls.ts';
import type { Withdrawal } from '../../../shared/contract/cashier.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { type FundedPlayer, type FundedPlayerOptions, fundedPlayer } from '../../helpers/funded-player.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';

const now = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ now, catalogue: gamesOf('jaldi') });
});
afterAll(() => platform?.stop());

const known = { emailVerifiedAt: now, kycState: 'approved' } as const;
const funds = { deposit: 1000_00, winnings: 2000_00, 'casino-bonus': 9000_00 };

function playerWith(change: FundedPlayerOptions['account'] = {}) {
  return fundedPlayer(platform, { funds, account: { ...known, ...change } });
}

type Request = CallRequest<'cashier/withdraw'>;

function request(amount: number, idempotencyKey: string = randomUUID()): Request {
  return {
    amount,
    idempotencyKey,
  };
}

async function code(player: FundedPlayer, amount: number) {
  return (await player.call('cashier/withdraw', request(amount))).body.firstCode;
}

async function withdraw(player: FundedPlayer, asked: Request): Promise<Withdrawal> {
  const { body } = await player.call('cashier/withdraw', asked);
  if (!body.success) throw new Error(`refused: ${JSON.stringify(body)}`);
  return body.data;
}

async function held(player: FundedPlayer) {
  return [await player.holds('winnings'), await player.holds('deposit'), await player.holds('held')];
}

const untouched = [2000_00, 1000_00, 0];

function decide(withdrawalId: string, decision: 'approved' | 'refused', reason: string | null = null) {
  return platform.deps.database.db.transaction((tx) =>
    platform.deps.cashier.decide({ withdrawalId, decision, by: 'an operator', reason }, tx),
  );
}

async function isClean() {
  return expect((await checkLedger(platform.deps.database)).findings).toEqual([]);
}

describe('withdrawal', () => {
  it('reserves winnings first, then deposits, and never bonuses', async () => {
    const player = await playerWith();
    expect(await withdraw(player, request(2500_00))).toEqual({
      withdrawalId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      providerId: 'sandbox',
      amount: 2500_00,
      currencyCode: 'INR',
      destination: '•••• 6789',
      state: 'requested',
      reason: null,
      declineReason: null,
      requestedAt: now.toISOString(),
      decidedAt: null,
      steps: [{ state: 'requested', at: now.toISOString() }],
    });
    expect(await held(player)).toEqual([0, 500_00, 2500_00]);
    const { body } = await player.call('wallet', {});
    expect(body.success && [body.data.heldBalance, body.data.withdrawableBalance]).toEqual([2500_00, 500_00]);
    const open = await platform.deps.cashier.openWithdrawals();
    expect(open.map(({ accountId }) => accountId)).toContain(player.accountId);
    await isClean();
  });

  it('is decided once, and the money stays held after an approval', async () => {
    const player = await playerWith();
    const { withdrawalId } = await withdraw(player, request(2500_00));
    const decisions = await Promise.all([
      decide(withdrawalId, 'approved'),
      decide(withdrawalId, 'approved'),
      decide(withdrawalId, 'refused', 'Too late'),
      decide(withdrawalId, 'approved'),
    ]);
    expect(decisions.filter((decision) => decision === 'decided before')).toHaveLength(3);
    const [row] = await queryDatabase(
      platform.databaseUrl,
      'select state, decided_by from withdrawals where withdrawal_id = $1',
      [withdrawalId],
    );
    expect(row?.['decided_by']).toBe('an operator');
    expect(await held(player)).toEqual(row?.['state'] === 'approved' ? [0, 500_00, 2500_00] : untouched);
    await isClean();
  });

  it('restores the balances when it is refused', async () => {
    const player = await playerWith();
    const asked = request(2500_00);
    const { withdrawalId } = await withdraw(player, asked);
    expect(await decide(withdrawalId, 'refused', 'The bank account is not yours.')).toMatchObject({
      state: 'refused',
      reason: 'The bank account is not yours.',
    });
    expect(await held(player)).toEqual(untouched);
    // A repeated request returns the existing withdrawal with the operator's decision.
    expect(await withdraw(player, asked)).toMatchObject({ withdrawalId, state: 'refused' });
    expect(await held(player)).toEqual(untouched);
    await isClean();
  });

  it('cannot be decided if its id is unknown', async () => {
    expect(await decide(randomUUID(), 'approved')).toBe('unknown');
  });

  it('reserves the money once, even if the request is sent 200 times', async () => {
    const player = await playerWith();
    const asked = request(1500_00);
    const all = await Promise.all(Array.from({ length: 200 }, () => withdraw(player, asked)));
    expect(new Set(all.map(({ withdrawalId }) => withdrawalId)).size).toBe(1);
    expect(await held(player)).toEqual([500_00, 1000_00, 1500_00]);
    const { body } = await player.call('cashier/withdraw', { ...asked, amount: 1500_01 });
    expect(body).toMatchObject({ firstCode: '10400', data: { fields: { idempotencyKey: 'field.wrong' } } });
  });

  it('never reserves more than the balance, even with concurrent requests', async () => {
    const player = await playerWith();
    const answers = await Promise.all(Array.from({ length: 12 }, () => code(player, 1000_00)));
    expect(answers.toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => '10000'),
      ...Array.from({ length: 9 }, () => '10601'),
    ]);
    expect(await held(player)).toEqual([0, 0, 3000_00]);
    await isClean();
  });

  it('is either completed or rejected if a logout runs concurrently', async () => {
    for (let round = 0; round < 10; round++) {
      const player = await playerWith();
      const [withdrawal] = await Promise.all([
        player.call('cashier/withdraw', request(1000_00)),
        platform.deps.sessions.close((await tokenHashOf(player)) ?? ''),
      ]);
      const isMade = withdrawal.body.success;
      expect(withdrawal.body.firstCode).toBe(isMade ? '10000' : '15107');
      expect(await player.holds('held')).toBe(isMade ? 1000_00 : 0);
      expect(await code(player, 1000_00)).toBe('15107');
    }
  });
});

async function tokenHashOf({ accountId }: FundedPlayer): Promise<string | undefined> {
  const [row] = await queryDatabase<{ token_hash: string }>(
    platform.databaseUrl,
    'select token_hash from sessions where account_id = $1',
    [accountId],
  );
  return row?.token_hash;
}

describe('cashier/withdraw', () => {
  const refusals: [string, FundedPlayerOptions['account'], number, string][] = [
    ['before mail or mobile is verified', { emailVerifiedAt: null }, 1000_00, '10605'],
    ['before the identity is approved', { kycState: 'pending' }, 1000_00, '10606'],
    ['after the identity was refused', { kycState: 'refused' }, 1000_00, '10606'],
    ['for a suspended player', { status: 'suspended' }, 1000_00, '10604'],
    ['below the minimum', {}, 499_99, '10602'],
    ['above the maximum', {}, 1_000_000_01, '10602'],
    ['above the balance', {}, 3000_01, '10601'],
  ];
  it.each(refusals)('rejects a withdrawal %s', async (_what, account, amount, firstCode) => {
    const player = await playerWith(account);
    expect(await code(player, amount)).toBe(firstCode);
    expect(await held(player)).toEqual(untouched);
  });

  it('rejects a visitor', async () => {
    const { status, body } = await platform.call('cashier/withdraw', request(1000_00));
    expect([status, body.firstCode]).toEqual([401, '15107']);
  });

  it('rejects the account id of another player and other hostile values with 10400', async () => {
    const player = await playerWith();
    for (const change of [
      { accountId: randomUUID() },
      { amount: -1000_00 },
      { amount: 1e300 },
      { providerId: '\u0000' },
    ]) {
      const { status, body } = await player.call('cashier/withdraw', { ...request(1000_00), ...change });
      expect([status, body.firstCode]).toEqual([400, '10400']);
    }
    expect(await held(player)).toEqual(untouched);
  });
});

it('a player can withdraw if only the mobile number is verified', async () => {
  const player = await playerWith({ emailVerifiedAt: null, mobileVerifiedAt: now });
  expect(await code(player, 1000_00)).toBe('10000');
});
