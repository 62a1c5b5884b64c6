import { and, desc, eq, sql } from 'drizzle-orm';
import type { ReferralSummary } from '../../shared/contract/campaigns.ts';
import { accounts } from '../accounts/tables.ts';
import type { Db } from '../db/database.ts';
import type { Player } from '../http/caller.ts';
import type { Cursors } from '../http/cursors.ts';
import { Refusal } from '../http/refusal.ts';
import { invitationsLeft } from './invitations.ts';
import { campaignRulesOf } from './rules.ts';
import { invitations, referrals } from './tables.ts';

const pageSize = 20;

/** Shows only the first and last letter of a friend's username. The referrer can still recognise the friend. */
function masked(username: string): string {
  return `${username.at(0) ?? ''}•••${username.at(-1) ?? ''}`;
}

/** Answers `transaction/rafUserSummary`: lists the friends whom a player referred, newest first, 20 at a time. */
export async function referralSummary(
  {
    db,
    clock,
    cursors,
    siteUrl,
  }: { db: Db; clock: { now(): Date }; cursors: Cursors; siteUrl: string | null },
  { accountId, currencyCode }: Player,
  cursor: string | undefined,
): Promise<ReferralSummary> {
  const scope = ['referrals', accountId];
  const position = cursor === undefined ? null : cursors.read(scope, cursor);
  if (cursor !== undefined && position === null) throw Refusal.ofFields({ cursor: 'field.wrong' });
  const isMine = eq(referrals.bringerId, accountId);
  const [own] = await db
    .select({ code: accounts.referralCode })
    .from(accounts)
    .where(eq(accounts.accountId, accountId));
  const [sums] = await db
    .select({
      joined: sql`count(*)`.mapWith(Number),
      rewarded: sql`count(*) filter (where ${referrals.bringerPaidMinor} > 0)`.mapWith(Number),
      earned: sql`coalesce(sum(${referrals.bringerPaidMinor}), 0)`.mapWith(Number),
    })
    .from(referrals)
    .where(isMine);
  const rows = await db
    .select({ referral: referrals, username: accounts.username })
    .from(referrals)
    .innerJoin(accounts, eq(accounts.accountId, referrals.friendId))
    .where(
      and(
        isMine,
        position === null
          ? undefined
          : sql`(${referrals.joinedAt}, ${referrals.friendId}) < (${new Date(position.place.atMs).toISOString()}::timestamptz, ${position.place.id}::uuid)`,
      ),
    )
    .orderBy(desc(referrals.joinedAt), desc(referrals.friendId))
    .limit(pageSize + 1);
  const page = rows.slice(0, pageSize);
  const last = page.at(-1)?.referral;
  const code = own?.code ?? '';
  const path = `/signup?campaigncode=${code}`;
  const { bringerReward, friendReward } = campaignRulesOf(currencyCode);
  return {
    referralCode: code,
    referralLink: siteUrl === null ? path : new URL(path, siteUrl).href,
    rewards: {
      bringer: { amount: bringerReward, currencyCode },
      friend: { amount: friendReward, currencyCode },
    },
    invited: await db.$count(invitations, eq(invitations.bringerId, accountId)),
    invitationsLeft: await invitationsLeft(db, accountId, clock.now()),
    joined: sums?.joined ?? 0,
    rewarded: sums?.rewarded ?? 0,
    earned: sums?.earned ?? 0,
    currencyCode,
    friends: page.map(({ referral, username }) => {
      const { bringerPaidMinor, joinedAt, settledAt } = referral;
      const isRewarded = bringerPaidMinor > 0;
      return {
        name: masked(username),
        state: isRewarded ? 'rewarded' : 'joined',
        joinedAt: joinedAt.toISOString(),
        rewardedAt: isRewarded ? (settledAt?.toISOString() ?? null) : null,
        earned: bringerPaidMinor,
      };
    }),
    cursor:
      rows.length > pageSize && last
        ? cursors.write(scope, { place: { atMs: last.joinedAt.getTime(), id: last.friendId } })
        : null,
  };
}
