import { and, eq, gt, inArray, ne } from 'drizzle-orm';
import { codes } from '../../shared/contract/codes.ts';
import { holdAccount } from '../accounts/holding.ts';
import { accounts } from '../accounts/tables.ts';
import type { Db, Queryable } from '../db/database.ts';
import type { Player } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import { findExcludedContact } from '../limits/breaks.ts';
import { requirePlay } from '../limits/require-limits.ts';
import type { Messages } from '../messages/service.ts';
import { linkTo, type SiteAddress } from '../messages/site-address.ts';
import type { Fingerprints } from './person.ts';
import { invitationRefusals, invitations } from './tables.ts';

export interface InvitationDeps extends SiteAddress {
  db: Db;
  clock: { now(): Date };
  messages: Messages;
  fingerprints: Fingerprints;
}

/** Maximum number of new addresses that a player can invite in 24 hours. */
export const invitationsPerDay = 20;
const dayMs = 86_400_000;

export async function invitationsLeft(on: Queryable, accountId: string, now: Date): Promise<number> {
  const sent = await on.$count(
    invitations,
    and(eq(invitations.bringerId, accountId), gt(invitations.sentAt, new Date(now.getTime() - dayMs))),
  );
  return Math.max(0, invitationsPerDay - sent);
}

export interface Invited {
  invited: number;
  invitationsLeft: number;
}

/**
 * Answers `transaction/referAFriend`: mails a player's invitation to each address. A player can invite the same address
 * only once. No mail is sent if the address has an account or has refused invitations, or if any spelling of its
 * mailbox belongs to an excluded person. The response does not reveal which addresses received no mail.
 * @param addresses in lower case
 * @param language language of the mail
 */
export function invite(
  deps: InvitationDeps,
  { accountId, username }: Player,
  addresses: readonly string[],
  language: string,
): Promise<Invited> {
  const { db, clock, messages, fingerprints } = deps;
  return db.transaction(async (tx) => {
    const now = clock.now();
    const account = await holdAccount(tx, accountId, now);
    requirePlay(account);
    if (!account.isContactVerified) throw new Refusal(codes.contactUnverified);
    const [own] = await tx
      .select({ code: accounts.referralCode })
      .from(accounts)
      .where(eq(accounts.accountId, accountId));
    if (!own) throw new Refusal(codes.notEligible);
    const byHash = new Map(addresses.map((address) => [fingerprints.ofAddress(address), address]));
    const hashes = [...byHash.keys()];
    const known = await tx
      .select({ hash: invitations.addressHash })
      .from(invitations)
      .where(and(eq(invitations.bringerId, accountId), inArray(invitations.addressHash, hashes)));
    for (const { hash } of known) byHash.delete(hash);
    const left = await invitationsLeft(tx, accountId, now);
    if (byHash.size > left) throw new Refusal(codes.tooManyTries);
    const refusals = await tx
      .select({ hash: invitationRefusals.addressHash })
      .from(invitationRefusals)
      .where(inArray(invitationRefusals.addressHash, hashes));
    const players = await tx
      .select({ email: accounts.emailKey })
      .from(accounts)
      .where(and(inArray(accounts.emailKey, [...addresses]), ne(accounts.status, 'deleted')));
    const unwanted = new Set(refusals.map(({ hash }) => hash));
    const playing = new Set(players.map(({ email }) => email));
    const excluded = new Set<string>();
    for (const address of byHash.values())
      if ((await findExcludedContact(tx, fingerprints, { email: address }, now)) !== null)
        excluded.add(address);
    for (const [addressHash, address] of byHash) {
      await tx.insert(invitations).values({ bringerId: accountId, addressHash, sentAt: now });
      // If the site's origin is not configured, `stop` is only a path and not a URL. The mail then omits the paragraph
      // with this link, as it omits every paragraph that contains `{site}`.
      const token = fingerprints.tokenOf(addressHash);
      const stop = linkTo(deps, `/account/stop-invitations?token=${token}`, language);
      await messages.write(
        {
          template: 'refer_friend',
          to: { channel: 'mail', address },
          username: null,
          language,
          values: { bringer: username, code: own.code, stop },
          // Write a message for every address, so that the response time does not reveal which addresses have an
          // account. A void message is never sent.
          isVoid: unwanted.has(addressHash) || playing.has(address) || excluded.has(address),
        },
        tx,
      );
    }
    return { invited: addresses.length, invitationsLeft: left - byHash.size };
  });
}

/** Answers `transaction/stopInvitations`. An unknown token has no effect and causes no error. */
export async function refuseInvitations(
  { db, clock, fingerprints }: Pick<InvitationDeps, 'db' | 'clock' | 'fingerprints'>,
  token: string,
): Promise<void> {
  const addressHash = fingerprints.ofToken(token);
  if (addressHash !== null)
    await db.insert(invitationRefusals).values({ addressHash, refusedAt: clock.now() }).onConflictDoNothing();
}
