import { and, eq, gt, lte, ne } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import type { Recipient } from '../otp/service.ts';
import { pendingContacts } from './tables.ts';

/** Time within which a player must verify a new contact. After this time, the contact is discarded. */
const pendingMs = 86_400_000;

function oldest(now: Date): Date {
  return new Date(now.getTime() - pendingMs);
}

function isOf(accountId: string, channel: Recipient['channel']) {
  return and(eq(pendingContacts.accountId, accountId), eq(pendingContacts.channel, channel));
}

function isContact({ channel, address }: Recipient) {
  return and(eq(pendingContacts.channel, channel), eq(pendingContacts.address, address));
}

/** Returns the contacts that a player has entered for an account but not verified yet. */
export async function findPending(on: Queryable, accountId: string, now: Date): Promise<Recipient[]> {
  return on
    .select({ channel: pendingContacts.channel, address: pendingContacts.address })
    .from(pendingContacts)
    .where(and(eq(pendingContacts.accountId, accountId), gt(pendingContacts.requestedAt, oldest(now))));
}

/** Stores a new, unverified contact. It replaces an earlier unverified contact of the same channel (mail or SMS). */
export async function putPending(
  on: Queryable,
  accountId: string,
  { channel, address }: Recipient,
  now: Date,
): Promise<void> {
  await on
    .insert(pendingContacts)
    .values({ accountId, channel, address, requestedAt: now })
    .onConflictDoUpdate({
      target: [pendingContacts.accountId, pendingContacts.channel],
      set: { address, requestedAt: now },
    });
}

/**
 * Deletes a contact from the account's unverified contacts, because the player has verified it. Returns false if the
 * account has no such unverified contact.
 */
export async function takePending(
  on: Queryable,
  accountId: string,
  recipient: Recipient,
  now: Date,
): Promise<boolean> {
  const taken = await on
    .delete(pendingContacts)
    .where(
      and(
        eq(pendingContacts.accountId, accountId),
        isContact(recipient),
        gt(pendingContacts.requestedAt, oldest(now)),
      ),
    )
    .returning({ accountId: pendingContacts.accountId });
  return taken.length === 1;
}

/** Deletes the unverified contact of one channel (mail or SMS), or of both channels if `channel` is undefined. */
export async function dropPending(
  on: Queryable,
  accountId: string,
  channel?: Recipient['channel'],
): Promise<void> {
  await on
    .delete(pendingContacts)
    .where(channel === undefined ? eq(pendingContacts.accountId, accountId) : isOf(accountId, channel));
}

/**
 * Deletes a contact from the unverified contacts of all other accounts, because the given account has verified this
 * contact.
 */
export async function dropPendingElsewhere(
  on: Queryable,
  accountId: string,
  recipient: Recipient,
): Promise<void> {
  await on.delete(pendingContacts).where(and(isContact(recipient), ne(pendingContacts.accountId, accountId)));
}

export async function sweepPending(on: Queryable, now: Date): Promise<void> {
  await on.delete(pendingContacts).where(lte(pendingContacts.requestedAt, oldest(now)));
}
