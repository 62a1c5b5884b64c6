import { randomUUID } from 'node:crypto';
import { anyAvatar } from '../accounts/avatars.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { findByUsername, findTaken, usernameKeyOf } from '../accounts/repository.ts';
import { referralCode } from '../accounts/signup.ts';
import { accounts } from '../accounts/tables.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import type { Player } from '../http/caller.ts';

export const demoUsername = 'demo';
/** An address in a reserved domain (RFC 2606), so that nobody receives mails to this address. */
export const demoEmail = 'demo@lotto.example';
/** A number that no subscriber has: Ofcom reserves +44 7700 900000 to 900999 for use in films and drama. */
const mobile = '+447700900123';

export function newDemoPlayer(): Player {
  return {
    accountId: randomUUID(),
    username: demoUsername,
    currencyCode: 'INR',
    language: 'en',
    status: 'active',
  };
}

/**
 * Returns the friend whom the demo player invited. The friend's mail address is in the same reserved domain as the demo
 * player's address.
 */
export function newFriend(): Player {
  return { ...newDemoPlayer(), username: 'demofriend' };
}

/**
 * Creates the account of the demo player's friend.
 * @returns false if the account already exists
 */
export async function insertFriend(
  tx: Transaction,
  { accountId, username, currencyCode, language }: Player,
  passwordHash: string,
  createdAt: Date,
): Promise<boolean> {
  const email = `${username}@lotto.example`;
  const inserted = await tx
    .insert(accounts)
    .values({
      accountId,
      username,
      usernameKey: usernameKeyOf(username),
      passwordHash,
      email,
      emailKey: email,
      emailVerifiedAt: createdAt,
      countryId: 'IN',
      currencyCode,
      language,
      avatarImage: anyAvatar(),
      referralCode: referralCode(),
      createdAt,
    })
    .onConflictDoNothing()
    .returning({ accountId: accounts.accountId });
  return inserted.length > 0;
}

/** Whether an account with the demo player's username, mail address or mobile exists. */
export async function isDemoTaken(on: Queryable): Promise<boolean> {
  return (await findTaken(on, { username: demoUsername, email: demoEmail, mobile })) !== null;
}

export async function insertDemoAccount(
  tx: Transaction,
  { accountId, username, currencyCode, language }: Player,
  passwordHash: string,
  createdAt: Date,
): Promise<void> {
  // The verification is dated 90 s after the signup, which is a realistic time.
  const verifiedAt = new Date(createdAt.getTime() + 90_000);
  await tx.insert(accounts).values({
    accountId,
    username,
    usernameKey: usernameKeyOf(username),
    passwordHash,
    email: demoEmail,
    emailKey: demoEmail,
    emailVerifiedAt: verifiedAt,
    mobile,
    mobileVerifiedAt: verifiedAt,
    countryId: 'IN',
    stateId: 'IN-MH',
    currencyCode,
    language,
    avatarImage: anyAvatar(),
    firstName: 'Asha',
    lastName: 'Demo',
    birthDate: '1990-05-17',
    city: 'Mumbai',
    kycState: 'approved',
    referralCode: referralCode(),
    createdAt,
  });
}

/**
 * Whether the demo player can log in with this password. The operator may have changed the password or removed the
 * account.
 */
export async function isDemoOpen(
  on: Queryable,
  passwords: Pick<Passwords, 'matches'>,
  password: string,
): Promise<boolean> {
  const account = await findByUsername(on, demoUsername);
  if (account?.status !== 'active' || account.email !== demoEmail) return false;
  return passwords.matches(account.passwordHash, password);
}
