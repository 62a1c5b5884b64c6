import { and, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { type Account, statusAt } from '../accounts/repository.ts';
import { accounts, contactTakeBacks, pendingContacts, signupAnswers } from '../accounts/tables.ts';
import { invitations, promoUses } from '../campaigns/tables.ts';
import { arrivalWindowMs, returnWindowMs } from '../cashier/provider.ts';
import { payoutsThatMayReturn } from '../cashier/repository.ts';
import { destinations, payments, withdrawals } from '../cashier/tables.ts';
import { ConfigError } from '../config/config.ts';
import { deriveKey } from '../config/derive-key.ts';
import type { Transaction } from '../db/database.ts';
import { draws, winMails } from '../draws/tables.ts';
import { identityChecks, identityDocuments } from '../identity/tables.ts';
import { excludedPersons, limitCounters, playerLimits } from '../limits/tables.ts';
import { messages, playerMails } from '../messages/tables.ts';
import { notifications } from '../notifications/tables.ts';
import { otpRecipientHashOf } from '../otp/service.ts';
import { otps } from '../otp/tables.ts';
import { supportMessages } from '../support/tables.ts';
import { purchases } from '../tickets/tables.ts';
import { loyaltyPoints, withdrawOrder } from '../wallet/service.ts';
import { type PlayerBucket, playerBuckets } from '../wallet/transfer.ts';
import { type Acting, type AdminDeps, type Outcome, perform } from './context.ts';
import { recipientHashesOf } from './export-player.ts';
import { rejectCommand } from './failure.ts';
import { holdPlayer } from './find-player.ts';
import { many, moneyOf } from './words.ts';

/**
 * The wallet buckets with the player's own money. The money in all other buckets was granted for play, so a deletion
 * returns it to the house (the operator).
 */
const cashBuckets: ReadonlySet<string> = new Set([...withdrawOrder, 'held']);

interface Wallet {
  currencyCode: string;
  balances: { bucket: PlayerBucket; amountMinor: number }[];
}

async function walletsOf({ ledger }: AdminDeps, tx: Transaction, account: Account): Promise<Wallet[]> {
  const wallets = [];
  for (const currencyCode of [account.currencyCode, loyaltyPoints]) {
    const held = await ledger.balances(`player:${account.accountId}`, currencyCode, tx);
    const balances = playerBuckets.flatMap((bucket) => {
      const amountMinor = held.get(bucket) ?? 0;
      return amountMinor === 0 ? [] : [{ bucket, amountMinor }];
    });
    wallets.push({ currencyCode, balances });
  }
  return wallets;
}

/** Returns the reasons why an account cannot be deleted yet. */
async function hindrancesOf(
  { clock }: AdminDeps,
  tx: Transaction,
  account: Account,
  wallets: readonly Wallet[],
): Promise<string[]> {
  const { accountId } = account;
  const now = clock.now();
  const money = wallets.flatMap(({ currencyCode, balances }) =>
    balances
      .filter(({ bucket }) => cashBuckets.has(bucket))
      .map(
        ({ bucket, amountMinor }) =>
          `${moneyOf(amountMinor, currencyCode)} ${bucket === 'held' ? 'held for withdrawals' : `in ${bucket}`}`,
      ),
  );
  const pending = await tx
    .selectDistinct({ drawId: draws.drawId })
    .from(purchases)
    .innerJoin(draws, eq(draws.drawId, purchases.drawId))
    .where(
      and(eq(purchases.accountId, accountId), or(ne(draws.status, 'published'), isNull(draws.postedAt))),
    );
  const arriving = await tx
    .select({ paymentId: payments.paymentId })
    .from(payments)
    .where(
      and(
        eq(payments.accountId, accountId),
        eq(payments.status, 'created'),
        gt(payments.createdAt, new Date(now.getTime() - arrivalWindowMs)),
      ),
    );
  const returnable = await payoutsThatMayReturn(tx, accountId, new Date(now.getTime() - returnWindowMs));
  const isExcluded = statusAt(account, now) === 'excluded';
  return [
    ...(money.length > 0 ? [`the wallet still holds ${money.join(', ')}`] : []),
    ...(pending.length > 0
      ? [
          `tickets of ${many(pending.length, 'draw')} that are not settled: ${pending.map(({ drawId }) => drawId).join(', ')}`,
        ]
      : []),
    ...(arriving.length > 0
      ? [
          `a deposit begun in the last 14 days may still arrive: ${arriving.map(({ paymentId }) => paymentId).join(', ')}`,
        ]
      : []),
    ...(returnable.length > 0
      ? [
          `a bank may still return a payout, or its provider may still report it, within 14 days: ${returnable.join(', ')}`,
        ]
      : []),
    ...(isExcluded ? ['the player is excluded, and could play with a new account'] : []),
  ];
}

/** Returns bonuses and points to the house, because nobody can use them after the deletion. */
async function returnToHouse(
  { ledger }: AdminDeps,
  tx: Transaction,
  accountId: string,
  { currencyCode, balances }: Wallet,
): Promise<number> {
  const owner = `player:${accountId}` as const;
  const total = balances.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  if (total === 0) return 0;
  const posting = await ledger.post(
    {
      key: `deletion:${accountId}:${currencyCode}`,
      kind: 'correction',
      currencyCode,
      reference: { accountDeleted: accountId },
      sides: [
        ...balances.map(({ bucket, amountMinor }) => ({
          owner,
          bucket,
          amountMinor: -amountMinor,
        })),
        {
          owner: 'house',
          bucket: currencyCode === loyaltyPoints ? 'loyalty' : 'bonuses',
          amountMinor: total,
        },
      ],
    },
    tx,
  );
  if (posting.kind !== 'posted') throw new Error(`${accountId}: balance changed under the lock`);
  return total;
}

/** Erases all data that identifies the player. Ledger, tickets and withdrawals remain under the account id. */
async function erase(
  { sessions, drawSealKeys }: AdminDeps,
  tx: Transaction,
  account: Account,
  { now, operator }: { now: Date; operator: string },
): Promise<void> {
  const { accountId, emailKey, mobile } = account;
  const otpKeys = drawSealKeys.map((secret) => deriveKey(secret, 'otp'));
  const recipients = [
    ...(emailKey === null ? [] : [{ channel: 'mail' as const, address: emailKey }]),
    ...(mobile === null ? [] : [{ channel: 'sms' as const, address: mobile }]),
  ];
  await tx
    .update(accounts)
    .set({
      username: 'deleted',
      // Replace the normalised username, so that other players can use the username. No username equals the new value,
      // because usernames contain no colon.
      usernameKey: `deleted:${accountId}`,
      passwordHash: 'deleted',
      email: null,
      emailKey: null,
      emailVerifiedAt: null,
      mobile: null,
      mobileVerifiedAt: null,
      countryId: null,
      stateId: null,
      language: 'en',
      avatarImage: 'avatar-01',
      firstName: null,
      lastName: null,
      birthDate: null,
      street: null,
      city: null,
      postCode: null,
      wantsPromotions: false,
      wantsNoticeMails: false,
      showInWinners: false,
      winMailsSince: null,
      timedOutUntil: null,
      status: 'deleted',
      statusUntil: null,
      kycState: 'none',
      referralCode: `deleted:${accountId}`,
    })
    .where(eq(accounts.accountId, accountId));
  await sessions.closeAll(accountId, tx);
  // Do not delete messages and codes to former contacts, because these contacts may belong to other players by now.
  // These messages and codes expire by themselves.
  await tx.delete(pendingContacts).where(eq(pendingContacts.accountId, accountId));
  await tx.delete(contactTakeBacks).where(eq(contactTakeBacks.accountId, accountId));
  await tx.delete(signupAnswers).where(eq(signupAnswers.accountId, accountId));
  await tx.delete(invitations).where(eq(invitations.bringerId, accountId));
  await tx
    .update(promoUses)
    .set({ state: 'expired', leftMinor: 0, endedAt: now })
    .where(and(eq(promoUses.accountId, accountId), isNull(promoUses.endedAt)));
  // This update deletes the keys of the document files, so that the files can no longer be read. The platform's next
  // hourly cleanup deletes the files.
  await tx
    .update(identityDocuments)
    .set({ state: 'removing', sealedKey: null })
    .where(eq(identityDocuments.accountId, accountId));
  await tx.update(identityChecks).set({ reason: null }).where(eq(identityChecks.accountId, accountId));
  await tx
    .update(identityChecks)
    .set({ state: 'refused', decidedAt: now, decidedBy: operator })
    .where(and(eq(identityChecks.accountId, accountId), eq(identityChecks.state, 'pending')));
  await tx
    .update(destinations)
    .set({ token: '', label: '', removedAt: now })
    .where(eq(destinations.accountId, accountId));
  await tx.update(withdrawals).set({ destinationLabel: null }).where(eq(withdrawals.accountId, accountId));
  for (const table of [playerLimits, limitCounters, excludedPersons])
    await tx.delete(table).where(eq(table.accountId, accountId));
  await tx.delete(notifications).where(eq(notifications.accountId, accountId));
  await tx.delete(playerMails).where(eq(playerMails.accountId, accountId));
  await tx.delete(winMails).where(eq(winMails.accountId, accountId));
  const hashes = recipientHashesOf(drawSealKeys, account);
  if (hashes.length > 0) await tx.delete(messages).where(inArray(messages.recipientHash, hashes));
  const codes = recipients.flatMap((recipient) =>
    (['contact', 'reset'] as const).flatMap((purpose) =>
      otpKeys.map((key) => otpRecipientHashOf(key, purpose, recipient)),
    ),
  );
  if (codes.length > 0) await tx.delete(otps).where(inArray(otps.recipientHash, codes));
  if (emailKey !== null)
    await tx.delete(supportMessages).where(eq(sql`lower(${supportMessages.email})`, emailKey));
}

/**
 * Deletes a player. Personal data is erased. Tickets and ledger remain under the account id. Bonuses and points return
 * to the house.
 * @throws AdminFailure that lists all reasons why the account cannot be deleted yet
 * @throws ConfigError if DRAW_SEAL_KEY is missing, because the player's messages and codes can be found only with this
 *   key
 */
export function deletePlayer(
  deps: AdminDeps,
  acting: Acting,
  { who, reason }: { who: string; reason: string },
): Promise<Outcome> {
  if (deps.drawSealKeys.length === 0)
    throw new ConfigError(
      'DRAW_SEAL_KEY is missing: without it the messages and codes of the player cannot be found and deleted',
    );
  return perform(deps, acting, async (tx) => {
    const account = await holdPlayer(tx, who);
    const { accountId, username } = account;
    const wallets = await walletsOf(deps, tx, account);
    const reasons = await hindrancesOf(deps, tx, account, wallets);
    if (reasons.length > 0) return rejectCommand(`${username} cannot be deleted yet: ${reasons.join('; ')}`);
    await erase(deps, tx, account, { now: deps.clock.now(), operator: acting.operator });
    const lines = [
      `${accountId}: name, contacts, address, notifications, messages and sessions are deleted.`,
    ];
    const result: Record<string, number> = {};
    // Post to the ledger last, because a transaction that has locked ledger rows must not wait for other locks.
    for (const wallet of wallets) {
      const total = await returnToHouse(deps, tx, accountId, wallet);
      if (total === 0) continue;
      result[`givenBack${wallet.currencyCode}`] = total;
      lines.push(`${moneyOf(total, wallet.currencyCode)} of bonuses and points returned to the house.`);
    }
    lines.push('Tickets and ledger stay under this id. Name, mail address and mobile can be used again.');
    return {
      data: { accountId, ...result },
      lines,
      line: { act: 'players delete', accountId, subject: null, reason, result },
    };
  });
}
