import { eq } from 'drizzle-orm';
import { type Account, usernameKeyOf } from '../accounts/repository.ts';
import { accounts } from '../accounts/tables.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { refuse } from './failure.ts';

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
 * The account of a name, a mail address, a mobile with its country's code, or an id; a deleted one has its id alone.
 * @throws AdminFailure where there is none
 */
export async function findPlayer(on: Queryable, who: string): Promise<Account> {
  const [found] = await on.select().from(accounts).where(isNamed(who));
  return found ?? refuse(`there is no player ${who}`);
}

/**
 * The same, held until the transaction ends: purchases, withdrawals and logins of the player wait.
 * @throws AdminFailure also where the account is deleted
 */
export async function holdPlayer(tx: Transaction, who: string): Promise<Account> {
  const [found] = await tx.select().from(accounts).where(isNamed(who)).for('no key update');
  if (!found) return refuse(`there is no player ${who}`);
  if (found.status === 'deleted')
    return refuse(`${found.accountId} is deleted: nothing can be changed any more`);
  return found;
}
