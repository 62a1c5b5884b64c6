import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, gte, lte, ne, or } from 'drizzle-orm';
import { codes } from '../../shared/contract/codes.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { Refusal } from '../http/refusal.ts';
import type { Messages } from '../messages/service.ts';
import { linkTo, type SiteAddress } from '../messages/site-address.ts';
import type { Recipient } from '../otp/service.ts';
import { type Contacts, namedContact, trustedContactsOf } from './contacts.ts';
import type { AccountDeps } from './context.ts';
import { unmatchableHash } from './passwords.ts';
import { dropPending, dropPendingElsewhere, takePending } from './pending-contacts.ts';
import type { Account } from './repository.ts';
import type { Sessions } from './sessions.ts';
import { accounts, contactTakeBacks } from './tables.ts';

/** Time within which the owner of an old contact (mail address or mobile) can undo a change of contacts. */
const takeBackMs = 72 * 3_600_000;
const tokenBytes = 32;

export interface ContactChangeDeps extends SiteAddress {
  clock: { now(): Date };
  sessions: Sessions;
  messages: Messages;
  findExcluded: AccountDeps['findExcluded'];
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Maps a contact to the columns of `accounts` that store it. */
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

export function isVerified(account: Contacts, { channel, address }: Recipient): boolean {
  return inForce(account, channel) === address && isVerifiedIn(account, channel);
}

/**
 * Locks the given account, and any other account that has the given contact. Rows are locked in the order of their ids,
 * because two concurrent requests could otherwise deadlock.
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
 * Removes a contact from all accounts except the given one. Does nothing if another account has verified the contact.
 * @returns false if another account has verified the contact
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
 * Sends an undo link to each contact that was trusted before a change of contacts. If the replaced contact was not
 * trusted, that contact receives a message without a link.
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
 * Verifies a contact of an account in the caller's transaction. The caller must have checked the one-time password that
 * was sent to this contact. A new contact replaces the old contact. The verified contact is removed from all other
 * accounts. The other sessions of this account are closed, because a stranger may have signed up with this contact.
 * @param tokenHash hash of the session's token; this session stays open
 * @returns false if the recipient is neither a current nor a new contact of the account
 * @throws Refusal 10497 (mail address) or 10498 (mobile) if another account has verified this contact, or if the
 *   contact's owner was excluded in another account
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
  if (isVerified(own, recipient)) return true;
  // After this contact was entered, its owner may have been excluded from play in another account.
  const excluded = await deps.findExcluded({ ...namedContact(recipient), accountId }, tx);
  if (excluded) throw new Refusal(excluded);
  if (!(await freeContact(tx, accountId, recipient, other)))
    throw new Refusal(channel === 'mail' ? codes.emailInUse : codes.mobileInUse);
  await tx.update(accounts).set(columnsOf(recipient, now)).where(eq(accounts.accountId, accountId));
  await deps.sessions.closeOthers(accountId, tokenHash, tx);
  if (!isOwn) await offerTakeBack(deps, tx, own, channel);
  return true;
}

/**
 * Returns whether an account can get back a contact that a change has replaced. If the undo link was sent to this
 * contact, the contact is first removed from all other accounts, unless one of them has verified the contact.
 * @param isProven true if the undo link was sent to this contact
 * @returns false if another account keeps the contact, or if the contact's owner was excluded in another account
 */
async function reclaim(
  { findExcluded }: Pick<ContactChangeDeps, 'findExcluded'>,
  tx: Transaction,
  accountId: string,
  recipient: Recipient,
  isProven: boolean,
): Promise<boolean> {
  const { other } = await holdHolders(tx, accountId, recipient);
  if (await findExcluded({ ...namedContact(recipient), accountId }, tx)) return false;
  return isProven ? freeContact(tx, accountId, recipient, other) : other === undefined;
}

/**
 * Undoes a change of contacts with the token in the undo link that an old contact received. Restores the previous mail
 * address and mobile. A contact is not restored if another account keeps it, or if its owner was excluded in another
 * account. Closes all sessions and disables the password. The owner must then set a new password with a code that is
 * sent to the old contact.
 * @throws Refusal 10511 for an unknown, used or expired token
 */
export async function takeBackContact(
  deps: Pick<ContactChangeDeps, 'clock' | 'sessions' | 'findExcluded'>,
  tx: Transaction,
  token: string,
): Promise<void> {
  const { clock, sessions } = deps;
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
    // Only the contact of `channel` received the link, so a player who uses the link has access to this contact.
    const isProven = recipient.channel === channel;
    const before = recipient.channel === 'mail' ? used.emailVerifiedAt : used.mobileVerifiedAt;
    if (await reclaim(deps, tx, accountId, recipient, isProven))
      Object.assign(restored, columnsOf(recipient, before ?? (isProven ? now : null)));
  }
  await tx
    .update(accounts)
    .set({ ...restored, passwordHash: unmatchableHash() })
    .where(eq(accounts.accountId, accountId));
  await sessions.closeAll(accountId, tx);
  await dropPending(tx, accountId);
  // Delete the other links for this change. Also delete the links for later changes, because those links were sent to
  // contacts that this call removes.
  await tx
    .delete(contactTakeBacks)
    .where(and(eq(contactTakeBacks.accountId, accountId), gte(contactTakeBacks.changedAt, changedAt)));
}

/** Deletes expired undo links. */
export async function sweepTakeBacks(on: Queryable, now: Date): Promise<void> {
  await on
    .delete(contactTakeBacks)
    .where(lte(contactTakeBacks.changedAt, new Date(now.getTime() - takeBackMs)));
}
