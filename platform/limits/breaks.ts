import { eq, lte, sql } from 'drizzle-orm';
import { codes } from '../../shared/contract/codes.ts';
import type { WantedContacts } from '../accounts/context.ts';
import { type Account, statusAt, type TakenCode } from '../accounts/repository.ts';
import type { Sessions } from '../accounts/sessions.ts';
import { accounts } from '../accounts/tables.ts';
import type { Fingerprints } from '../campaigns/person.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import type { Announcements } from './announcements.ts';
import { excludedPersons } from './tables.ts';

/**
 * Begins a time-out, unless a longer one is running. The update waits for a purchase in progress, because the purchase
 * has locked the account's row.
 * @returns the end of the time-out that is in force now
 */
export async function beginTimeOut(tx: Transaction, accountId: string, until: Date): Promise<Date> {
  const asked = sql`${until.toISOString()}::timestamptz`;
  const [row] = await tx
    .update(accounts)
    .set({ timedOutUntil: sql`greatest(${accounts.timedOutUntil}, ${asked})` })
    .where(eq(accounts.accountId, accountId))
    .returning({ until: accounts.timedOutUntil });
  return row?.until ?? until;
}

/** Returns the later end of two exclusions. Null means that an exclusion has no end. */
export function laterEnd(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return null;
  return one > other ? one : other;
}

type Contacts = { email: string | null; mobile: string | null };

function hashesOf(fingerprints: Fingerprints, { email, mobile }: Contacts): string[] {
  return [
    ...(email === null ? [] : [fingerprints.ofPerson({ email, mobile: null })]),
    ...(mobile === null ? [] : [fingerprints.ofPerson({ email: null, mobile })]),
  ];
}

export interface ExclusionDeps {
  sessions: Sessions;
  fingerprints: Fingerprints;
  announcements: Pick<Announcements, 'excluded'>;
}

/**
 * Excludes a player and closes all their sessions. The caller has locked the account. The account is updated first, so
 * that a concurrent login cannot open another session.
 */
async function beginExclusion(
  tx: Transaction,
  { sessions, fingerprints }: ExclusionDeps,
  account: Contacts & { accountId: string },
  until: Date | null,
): Promise<void> {
  const { accountId } = account;
  await tx
    .update(accounts)
    .set({ status: 'excluded', statusUntil: until })
    .where(eq(accounts.accountId, accountId));
  await sessions.closeAll(accountId, tx);
  const persons = hashesOf(fingerprints, account).map((personHash) => ({
    personHash,
    accountId,
    endsAt: until,
  }));
  if (persons.length > 0) await tx.insert(excludedPersons).values(persons).onConflictDoNothing();
  // Update all hashes of this account. An earlier exclusion may have stored hashes of contacts that the account has
  // changed since.
  await tx.update(excludedPersons).set({ endsAt: until }).where(eq(excludedPersons.accountId, accountId));
}

/**
 * Excludes a person: the account, and the person's other accounts. If another account is already excluded for longer,
 * its exclusion is not shortened. Other accounts that are suspended stay suspended, because a suspension also stops
 * withdrawals. The caller has locked all accounts.
 * @returns the person's other accounts that are excluded now, with the end of each exclusion
 */
export async function excludePerson(
  tx: Transaction,
  deps: ExclusionDeps,
  { account, others }: { account: Account; others: readonly Account[] },
  until: Date | null,
  now: Date,
): Promise<{ account: Account; until: Date | null }[]> {
  const also = others
    .filter((one) => statusAt(one, now) !== 'suspended')
    .map((one) => ({
      account: one,
      until: statusAt(one, now) === 'excluded' ? laterEnd(one.statusUntil, until) : until,
    }));
  for (const one of [{ account, until }, ...also]) {
    const { accountId } = one.account;
    await beginExclusion(tx, deps, one.account, one.until);
    await deps.announcements.excluded(tx, { accountId, endsAt: one.until });
  }
  return also;
}

/** Deletes the hashed contacts of exclusions that have ended. */
export async function sweepExclusions(db: Queryable, now: Date): Promise<void> {
  await db.delete(excludedPersons).where(lte(excludedPersons.endsAt, now));
}

/**
 * Returns an error code if a contact belongs to an excluded player, even if the mailbox is spelled differently. The
 * code says that the contact is in use, because strangers must not learn of an exclusion.
 * @param contacts `accountId` is the account that wants the contact. An exclusion of this account does not count.
 */
export async function findExcludedContact(
  on: Queryable,
  fingerprints: Fingerprints,
  { email, mobile, accountId }: WantedContacts,
  now: Date,
): Promise<TakenCode | null> {
  const isExcluded = async (contacts: Contacts): Promise<boolean> => {
    const [personHash] = hashesOf(fingerprints, contacts);
    if (personHash === undefined) return false;
    const { rows } = await on.execute(sql`
      select from ${excludedPersons} where ${excludedPersons.personHash} = ${personHash}
        and ${excludedPersons.accountId} is distinct from ${accountId ?? null}::uuid
        and (${excludedPersons.endsAt} is null or ${excludedPersons.endsAt} > ${now.toISOString()}::timestamptz)
      limit 1`);
    return rows.length > 0;
  };
  if (await isExcluded({ email: email ?? null, mobile: null })) return codes.emailInUse;
  return (await isExcluded({ email: null, mobile: mobile ?? null })) ? codes.mobileInUse : null;
}
