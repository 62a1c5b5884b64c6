import { randomUUID } from 'node:crypto';
import { anyAvatar } from '../accounts/avatars.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { findByUsername, findTaken, usernameKeyOf } from '../accounts/repository.ts';
import { referralCode } from '../accounts/signup.ts';
import { accounts } from '../accounts/tables.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import type { Player } from '../http/caller.ts';

export const demoUsername = 'demo';
/** RFC 2606: nobody's, so that nobody gets its mails. */
export const demoEmail = 'demo@lotto.example';
/** Ofcom keeps +44 7700 900000 to 900999 for films and plays: nobody's as well. */
const mobile = '+447700900123';

/** Who the demo player is; the account is made later. */
export function demoPlayer(): Player {
  return {
    accountId: randomUUID(),
    username: demoUsername,
    currencyCode: 'INR',
    language: 'en',
    status: 'active',
  };
}

/** Whether name, mail or mobile are somebody's already. */
export async function isDemoTaken(on: Queryable): Promise<boolean> {
  return (await findTaken(on, { username: demoUsername, email: demoEmail, mobile })) !== null;
}

export async function insertDemoAccount(
  tx: Transaction,
  { accountId, username, currencyCode, language }: Player,
  passwordHash: string,
  createdAt: Date,
): Promise<void> {
  // A little later, as it takes to read a mail.
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

/** Whether the demo player can log in with this password: an operator may have changed or removed it. */
export async function isDemoOpen(
  on: Queryable,
  passwords: Pick<Passwords, 'matches'>,
  password: string,
): Promise<boolean> {
  const account = await findByUsername(on, demoUsername);
  if (account?.status !== 'active' || account.email !== demoEmail) return false;
  return passwords.matches(account.passwordHash, password);
}
