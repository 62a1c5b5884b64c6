import type { Logger } from 'pino';
import type { PlatformConfig } from '../config/config.ts';
import { deriveKey } from '../config/derive-key.ts';
import type { Db } from '../db/database.ts';
import { createHousekeeping, type Housekeeping } from '../housekeeping.ts';
import { createMessages, type Messages } from '../messages/service.ts';
import { createMailTransport, createSmsTransport } from '../messages/transports.ts';
import { createOtps, type Otps } from '../otp/service.ts';
import type { Ledger } from '../wallet/ledger.ts';
import type { AccountDeps, AfterSignup, SignupCampaigns } from './context.ts';
import { createLoginFailures } from './login-failures.ts';
import { type Argon2, createPasswords } from './passwords.ts';
import { createPlaces } from './places.ts';
import type { Sessions } from './sessions.ts';

/** What tests and other areas put into the accounts. */
export interface AccountSeams {
  argon2?: Argon2 | undefined;
  /** Promo and referral codes of signups; unset: there are none. */
  campaigns?: SignupCampaigns | undefined;
  afterSignup?: readonly AfterSignup[] | undefined;
}

export interface AccountParts {
  otps: Otps;
  messages: Messages;
  accounts: AccountDeps;
  housekeeping: Housekeeping;
}

/** Accounts and what they stand on: codes, messages, failures. Connects to nothing. */
export function createAccountParts(
  config: PlatformConfig,
  parts: { db: Db; clock: { now(): Date }; logger: Logger; sessions: Sessions; ledger: Ledger },
  { argon2, campaigns, afterSignup = [] }: AccountSeams = {},
): AccountParts {
  const { db, clock, logger, sessions, ledger } = parts;
  const keyFor = (purpose: Parameters<typeof deriveKey>[1]) => deriveKey(config.drawSealKey, purpose);
  const otps = createOtps({ db, clock, key: keyFor('otp') });
  const failures = createLoginFailures({ db, clock, key: keyFor('login failures') });
  const messages = createMessages({
    db,
    clock,
    logger,
    key: keyFor('messages'),
    transports: {
      mail: config.mail && createMailTransport(config.mail),
      sms: config.sms && createSmsTransport(config.sms),
    },
    isOutboxOn: config.outbox,
    siteUrl: config.siteUrl,
  });
  return {
    otps,
    messages,
    accounts: {
      db,
      clock,
      timeZone: config.timeZone,
      sessions,
      passwords: createPasswords({ argon2 }),
      failures,
      otps,
      messages,
      ledger,
      places: createPlaces(),
      campaigns: campaigns ?? null,
      afterSignup,
      minimumWalletMinor: config.minimumWalletMinor,
    },
    housekeeping: createHousekeeping(
      {
        sessions: () => sessions.sweep(),
        otps: () => otps.sweep(),
        messages: () => messages.sweep(),
        'login failures': () => failures.sweep(),
      },
      logger,
    ),
  };
}
