import { randomUUID } from 'node:crypto';
import { accounts } from '../../platform/accounts/tables.ts';
import { destinations } from '../../platform/cashier/tables.ts';
import { type PlayerBucket, playerBuckets } from '../../platform/wallet/transfer.ts';
import type { CallName, CallRequest, CallResponse } from '../../shared/contract/calls.ts';
import type { Answer } from '../../shared/contract/envelope.ts';
import type { TestPlatform } from './platform.ts';

export interface FundedPlayer {
  accountId: string;
  token: string;
  /** Makes a call with the player's session. */
  call<N extends CallName>(
    name: N,
    data: CallRequest<N>,
  ): Promise<{ status: number; body: Answer<CallResponse<N>> }>;
  /** Returns the balance of one bucket of the player's wallet, in minor units. */
  holds(bucket: PlayerBucket, currencyCode?: string): Promise<number>;
}

export interface FundedPlayerOptions {
  /** Initial balances by wallet bucket, in minor units. */
  funds?: Partial<Record<PlayerBucket, number>>;
  /** Values for columns of the account. They replace the defaults of `fundedPlayer`. */
  account?: Partial<typeof accounts.$inferInsert>;
}

let made = 0;

/** Returns a player's bank account, to which the sandbox payment provider can pay withdrawals. */
function destinationOf(accountId: string, addedAt: Date): typeof destinations.$inferInsert {
  const destinationId = randomUUID();
  return {
    destinationId,
    accountId,
    idempotencyKey: destinationId,
    providerId: 'sandbox',
    currencyCode: 'INR',
    token: `sandbox_${destinationId}`,
    label: '•••• 6789',
    addedAt,
  };
}

/** Adds an amount to one bucket of a player's wallet by a correction in the ledger. */
export const fund = async (
  { deps }: TestPlatform,
  accountId: string,
  bucket: PlayerBucket,
  amountMinor: number,
  currencyCode = 'INR',
): Promise<void> => {
  await deps.ledger.post({
    key: `test:${randomUUID()}`,
    kind: 'correction',
    currencyCode,
    reference: {},
    sides: [
      { owner: `player:${accountId}`, bucket, amountMinor },
      { owner: 'house', bucket: 'corrections', amountMinor: -amountMinor },
    ],
  });
};

/**
 * Creates a player with an open session and money. The player is written directly to the database, without a signup or
 * a deposit. A player whose identity is approved has a bank account for withdrawals.
 */
export const fundedPlayer = async (
  platform: TestPlatform,
  { funds = {}, account = {} }: FundedPlayerOptions = {},
): Promise<FundedPlayer> => {
  const { deps } = platform;
  const accountId = randomUUID();
  const username = `Player${++made}x${accountId.slice(0, 6)}`;
  await deps.database.db.insert(accounts).values({
    accountId,
    username,
    usernameKey: username.toLowerCase(),
    passwordHash: 'nobody knows',
    currencyCode: 'INR',
    language: 'en',
    avatarImage: 'avatar-01',
    referralCode: accountId.slice(0, 8),
    createdAt: deps.clock.now(),
    ...account,
  });
  const currencyCode = account.currencyCode ?? 'INR';
  for (const bucket of playerBuckets) {
    const amountMinor = funds[bucket] ?? 0;
    const counted = bucket === 'loyalty' ? 'PTS' : currencyCode;
    if (amountMinor > 0) await fund(platform, accountId, bucket, amountMinor, counted);
  }
  if (account.kycState === 'approved')
    await deps.database.db.insert(destinations).values(destinationOf(accountId, deps.clock.now()));
  const token = await deps.sessions.open(accountId);
  return {
    accountId,
    token,
    call: (name, data) => platform.call(name, data, { headers: { authorization: `Bearer ${token}` } }),
    holds: async (bucket, currency = currencyCode) =>
      (await deps.ledger.balances(`player:${accountId}`, currency)).get(bucket) ?? 0,
  };
};
