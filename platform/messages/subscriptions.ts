import { createHmac } from 'node:crypto';
import { and, eq, inArray, isNotNull, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { accounts } from '../accounts/tables.ts';
import type { Queryable } from '../db/database.ts';
import { mayReceive, mayReceiveNotices } from '../limits/promotions.ts';
import type { Subscription } from './kinds.ts';
import { seal, unseal } from './seal.ts';

const wanting: Readonly<Record<Subscription, (now: Date) => SQL | undefined>> = {
  // Suspended and excluded players also receive mails about wins, because the prizes belong to them.
  wins: () => isNotNull(accounts.winMailsSince),
  promotions: (now) => and(accounts.wantsPromotions, mayReceive(now)),
  notices: (now) => and(accounts.wantsNoticeMails, mayReceiveNotices(now)),
};

/** Returns the condition for accounts that want the mails of a subscription and may receive them. */
export function wants(subscription: Subscription, now: Date): SQL | undefined {
  return wanting[subscription](now);
}

/** Returns those of the given accounts that want the mails of a subscription and may receive them. */
export async function accountsWanting(
  on: Queryable,
  subscription: Subscription,
  accountIds: readonly string[],
  now: Date,
): Promise<Set<string>> {
  if (accountIds.length === 0) return new Set();
  const rows = await on
    .select({ accountId: accounts.accountId })
    .from(accounts)
    .where(and(inArray(accounts.accountId, [...accountIds]), wants(subscription, now)));
  return new Set(rows.map(({ accountId }) => accountId));
}

const off = {
  wins: { winMailsSince: null },
  promotions: { wantsPromotions: false },
  notices: { wantsNoticeMails: false },
} as const satisfies Record<Subscription, object>;

/** Ends a subscription of an account. A repetition has no effect. */
export async function endSubscription(on: Queryable, { subscription, accountId }: Subscribed): Promise<void> {
  await on.update(accounts).set(off[subscription]).where(eq(accounts.accountId, accountId));
}

const Subscribed = z.object({ subscription: z.enum(['wins', 'promotions', 'notices']), accountId: z.uuid() });
export type Subscribed = z.infer<typeof Subscribed>;

/**
 * Creates and reads the tokens of links that end a subscription. A token is encrypted. It reveals nothing about the
 * player, and clients cannot make a token for another player.
 * @param keyNow returns a key of 32 bytes that never changes, because players may follow a link years later
 */
export function createUnsubscribeTokens(keyNow: () => Buffer) {
  const key = () => createHmac('sha256', keyNow()).update('unsubscribe').digest();
  return {
    write: ({ subscription, accountId }: Subscribed): string =>
      seal(key(), JSON.stringify({ subscription, accountId })),
    /** Returns null for a token that this platform did not write. */
    read(token: string): Subscribed | null {
      try {
        return Subscribed.parse(JSON.parse(unseal(key(), token)));
      } catch {
        return null;
      }
    },
  };
}

export type UnsubscribeTokens = ReturnType<typeof createUnsubscribeTokens>;
