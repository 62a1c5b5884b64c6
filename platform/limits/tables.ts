import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { LimitKind, LimitPeriod } from '../../shared/contract/refusal-reasons.ts';
import { accounts } from '../accounts/tables.ts';
import { amountMinor, instant, key } from '../db/columns.ts';

/** The limits of players. A row without an amount belongs to a limit that was removed. */
export const playerLimits = pgTable(
  'player_limits',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.accountId),
    kind: text('kind').$type<LimitKind>().notNull(),
    period: text('period').$type<LimitPeriod>().notNull(),
    /** The limit that is in force now. Null if no limit is in force. */
    amountMinor: amountMinor('amount_minor'),
    /** Id of the waiting change. The other columns of the change are valid only if this id is not null. */
    waitingId: uuid('waiting_id'),
    /** The limit after the change. Null if the change removes the limit. */
    waitingAmountMinor: amountMinor('waiting_amount_minor'),
    /** From this time, the player can confirm the change. */
    effectiveAt: instant('effective_at'),
    /** At this time, an unconfirmed change is dropped. */
    expiresAt: instant('expires_at'),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.kind, table.period] }),
    check('player_limits_kind', sql`${table.kind} in ('deposit', 'spend')`),
    check('player_limits_period', sql`${table.period} in ('day', 'week', 'month')`),
    check(
      'player_limits_amounts',
      sql`coalesce(${table.amountMinor}, 1) > 0 and coalesce(${table.waitingAmountMinor}, 1) > 0`,
    ),
    check(
      'player_limits_waiting',
      sql`(${table.waitingId} is null) = (${table.effectiveAt} is null)
        and (${table.waitingId} is null) = (${table.expiresAt} is null)`,
    ),
  ],
);

/**
 * The sums that an account has deposited or staked in the day, the week and the month of its last deposit or stake.
 * With these sums, a purchase does not need to add up earlier purchases. An account gets the row for deposits with its
 * first deposit limit, and the row for stakes with its first spending limit. Each row is locked together with the
 * account.
 */
export const limitCounters = pgTable(
  'limit_counters',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.accountId),
    kind: text('kind').$type<LimitKind>().notNull(),
    /** The first moments of the day, the week and the month. They never move back, even if a clock is set back. */
    dayFrom: instant('day_from').notNull(),
    dayMinor: amountMinor('day_minor').notNull(),
    weekFrom: instant('week_from').notNull(),
    weekMinor: amountMinor('week_minor').notNull(),
    monthFrom: instant('month_from').notNull(),
    monthMinor: amountMinor('month_minor').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.kind] }),
    check('limit_counters_kind', sql`${table.kind} in ('deposit', 'spend')`),
  ],
);

/** Hashed contacts of excluded players, so that they cannot open another account. */
export const excludedPersons = pgTable(
  'excluded_persons',
  {
    /** Keyed hash of a mailbox or a mobile (platform/campaigns/person.ts). */
    personHash: key('person_hash').notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.accountId),
    /** Null if the exclusion has no end. */
    endsAt: instant('ends_at'),
  },
  (table) => [
    primaryKey({ columns: [table.personHash, table.accountId] }),
    index('excluded_persons_account').on(table.accountId),
  ],
);
