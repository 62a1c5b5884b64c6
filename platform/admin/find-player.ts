import { eq } from 'drizzle-orm';
import { type Account, usernameKeyOf } from '../accounts/repository.ts';
import { accounts } from '../accounts/tables.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { rejectCommand } from './failure.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuid.test(text);
}

function isNamed(who: string) {
  if (isUuid(who)) return eq(accounts.accountId, who.toLowerCase());
  if (who.includes('@')) return eq(accounts.emailKey, who.toLowerCase());
  if (who.startsWith('+')) return eq(accounts.mobile, who);
  return eq(accounts.usernameKey, usernameKeyOf(who));
}

/**
 * Finds an account by username, mail address, mobile number with country code, or id. A deleted account can only be
 * found by its id.
 * @throws AdminFailure if no account matches
 */
export async function findPlayer(on: Queryable, who: string): Promise<Account> {
  const [found] = await on.select().from(accounts).where(isNamed(who));
  return found ?? rejectCommand(`unknown player: ${who}`);
}

/**
 * Finds an account and locks it until the transaction ends, so that the player's purchases, withdrawals and logins
 * wait.
 * @throws AdminFailure if no account matches or the account is deleted
 */
export async function holdPlayer(tx: Transaction, who: string): Promise<Account> {
  const [found] = await tx.select().from(accounts).where(isNamed(who)).for('no key update');
  if (!found) return rejectCommand(`unknown player: ${who}`);
  if (found.status === 'deleted') return rejectCommand(`${found.accountId} is deleted and cannot be changed`);
  return found;
}
