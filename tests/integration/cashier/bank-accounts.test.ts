import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallRequest } from '../../../shared/contract/calls.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { type FundedPlayer, fundedPlayer } from '../../helpers/funded-player.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { dataOf } from '../../helpers/player-actions.ts';
import { now } from './sandbox.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ now, catalogue: gamesOf('jaldi') });
});
afterAll(() => platform?.stop());

function verified() {
  return fundedPlayer(platform, {
    funds: { winnings: 2000_00 },
    account: { emailVerifiedAt: now, kycState: 'approved' },
  });
}

const account = { accountNumber: '0012 3456 789', bankCode: 'test0001234' };

function adding(change: Partial<CallRequest<'cashier/addDestination'>> = {}) {
  return { ...account, idempotencyKey: randomUUID(), ...change };
}

async function fieldsOf(player: FundedPlayer, change: Parameters<typeof adding>[0]) {
  const { body } = await player.call('cashier/addDestination', adding(change));
  return body.success ? [] : Object.keys(body.data?.fields ?? {});
}

async function codeOf(player: FundedPlayer) {
  return (await player.call('cashier/addDestination', adding())).body.firstCode;
}

const storeDestination = () => Promise.reject(new Error('connection refused'));

describe('bank account', () => {
  it('is added once for each idempotency key, and the account number is not stored', async () => {
    const player = await verified();
    const request = adding();
    const added = await Promise.all(
      Array.from({ length: 10 }, () => dataOf(player, 'cashier/addDestination', request)),
    );
    expect(new Set(added.map(({ destinationId }) => destinationId)).size).toBe(1);
    expect(added[0]).toMatchObject({ providerId: 'sandbox', label: '•••• 6789' });
    const { destinations } = await dataOf(player, 'cashier/getDestinations', {});
    expect(destinations).toHaveLength(2);
    const rows = await queryDatabase<{ text: string }>(
      platform.databaseUrl,
      'select destinations::text as text from destinations',
    );
    expect(rows.map(({ text }) => text).join()).not.toContain('123456789');
  });

  it('receives only withdrawals of the player who added it', async () => {
    const [player, other] = [await verified(), await verified()];
    const { destinationId } = await dataOf(player, 'cashier/addDestination', adding());
    const request = { amount: 1000_00, destination: destinationId, idempotencyKey: randomUUID() };
    const refused = await other.call('cashier/withdraw', request);
    expect(refused.body).toMatchObject({
      firstCode: '10400',
      data: { fields: { destination: 'field.wrong' } },
    });
    expect((await other.call('cashier/removeDestination', { destinationId })).body.firstCode).toBe('10711');
    await dataOf(player, 'cashier/withdraw', request);
    expect(await dataOf(player, 'cashier/removeDestination', { destinationId })).toEqual({});
    const again = await player.call('cashier/withdraw', { ...request, idempotencyKey: randomUUID() });
    expect(again.body.firstCode).toBe('10400');
    // A repetition of the first request gets the same answer as before, although the bank account is removed.
    expect((await dataOf(player, 'cashier/withdraw', request)).destination).toBe('•••• 6789');
  });

  it('is rejected if fields are invalid, and the response names each invalid field', async () => {
    const player = await verified();
    expect(await fieldsOf(player, { accountNumber: '12' })).toEqual(['accountNumber']);
    expect(await fieldsOf(player, { accountNumber: '1234567; drop' })).toEqual(['accountNumber']);
    expect(await fieldsOf(player, { bankCode: '' })).toEqual(['bankCode']);
    expect(await fieldsOf(player, { iban: 'NO9386011117947' })).toEqual(['iban']);
    // The platform accepts the format of this account number, but the provider rejects the number.
    expect(await fieldsOf(player, { accountNumber: '12340000' })).toEqual(['accountNumber']);
    expect(await fieldsOf(player, { providerId: 'bank' })).toEqual(['providerId']);
  });

  it('is refused if the contact or the identity is unverified, or if the player already has ten bank accounts', async () => {
    const unknown = { emailVerifiedAt: null, kycState: 'approved' } as const;
    expect(await codeOf(await fundedPlayer(platform, { account: unknown }))).toBe('10605');
    expect(await codeOf(await fundedPlayer(platform, { account: { emailVerifiedAt: now } }))).toBe('10606');
    const player = await verified();
    const codes = await Promise.all(Array.from({ length: 12 }, () => codeOf(player)));
    expect(codes.toSorted()).toEqual([
      ...Array.from({ length: 9 }, () => '10000'),
      ...Array.from({ length: 3 }, () => '10602'),
    ]);
  });

  it('is not stored while the provider is down, and the call returns 10614', async () => {
    const { sandbox } = platform.deps;
    if (!sandbox) throw new Error('no sandbox');
    const other = await startPlatform({
      now,
      beside: platform,
      catalogue: gamesOf('jaldi'),
      overrides: { paymentProviders: [{ ...sandbox, storeDestination }] },
    });
    try {
      const player = await verified();
      const answer = await other.call('cashier/addDestination', adding(), {
        headers: { authorization: `Bearer ${player.token}` },
      });
      expect(answer.body.firstCode).toBe('10614');
      expect((await dataOf(player, 'cashier/getDestinations', {})).destinations).toHaveLength(1);
    } finally {
      await other.stop();
    }
  });
});
