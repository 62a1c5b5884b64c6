import { and, eq, isNotNull, ne, or, sql } from 'drizzle-orm';
import { codes } from '../../shared/contract/codes.ts';
import { type Queryable, type Transaction, violatedConstraint } from '../db/database.ts';
import { Refusal } from '../http/refusal.ts';
import type { Recipient } from '../otp/service.ts';
import { isTrusted } from './contacts.ts';
import { type AccountStatus, accounts } from './tables.ts';

export type Account = typeof accounts.$inferSelect;
export type NewAccount = typeof accounts.$inferInsert;
export type TakenCode = typeof codes.usernameTaken | typeof codes.emailInUse | typeof codes.mobileInUse;

const takenBy: Readonly<Record<string, TakenCode>> = {
  accounts_username: codes.usernameTaken,
  accounts_email: codes.emailInUse,
  accounts_mobile: codes.mobileInUse,
};

/** Returns the error code for a violated unique constraint of `accounts`, or null for any other error. */
export function takenCodeOf(error: unknown): TakenCode | null {
  return takenBy[violatedConstraint(error) ?? ''] ?? null;
}

export function isReferralCodeTaken(error: unknown): boolean {
  return violatedConstraint(error) === 'accounts_referral_code';
}

export function usernameKeyOf(username: string): string {
  return username.toLowerCase();
}

/**
 * Returns the status of an account at the time `now`. After the end date of a suspension or exclusion, the status is
 * `active`.
 */
export function statusAt(
  { status, statusUntil }: { status: AccountStatus; statusUntil: Date | null },
  now: Date,
): AccountStatus {
  return status !== 'active' && status !== 'deleted' && statusUntil !== null && statusUntil <= now
    ? 'active'
    : status;
}

export async function findByUsername(on: Queryable, username: string): Promise<Account | null> {
  const [found] = await on
    .select()
    .from(accounts)
    .where(and(eq(accounts.usernameKey, usernameKeyOf(username)), ne(accounts.status, 'deleted')));
  return found ?? null;
}

function isReachedAt({ channel, address }: Recipient) {
  return eq(channel === 'mail' ? accounts.emailKey : accounts.mobile, address);
}

/**
 * Returns the account for which this recipient is a trusted contact, or null. A trusted contact (contacts.ts) can
 * receive codes for a new password.
 */
export async function findByTrustedContact(on: Queryable, recipient: Recipient): Promise<Account | null> {
  const [found] = await on
    .select()
    .from(accounts)
    .where(and(isReachedAt(recipient), ne(accounts.status, 'deleted')));
  return found && isTrusted(found, recipient) ? found : null;
}

/**
 * Returns the error code 10497 (mail address) or 10498 (mobile) if another account has verified the contact, else null.
 */
export async function findVerifiedElsewhere(
  on: Queryable,
  accountId: string,
  recipient: Recipient,
): Promise<TakenCode | null> {
  const isMail = recipient.channel === 'mail';
  const [found] = await on
    .select({ accountId: accounts.accountId })
    .from(accounts)
    .where(
      and(
        isReachedAt(recipient),
        ne(accounts.accountId, accountId),
        isNotNull(isMail ? accounts.emailVerifiedAt : accounts.mobileVerifiedAt),
      ),
    );
  if (!found) return null;
  return isMail ? codes.emailInUse : codes.mobileInUse;
}

export async function findById(on: Queryable, accountId: string): Promise<Account | null> {
  const [found] = await on.select().from(accounts).where(eq(accounts.accountId, accountId));
  return found ?? null;
}

/**
 * Looks for accounts that already have the username, the mail address or the mobile, in this order. Returns the error
 * code for the first value that is taken, or null.
 */
export async function findTaken(
  on: Queryable,
  { username, email, mobile }: { username?: string; email?: string | undefined; mobile?: string | undefined },
): Promise<TakenCode | null> {
  const usernameKey = username === undefined ? undefined : usernameKeyOf(username);
  const found = await on
    .select({ usernameKey: accounts.usernameKey, emailKey: accounts.emailKey, mobile: accounts.mobile })
    .from(accounts)
    .where(
      or(
        usernameKey === undefined ? undefined : eq(accounts.usernameKey, usernameKey),
        email === undefined ? undefined : eq(accounts.emailKey, email),
        mobile === undefined ? undefined : eq(accounts.mobile, mobile),
      ) ?? sql`false`,
    );
  if (usernameKey !== undefined && found.some((one) => one.usernameKey === usernameKey))
    return codes.usernameTaken;
  if (email !== undefined && found.some((one) => one.emailKey === email)) return codes.emailInUse;
  return found.length > 0 ? codes.mobileInUse : null;
}

/**
 * Sets a new password. Marks the contact as verified, because the one-time password was sent to this contact. Returns
 * false if the contact is no longer trusted.
 */
export async function setPassword(
  tx: Transaction,
  {
    accountId,
    recipient,
    passwordHash,
    now,
  }: { accountId: string; recipient: Recipient; passwordHash: string; now: Date },
): Promise<boolean> {
  const [held] = await tx.select().from(accounts).where(eq(accounts.accountId, accountId)).for('update');
  if (!held || !isTrusted(held, recipient)) return false;
  await tx
    .update(accounts)
    .set({ passwordHash, ...verifiedAt(recipient, now) })
    .where(eq(accounts.accountId, accountId));
  return true;
}

function verifiedAt({ channel }: Recipient, now: Date) {
  return channel === 'mail'
    ? { emailVerifiedAt: sql`coalesce(${accounts.emailVerifiedAt}, ${now.toISOString()}::timestamptz)` }
    : { mobileVerifiedAt: sql`coalesce(${accounts.mobileVerifiedAt}, ${now.toISOString()}::timestamptz)` };
}

/**
 * Reads an account again and locks it until the transaction ends. The lock keeps other requests from replacing the
 * password or the status while a session is opened. Returns null if the password has changed or the account is deleted.
 */
export async function holdLogin(
  tx: Transaction,
  { accountId, passwordHash }: Pick<Account, 'accountId' | 'passwordHash'>,
): Promise<Account | null> {
  const [found] = await tx
    .select()
    .from(accounts)
    .where(
      and(
        eq(accounts.accountId, accountId),
        eq(accounts.passwordHash, passwordHash),
        ne(accounts.status, 'deleted'),
      ),
    )
    .for('share');
  return found ?? null;
}

/** Locks an account until the transaction ends. @throws Refusal if the account no longer exists */
export async function lockAccount(tx: Transaction, accountId: string): Promise<Account> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.accountId, accountId)).for('update');
  if (!account) throw new Refusal(codes.sessionExpired);
  return account;
}
