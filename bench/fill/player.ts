import { randomUUID } from 'node:crypto';
import { referralCode } from '../../platform/accounts/signup.ts';
import { accounts } from '../../platform/accounts/tables.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Transfer } from '../../platform/wallet/transfer.ts';

export interface BenchPlayer {
  accountId: string;
  token: string;
}

/** Returns a transfer that adds money to a player's deposit. */
export const depositTo = (accountId: string, key: string, amountMinor: number): Transfer => ({
  key,
  kind: 'correction',
  currencyCode: 'INR',
  reference: {},
  sides: [
    { owner: `player:${accountId}`, bucket: 'deposit', amountMinor },
    { owner: 'house', bucket: 'corrections', amountMinor: -amountMinor },
  ],
});

/** Creates a player with an open session and money in the deposit. */
export async function createPlayer(
  { database, ledger, sessions, clock }: Deps,
  depositMinor: number,
): Promise<BenchPlayer> {
  const accountId = randomUUID();
  const username = `holder-${accountId.slice(0, 13)}`;
  await database.db.insert(accounts).values({
    accountId,
    username,
    usernameKey: username,
    passwordHash: 'no password has this hash',
    currencyCode: 'INR',
    language: 'en',
    avatarImage: 'avatar-01',
    referralCode: referralCode(),
    createdAt: clock.now(),
  });
  await ledger.post(depositTo(accountId, `bench:${accountId}:0`, depositMinor));
  return { accountId, token: await sessions.open(accountId) };
}
