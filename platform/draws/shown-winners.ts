import { and, eq, inArray } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';
import type { Queryable } from '../db/database.ts';
import { playerAlias } from './player-alias.ts';
import type { TopWin } from './tables.ts';

/** The holder of a winning line: a seeded (simulated) player or an account. */
interface Holder {
  playerNo: number | null;
  accountId: string | null;
}

/** Returns the usernames of the holders who agreed to appear in lists of winners, by account id. */
export async function agreedAccounts(
  on: Queryable,
  holders: readonly { accountId?: string | null }[],
): Promise<Map<string, string>> {
  const ids = [...new Set(holders.flatMap(({ accountId }) => accountId ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await on
    .select({ accountId: accounts.accountId, username: accounts.username })
    .from(accounts)
    .where(and(inArray(accounts.accountId, ids), eq(accounts.showInWinners, true)));
  return new Map(rows.map(({ accountId, username }) => [accountId, username]));
}

/**
 * Returns the fields by which a stored win identifies its player, or null if the player has not agreed to appear in
 * lists of winners.
 */
export function shownPlayer(
  { playerNo, accountId }: Holder,
  isAgreed: (accountId: string) => boolean,
): Pick<TopWin, 'playerNo' | 'accountId'> | null {
  if (playerNo !== null) return { playerNo };
  return accountId !== null && isAgreed(accountId) ? { playerNo: null, accountId } : null;
}

/** Returns a masked username such as "A•••", which reveals only the first letter of the name. */
function maskedUsername(username: string): string {
  return `${username.charAt(0).toUpperCase()}•••`;
}

/** Returns the alias of a win's player, or null if the player no longer agrees to appear. */
export function aliasOf(
  { playerNo, accountId }: Pick<TopWin, 'playerNo' | 'accountId'>,
  agreed: ReadonlyMap<string, string>,
): string | null {
  if (playerNo !== null) return playerAlias(playerNo);
  const username = agreed.get(accountId ?? '');
  return username === undefined ? null : maskedUsername(username);
}
