import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { amountMinor, instant, key } from '../db/columns.ts';
import type { BonusProduct } from '../wallet/service.ts';

/**
 * Promo codes and their rules. Only the number of uses and the end of a code can change. The other columns never
 * change, so that players get what they were promised.
 */
export const campaigns = pgTable(
  'campaigns',
  {
    campaignId: uuid('campaign_id').primaryKey().defaultRandom(),
    kind: text('kind').$type<'signup'>().notNull(),
    /** The code in upper case. */
    promoCode: key('promo_code').notNull(),
    product: text('product').$type<BonusProduct>().notNull(),
    /**
     * Amounts by currency, in minor units. Each amount is the bonus, or the maximum of the bonus if `percent` is set.
     */
    amounts: jsonb('amounts').$type<Record<string, number>>().notNull(),
    /** The bonus as a percentage of the first deposit. Null means a fixed amount that is credited at signup. */
    percent: integer('percent'),
    /**
     * The player must stake this multiple of the bonus in cash before the bonus is playable. 0 means that the bonus is
     * playable at once.
     */
    playThrough: integer('play_through').notNull(),
    /**
     * Number of days from the credit of a bonus to its expiry. A bonus that waits for the first deposit expires this
     * many days after the signup.
     */
    lastsDays: integer('lasts_days').notNull(),
    validFrom: instant('valid_from').notNull(),
    /** Time from which the code is no longer valid. Null means that it is valid until an operator ends it. */
    validUntil: instant('valid_until'),
    maxUses: integer('max_uses'),
    maxUsesPerPlayer: integer('max_uses_per_player').notNull(),
    uses: integer('uses').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('campaigns_promo_code').on(table.promoCode),
    check('campaigns_kind', sql`${table.kind} in ('signup')`),
    check('campaigns_percent', sql`${table.percent} between 1 and 1000`),
    check(
      'campaigns_uses',
      sql`${table.uses} >= 0 and (${table.maxUses} is null or ${table.uses} <= ${table.maxUses})`,
    ),
  ],
);

/**
 * `awaiting-deposit`: the first deposit will grant the bonus. `open`: the condition of the bonus is not met yet.
 * `playable`: the bonus can buy tickets. `used` and `expired`: the bonus has ended.
 */
export type PromoUseState = 'awaiting-deposit' | 'open' | 'playable' | 'used' | 'expired';

/** A player's use of a promo code. It contains the bonus that the code gave, and a copy of the code's rules. */
export const promoUses = pgTable(
  'promo_uses',
  {
    useId: uuid('use_id').primaryKey().defaultRandom(),
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaigns.campaignId),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.accountId),
    state: text('state').$type<PromoUseState>().notNull(),
    product: text('product').$type<BonusProduct>().notNull(),
    currencyCode: text('currency_code').notNull(),
    percent: integer('percent'),
    playThrough: integer('play_through').notNull(),
    lastsDays: integer('lasts_days').notNull(),
    /** The amount of the bonus. In the state `awaiting-deposit`, this is the maximum amount. */
    grantedMinor: amountMinor('granted_minor').notNull(),
    /** The unused part of the bonus. */
    leftMinor: amountMinor('left_minor').notNull().default(0),
    /** Cash that the player must stake before the bonus is playable. `played_minor` is the amount staked so far. */
    conditionMinor: amountMinor('condition_minor').notNull().default(0),
    playedMinor: amountMinor('played_minor').notNull().default(0),
    /** Keyed hash of the mailbox or mobile, so that several accounts of one person count as one player. */
    personHash: key('person_hash').notNull(),
    usedAt: instant('used_at').notNull(),
    grantedAt: instant('granted_at'),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('promo_uses_account').on(table.accountId, table.usedAt),
    index('promo_uses_campaign').on(table.campaignId, table.personHash),
    index('promo_uses_expires').on(table.expiresAt).where(sql`${table.endedAt} is null`),
    check(
      'promo_uses_state',
      sql`${table.state} in ('awaiting-deposit', 'open', 'playable', 'used', 'expired')`,
    ),
    check('promo_uses_left', sql`${table.leftMinor} between 0 and ${table.grantedMinor}`),
  ],
);

/**
 * State of a referral. `joined`: the reward is not paid yet. `void`: the referral earns no reward, for example because
 * both accounts belong to one person.
 */
export type ReferralState = 'joined' | 'rewarded' | 'void';

/** A referral, with the reward amounts that were promised at the signup. */
export const referrals = pgTable(
  'referrals',
  {
    friendId: uuid('friend_id')
      .primaryKey()
      .references(() => accounts.accountId),
    bringerId: uuid('bringer_id')
      .notNull()
      .references(() => accounts.accountId),
    state: text('state').$type<ReferralState>().notNull(),
    friendRewardMinor: amountMinor('friend_reward_minor').notNull(),
    friendCurrency: text('friend_currency').notNull(),
    bringerRewardMinor: amountMinor('bringer_reward_minor').notNull(),
    bringerCurrency: text('bringer_currency').notNull(),
    /** The amount that the friend has staked from deposits. */
    playedMinor: amountMinor('played_minor').notNull().default(0),
    joinedAt: instant('joined_at').notNull(),
    settledAt: instant('settled_at'),
    /** The amount paid to the referrer. It is 0 if the referrer's account could not receive it. */
    bringerPaidMinor: amountMinor('bringer_paid_minor').notNull().default(0),
    /**
     * Keyed hash of the friend's mailbox or mobile, set when the reward is paid. The hash is kept after the friend's
     * account is deleted.
     */
    friendHash: key('friend_hash'),
  },
  (table) => [
    index('referrals_bringer').on(table.bringerId, table.joinedAt, table.friendId),
    index('referrals_due')
      .on(table.joinedAt)
      .where(sql`${table.state} = 'joined' and ${table.playedMinor} > 0`),
    // One person is rewarded as a referred friend only once, across all their accounts.
    uniqueIndex('referrals_rewarded').on(table.friendHash).where(sql`${table.state} = 'rewarded'`),
    check('referrals_state', sql`${table.state} in ('joined', 'rewarded', 'void')`),
    check('referrals_other', sql`${table.friendId} <> ${table.bringerId}`),
  ],
);

/** Keyed hashes of the addresses that players have invited. The addresses themselves are not stored. */
export const invitations = pgTable(
  'invitations',
  {
    bringerId: uuid('bringer_id')
      .notNull()
      .references(() => accounts.accountId),
    addressHash: key('address_hash').notNull(),
    sentAt: instant('sent_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.bringerId, table.addressHash] }),
    index('invitations_sent').on(table.bringerId, table.sentAt),
  ],
);

/** Keyed hashes of the addresses whose owners refused all further invitations. */
export const invitationRefusals = pgTable('invitation_refusals', {
  addressHash: key('address_hash').primaryKey(),
  refusedAt: instant('refused_at').notNull(),
});
