import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, gte, lte, ne, or } from 'drizzle-orm';
import { codes } from '../../shared/contract/codes.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { Refusal } from '../http/refusal.ts';
import type { Messages } from '../messages/service.ts';
import { linkTo, type SiteAddress } from '../messages/site-address.ts';
import type { Recipient } from '../otp/service.ts';
import { type Contacts, trustedContactsOf } from './contacts.ts';
import { unmatchableHash } from './passwords.ts';
import { dropPending, dropPendingElsewhere, takePending } from './pending-contacts.ts';
import type { Account } from './repository.ts';
import type { Sessions } from './sessions.ts';
import { accounts, contactTakeBacks } from './tables.ts';

/** Time during which the old contacts can undo a change. */
const takeBackMs = 72 * 3_600_000;
const tokenBytes = 32;

export interface ContactChangeDeps extends SiteAddress {
  clock: { now(): Date };
  sessions: Sessions;
  messages: Messages;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Returns the columns in which an account stores a contact, with their values. */
function columnsOf({ channel, address }: Recipient, verifiedAt: Date | null) {
  return channel === 'mail'
    ? { email: address, emailKey: address, emailVerifiedAt: verifiedAt }
    : { mobile: address, mobileVerifiedAt: verifiedAt };
}

const noMail = { email: null, emailKey: null, emailVerifiedAt: null };
const noMobile = { mobile: null, mobileVerifiedAt: null };

function holds({ channel, address }: Recipient) {
  return eq(channel === 'mail' ? accounts.emailKey : accounts.mobile, address);
}

function isVerifiedIn(account: Contacts, channel: Recipient['channel']): boolean {
  return (channel === 'mail' ? account.emailVerifiedAt : account.mobileVerifiedAt) !== null;
}

function inForce({ email, mobile }: Contacts, channel: Recipient['channel']): string | null {
  return channel === 'mail' ? email : mobile;
}

/**
 * Locks an account, and the other account that has the contact, if any. Rows are locked in the order of their ids, so
 * that two accounts that swap their contacts cannot deadlock.
 */
async function holdHolders(tx: Transaction, accountId: string, recipient: Recipient) {
  const rows = await tx
    .select()
    .from(accounts)
    .where(or(eq(accounts.accountId, accountId), holds(recipient)))
    .orderBy(accounts.accountId)
    .for('update');
  const own = rows.find((row) => row.accountId === accountId);
  const other = rows.find((row) => row.accountId !== accountId);
  return { own, other };
}

/**
 * Removes a contact from other accounts that have not verified it.
 * @returns false if another account has verified it
 */
async function freeContact(
  tx: Transaction,
  accountId: string,
  recipient: Recipient,
  other: Account | undefined,
): Promise<boolean> {
  if (other && isVerifiedIn(other, recipient.channel)) return false;
  await tx
    .update(accounts)
    .set(recipient.channel === 'mail' ? noMail : noMobile)
    .where(and(holds(recipient), ne(accounts.accountId, accountId)));
  await dropPendingElsewhere(tx, accountId, recipient);
  return true;
}

/**
 * Sends each contact that was trusted before the change a link that undoes it. If the replaced contact was not trusted,
 * it receives a message without a link.
 */
async function offerTakeBack(
  deps: ContactChangeDeps,
  tx: Transaction,
  before: Account,
  channel: Recipient['channel'],
): Promise<void> {
  const { clock, messages } = deps;
  const { accountId, username, language } = before;
  const { email, emailVerifiedAt, mobile, mobileVerifiedAt } = before;
  const trusted = trustedContactsOf(before);
  const changedAt = clock.now();
  for (const to of trusted) {
    const token = randomBytes(tokenBytes).toString('base64url');
    await tx.insert(contactTakeBacks).values({
      tokenHash: hashOf(token),
      accountId,
      channel: to.channel,
      email,
      emailVerifiedAt,
      mobile,
      mobileVerifiedAt,
      changedAt,
    });
    const link = linkTo(deps, `/account/take-back-contact?token=${token}`, language);
    await messages.write({ template: 'contact_changed', to, username, language, values: { link } }, tx);
  }
  const replaced = inForce(before, channel);
  if (replaced === null || trusted.some((to) => to.channel === channel)) return;
  const to: Recipient = { channel, address: replaced };
  await messages.write({ template: 'contact_replaced', to, username, language, values: {} }, tx);
}

/**
 * Verifies a contact of an account in the caller's transaction, after the player entered its one-time password. A new
 * contact replaces the old one. The contact is removed from accounts that have not verified it. Other sessions of the
 * account are closed, because a stranger may have opened the account with this contact.
 * @param tokenHash of the session that stays open
 * @returns false if this is neither a current nor a new contact of the account
 * @throws Refusal 10497 or 10498 if another account has verified it
 */
export async function verifyContact(
  deps: ContactChangeDeps,
  tx: Transaction,
  { accountId, recipient, tokenHash }: { accountId: string; recipient: Recipient; tokenHash: string | null },
): Promise<boolean> {
  const { channel, address } = recipient;
  const now = deps.clock.now();
  const { own, other } = await holdHolders(tx, accountId, recipient);
  if (!own) return false;
  const isNew = await takePending(tx, accountId, recipient, now);
  const isOwn = inForce(own, channel) === address;
  if (!isNew && !isOwn) return false;
  if (isOwn && isVerifiedIn(own, channel)) return true;
  if (!(await freeContact(tx, accountId, recipient, other)))
    throw new Refusal(channel === 'mail' ? codes.emailInUse : codes.mobileInUse);
  await tx.update(accounts).set(columnsOf(recipient, now)).where(eq(accounts.accountId, accountId));
  await deps.sessions.closeOthers(accountId, tokenHash, tx);
  if (!isOwn) await offerTakeBack(deps, tx, own, channel);
  return true;
}

/**
 * Checks whether an account can get a previous contact back, and removes that contact from other accounts if necessary.
 * @param isProven true if the link was sent to this contact. Only then is the contact removed from other accounts that
 * have not verified it
 * @returns false if another account keeps the contact
 */
async function reclaim(
  tx: Transaction,
  accountId: string,
  recipient: Recipient,
  isProven: boolean,
): Promise<boolean> {
  const { other } = await holdHolders(tx, accountId, recipient);
  return isProven ? freeContact(tx, accountId, recipient, other) : other === undefined;
}

/**
 * Takes back a change of contacts by the token that an old contact received. It restores both contacts, closes all
 * sessions and disables the password, so that the owner has to set a new one through the old contact.
 * @throws Refusal 10511 for an unknown, used or expired token
 */
export async function takeBackContact(
  { clock, sessions }: Pick<ContactChangeDeps, 'clock' | 'sessions'>,
  tx: Transaction,
  token: string,
): Promise<void> {
  const now = clock.now();
  const [used] = await tx
    .delete(contactTakeBacks)
    .where(
      and(
        eq(contactTakeBacks.tokenHash, hashOf(token)),
        gt(contactTakeBacks.changedAt, new Date(now.getTime() - takeBackMs)),
      ),
    )
    .returning();
  if (!used) throw new Refusal(codes.linkExpired);
  const { accountId, channel, email, mobile, changedAt } = used;
  const restored = { ...noMail, ...noMobile };
  for (const recipient of [
    ...(email === null ? [] : [{ channel: 'mail' as const, address: email }]),
    ...(mobile === null ? [] : [{ channel: 'sms' as const, address: mobile }]),
  ]) {
    // The player used the link, which was sent only to the contact of this channel, so they have access to that
    // contact.
    const isProven = recipient.channel === channel;
    const before = recipient.channel === 'mail' ? used.emailVerifiedAt : used.mobileVerifiedAt;
    if (await reclaim(tx, accountId, recipient, isProven))
      Object.assign(restored, columnsOf(recipient, before ?? (isProven ? now : null)));
  }
  await tx
    .update(accounts)
    .set({ ...restored, passwordHash: unmatchableHash() })
    .where(eq(accounts.accountId, accountId));
  await sessions.closeAll(accountId, tx);
  await dropPending(tx, accountId);
  // Delete the links for this change and for all later changes. Those for later changes were sent to contacts that this
  // call removes.
  await tx
    .delete(contactTakeBacks)
    .where(and(eq(contactTakeBacks.accountId, accountId), gte(contactTakeBacks.changedAt, changedAt)));
}

/** Deletes expired links. */
export async function sweepTakeBacks(on: Queryable, now: Date): Promise<void> {
  await on
    .delete(contactTakeBacks)
    .where(lte(contactTakeBacks.changedAt, new Date(now.getTime() - takeBackMs)));
}
