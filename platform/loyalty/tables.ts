import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { amountMinor, instant, key } from '../db/columns.ts';

export type RewardKind = 'bonus' | 'ticket';

/**
 * Rewards that players can buy with loyalty points. The terms of a reward never change, so that players pay the price
 * that they saw. An operator can only end a reward and create another reward.
 */
export const loyaltyRewards = pgTable(
  'loyalty_rewards',
  {
    rewardId: key('reward_id').primaryKey(),
    kind: text('kind').$type<RewardKind>().notNull(),
    points: integer('points').notNull(),
    currencyCode: text('currency_code').notNull(),
    /** Amount of the bonus. Null for a ticket. */
    amountMinor: amountMinor('amount_minor'),
    /** The game and the number of lines of a ticket. Null for a bonus. */
    gameId: key('game_id'),
    lines: integer('lines'),
    createdAt: instant('created_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('loyalty_rewards_open').on(table.currencyCode, table.points).where(sql`${table.endedAt} is null`),
    check('loyalty_rewards_points', sql`${table.points} > 0`),
    check(
      'loyalty_rewards_kind',
      sql`case ${table.kind}
        when 'bonus' then ${table.amountMinor} > 0 and ${table.gameId} is null and ${table.lines} is null
        when 'ticket' then ${table.amountMinor} is null and ${table.gameId} is not null and ${table.lines} > 0
        else false end`,
    ),
  ],
);

/** Exchanges of points for a reward. Each row contains a copy of the reward's terms. */
export const loyaltyExchanges = pgTable(
  'loyalty_exchanges',
  {
    exchangeId: uuid('exchange_id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.accountId),
    /** Key that the client chooses. A request with a known key gets the existing exchange. */
    idempotencyKey: key('idempotency_key').notNull(),
    rewardId: key('reward_id')
      .notNull()
      .references(() => loyaltyRewards.rewardId),
    kind: text('kind').$type<RewardKind>().notNull(),
    points: integer('points').notNull(),
    /** The amount of the credited bonus, or the price of the ticket. */
    amountMinor: amountMinor('amount_minor').notNull(),
    currencyCode: text('currency_code').notNull(),
    /** Receipt number of the ticket. Null for a bonus. */
    receiptNumber: key('receipt_number'),
    exchangedAt: instant('exchanged_at').notNull(),
  },
  (table) => [uniqueIndex('loyalty_exchanges_key').on(table.accountId, table.idempotencyKey)],
);
