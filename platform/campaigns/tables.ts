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

/** What a promo code gives, and to whom. Never changed but by being used and ended: a given promise stays. */
export const campaigns = pgTable(
  'campaigns',
  {
    campaignId: uuid('campaign_id').primaryKey().defaultRandom(),
    kind: text('kind').$type<'signup'>().notNull(),
    /** In upper case. */
    promoCode: key('promo_code').notNull(),
    product: text('product').$type<BonusProduct>().notNull(),
    /** Currency → minor units: the bonus, or the most of it where it is a part of a deposit. */
    amounts: jsonb('amounts').$type<Record<string, number>>().notNull(),
    /** Of the first deposit; null: the amount is fixed, and credited at signup. */
    percent: integer('percent'),
    /** Times the bonus that must be staked in cash before it can be played; 0: at once. */
    playThrough: integer('play_through').notNull(),
    /** Days from the credit until what is left of it lapses; from signup, until a first deposit earns nothing more. */
    lastsDays: integer('lasts_days').notNull(),
    validFrom: instant('valid_from').notNull(),
    /** Not at this moment any more; null: until it is ended. */
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
 * `awaiting-deposit` becomes a bonus with the first deposit; `open` waits for its condition; `playable` buys tickets;
 * `used` and `expired` are over.
 */
export type PromoUseState = 'awaiting-deposit' | 'open' | 'playable' | 'used' | 'expired';

/** A promo code in a player's hands, with what was promised then, and the bonus that it became. */
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
    /** The bonus; while it waits for a deposit the most that it can be. */
    grantedMinor: amountMinor('granted_minor').notNull(),
    /** Of the bonus, not played yet. */
    leftMinor: amountMinor('left_minor').notNull().default(0),
    /** In cash: what must be staked, and what was. */
    conditionMinor: amountMinor('condition_minor').notNull().default(0),
    playedMinor: amountMinor('played_minor').notNull().default(0),
    /** Keyed hash of who it is by mail address or mobile: several accounts of one person are one player. */
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

/** `void`: one and the same person, as far as can be seen: nothing is paid. */
export type ReferralState = 'joined' | 'rewarded' | 'void';

/** Who was brought by whom, with what was promised at the signup. */
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
    /** What the friend has staked out of deposits. */
    playedMinor: amountMinor('played_minor').notNull().default(0),
    joinedAt: instant('joined_at').notNull(),
    settledAt: instant('settled_at'),
    /** What the bringer really got: nothing, where the account was closed by then. */
    bringerPaidMinor: amountMinor('bringer_paid_minor').notNull().default(0),
    /** Keyed hash of who the friend was at the reward, by mail address or mobile; it outlives the account. */
    friendHash: key('friend_hash'),
  },
  (table) => [
    index('referrals_bringer').on(table.bringerId, table.joinedAt, table.friendId),
    index('referrals_due')
      .on(table.joinedAt)
      .where(sql`${table.state} = 'joined' and ${table.playedMinor} > 0`),
    // One person is brought once, whatever the accounts.
    uniqueIndex('referrals_rewarded').on(table.friendHash).where(sql`${table.state} = 'rewarded'`),
    check('referrals_state', sql`${table.state} in ('joined', 'rewarded', 'void')`),
    check('referrals_other', sql`${table.friendId} <> ${table.bringerId}`),
  ],
);

/** Addresses that a player has had mails sent to, as keyed hashes: which they are stands nowhere. */
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

/** Addresses that want no invitation any more, from nobody. */
export const invitationRefusals = pgTable('invitation_refusals', {
  addressHash: key('address_hash').primaryKey(),
  refusedAt: instant('refused_at').notNull(),
});
