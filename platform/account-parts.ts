import type { AccountDeps, SignupCampaigns } from './accounts/context.ts';
import { createLoginFailures, type LoginFailures } from './accounts/login-failures.ts';
import { createCheckPassword } from './accounts/password-attempts.ts';
import { type Argon2, createPasswords } from './accounts/passwords.ts';
import { createPlaces } from './accounts/places.ts';
import { createSessions, type Sessions } from './accounts/sessions.ts';
import { createSignupRepeats } from './accounts/signup-repeats.ts';
import { type FingerprintKey } from './campaigns/fingerprint-key.ts';
import { type Fingerprints } from './campaigns/person.ts';
import { type CampaignService, createCampaignService } from './campaigns/service.ts';
import { createSignupBonuses } from './campaigns/signup-campaigns.ts';
import { operatorEmailIn } from './content/operator-facts.ts';
import { type Foundation } from './foundation.ts';
import { createDocumentStore } from './identity/create-store.ts';
import type { DocumentStore } from './identity/document-store.ts';
import { createDocumentVault } from './identity/document-vault.ts';
import { createIdentityService, type IdentityService } from './identity/service.ts';
import { type Announcements, createAnnouncements } from './limits/announcements.ts';
import { findExcludedContact } from './limits/breaks.ts';
import { createLimitService, type LimitService } from './limits/service.ts';
import { createMessages, type Messages } from './messages/service.ts';
import { createMailTransport, createSmsTransport } from './messages/transports.ts';
import { notify } from './notifications/notify.ts';
import { createOtps, type Otps } from './otp/service.ts';
import { type Ledger } from './wallet/ledger.ts';

/** The services of accounts, messages, promotions and limits. */
export interface AccountParts {
  sessions: Sessions;
  otps: Otps;
  messages: Messages;
  accounts: AccountDeps;
  campaigns: CampaignService;
  identity: IdentityService;
  documents: DocumentStore;
  limits: LimitService;
  announcements: Announcements;
}

export interface AccountOverrides {
  argon2?: Argon2;
  /** Handles promo and referral codes at signup. */
  signupCampaigns?: SignupCampaigns;
}

export function createAccountParts(
  foundation: Foundation,
  ledger: Ledger,
  { fingerprints, fingerprintKey }: { fingerprints: Fingerprints; fingerprintKey: FingerprintKey },
  overrides: AccountOverrides,
): AccountParts & { failures: LoginFailures } {
  const { config, clock, db, keysFor } = foundation;
  const sessions = createSessions({ db, clock, idleMs: config.sessionIdleMs });
  const otps = createOtps({ db, clock, keys: keysFor('otp'), digits: config.inputBounds.otp_max });
  const failures = createLoginFailures({ db, clock, key: keysFor('login failures')[0] });
  const messages = createMessages({
    ...foundation,
    keys: keysFor('messages'),
    transports: {
      mail: config.mail && createMailTransport(config.mail),
      sms: config.sms && createSmsTransport(config.sms),
    },
    isOutboxOn: config.outbox,
    siteUrl: config.siteUrl,
    siteLanguages: config.siteLanguages,
    support: config.supportEmail ?? operatorEmailIn(config.contentDir),
    unsubscribeKey: () => fingerprintKey.value(),
  });
  const signup = createSignupBonuses({ db, ledger, clock, fingerprints });
  const passwords = createPasswords({ argon2: overrides.argon2 });
  const checkPassword = createCheckPassword({ ...foundation, passwords, failures, messages });
  const documents = createDocumentStore(config.documents);
  const announcements = createAnnouncements(foundation);
  return {
    sessions,
    otps,
    messages,
    failures,
    documents,
    identity: createIdentityService({
      db,
      clock,
      store: documents,
      vault: createDocumentVault(config.drawSealKeys),
    }),
    announcements,
    limits: createLimitService({
      ...foundation,
      sessions,
      fingerprints,
      checkPassword,
      failures,
      announcements,
    }),
    accounts: {
      ...foundation,
      sessions,
      passwords,
      failures,
      checkPassword,
      signupRepeats: createSignupRepeats({ db, clock, keys: keysFor('signups'), failures, checkPassword }),
      otps,
      messages,
      ledger,
      places: createPlaces(),
      campaigns: overrides.signupCampaigns ?? signup,
      findExcluded: (contacts, on = db) => findExcludedContact(on, fingerprints, contacts, clock.now()),
      afterSignup: [({ accountId }, on) => notify(on, accountId, 'welcome', {}, clock.now())],
      minimumWalletMinor: config.minimumWalletMinor,
      siteUrl: config.siteUrl,
      siteLanguages: config.siteLanguages,
    },
    campaigns: createCampaignService({
      ...foundation,
      ledger,
      messages,
      fingerprints,
      signup,
      siteUrl: config.siteUrl,
      siteLanguages: config.siteLanguages,
    }),
  };
}
