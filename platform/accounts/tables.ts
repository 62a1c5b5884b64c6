import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant, key } from '../db/columns.ts';

export type AccountStatus = 'active' | 'suspended' | 'excluded' | 'deleted';
export type KycState = 'none' | 'pending' | 'approved' | 'refused';

/** Players. The key columns contain normalised usernames, mail addresses and mobiles, and are unique. */
export const accounts = pgTable(
  'accounts',
  {
    accountId: uuid('account_id').primaryKey().defaultRandom(),
    username: text('username').notNull(),
    usernameKey: key('username_key').notNull(),
    passwordHash: text('password_hash').notNull(),
    email: text('email'),
    emailKey: key('email_key'),
    emailVerifiedAt: instant('email_verified_at'),
    /** International number, such as +919876543210. */
    mobile: key('mobile'),
    mobileVerifiedAt: instant('mobile_verified_at'),
    /** Country (ISO 3166-1 alpha-2) and state (ISO 3166-2). The state is null in countries without states. */
    countryId: text('country_id'),
    stateId: text('state_id'),
    currencyCode: text('currency_code').notNull(),
    language: text('language').notNull(),
    avatarImage: text('avatar_image').notNull(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    birthDate: date('birth_date', { mode: 'string' }),
    street: text('street'),
    city: text('city'),
    postCode: text('post_code'),
    wantsPromotions: boolean('wants_promotions').notNull().default(false),
    /** Whether the player wants the operator's public notices by mail. */
    wantsNoticeMails: boolean('wants_notice_mails').notNull().default(false),
    /** Whether the player agreed to appear in lists of winners, under a masked alias. */
    showInWinners: boolean('show_in_winners').notNull().default(false),
    /** Time at which the player asked for a mail about each draw that they win. Null if they want no such mails. */
    winMailsSince: instant('win_mails_since'),
    status: text('status').$type<AccountStatus>().notNull().default('active'),
    /** The end of a suspension or exclusion. Null if no end date is set. */
    statusUntil: instant('status_until'),
    /** The end of the player's last time-out. Null if the player never took one. */
    timedOutUntil: instant('timed_out_until'),
    kycState: text('kyc_state').$type<KycState>().notNull().default('none'),
    referralCode: key('referral_code').notNull(),
    referredBy: uuid('referred_by'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('accounts_username').on(table.usernameKey),
    uniqueIndex('accounts_email').on(table.emailKey),
    uniqueIndex('accounts_mobile').on(table.mobile),
    uniqueIndex('accounts_referral_code').on(table.referralCode),
    index('accounts_referred_by').on(table.referredBy),
    // Partial index of the few players whose identity an operator must check.
    index('accounts_unchecked').on(table.usernameKey).where(sql`${table.kycState} = 'pending'`),
    check('accounts_status', sql`${table.status} in ('active', 'suspended', 'excluded', 'deleted')`),
    check('accounts_kyc_state', sql`${table.kycState} in ('none', 'pending', 'approved', 'refused')`),
  ],
);

/** Open sessions. The table does not contain session tokens, but only their hashes. */
export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token, as hex. */
    tokenHash: key('token_hash').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.accountId),
    openedAt: instant('opened_at').notNull(),
    usedAt: instant('used_at').notNull(),
    /** Names of the browser and the operating system that opened the session. Null if unknown. */
    browser: text('browser'),
    system: text('system'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('sessions_account').on(table.accountId), index('sessions_expires').on(table.expiresAt)],
);

/**
 * New contacts of accounts. A new contact replaces the current contact when the player enters the one-time password
 * that the new contact received.
 */
export const pendingContacts = pgTable(
  'pending_contacts',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.accountId),
    channel: text('channel').$type<'mail' | 'sms'>().notNull(),
    /** The mail address or mobile, normalised as in `accounts`. */
    address: key('address').notNull(),
    requestedAt: instant('requested_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.channel] }),
    index('pending_contacts_address').on(table.address),
    index('pending_contacts_requested').on(table.requestedAt),
    check('pending_contacts_channel', sql`${table.channel} in ('mail', 'sms')`),
  ],
);

/**
 * The contacts that an account had before a change. Each trusted old contact receives a link that restores all old
 * contacts.
 */
export const contactTakeBacks = pgTable(
  'contact_take_backs',
  {
    /** SHA-256, as hex, of the token in the link. */
    tokenHash: key('token_hash').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.accountId),
    /** The channel of the contact that received the link. */
    channel: text('channel').$type<'mail' | 'sms'>().notNull(),
    email: text('email'),
    emailVerifiedAt: instant('email_verified_at'),
    mobile: key('mobile'),
    mobileVerifiedAt: instant('mobile_verified_at'),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    index('contact_take_backs_account').on(table.accountId, table.changedAt),
    index('contact_take_backs_changed').on(table.changedAt),
    check('contact_take_backs_channel', sql`${table.channel} in ('mail', 'sms')`),
  ],
);

/**
 * Number of wrong passwords for each username and client address. Username and address are stored only as a keyed hash.
 */
export const loginFailures = pgTable(
  'login_failures',
  {
    /** Keyed hash of username and address. */
    subject: key('subject').primaryKey(),
    failures: smallint('failures').notNull(),
    firstFailedAt: instant('first_failed_at').notNull(),
    lastFailedAt: instant('last_failed_at').notNull(),
    lockedUntil: instant('locked_until'),
  },
  (table) => [index('login_failures_last').on(table.lastFailedAt)],
);

/** Responses to signups with an idempotency key. A client that did not receive the response can repeat the request. */
export const signupAnswers = pgTable(
  'signup_answers',
  {
    /** Keyed hash of the idempotency key. */
    keyHash: key('key_hash').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.accountId),
    /** Keyed hash of the request without its password. */
    requestHash: key('request_hash').notNull(),
    /** The encrypted response. It contains the token of the session. */
    sealedAnswer: text('sealed_answer').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('signup_answers_account').on(table.accountId),
    index('signup_answers_created').on(table.createdAt),
  ],
);
