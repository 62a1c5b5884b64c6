import { type AccountOverrides, type AccountParts, createAccountParts } from './account-parts.ts';
import { sweepTakeBacks } from './accounts/contact-changes.ts';
import { sweepPending } from './accounts/pending-contacts.ts';
import { grantDepositBonus } from './campaigns/bonuses.ts';
import { createFingerprintKey, type FingerprintKey } from './campaigns/fingerprint-key.ts';
import { createFingerprints, type Fingerprints } from './campaigns/person.ts';
import { rewardPlay } from './campaigns/play.ts';
import { createPayoutWorker, type PayoutWorker } from './cashier/payout-worker.ts';
import type { PaymentProvider } from './cashier/provider.ts';
import { createPaymentProviders } from './cashier/providers/providers.ts';
import type { Sandbox } from './cashier/providers/sandbox.ts';
import { type CashierService, createCashierService } from './cashier/service.ts';
import type { PlatformConfig } from './config/config.ts';
import { keepPartitionsAhead } from './db/partitions.ts';
import { createDrawEngine, type DrawEngine } from './draws/engine.ts';
import { createPoster, type Poster } from './draws/poster.ts';
import { createDrawService, type DrawService } from './draws/service.ts';
import { createWinnersService, type WinnersService } from './draws/winners-service.ts';
import { createEventHub, type EventHub } from './events/hub.ts';
import { deleteOldEvents } from './events/repository.ts';
import { createFoundation, type Foundation, type FoundationOverrides } from './foundation.ts';
import { createGameService, type GameService } from './games/service.ts';
import { createHousekeeping, type Housekeeping } from './housekeeping.ts';
import { createNonces, type Nonces } from './http/nonces.ts';
import { sweepDocuments } from './identity/sweep.ts';
import { type Announcements } from './limits/announcements.ts';
import { sweepExclusions } from './limits/breaks.ts';
import { createLoyaltyService, type LoyaltyService } from './loyalty/service.ts';
import { notifyOfMoney } from './notifications/money.ts';
import { finishNotices } from './notifications/notices.ts';
import { notify } from './notifications/notify.ts';
import { createSiteParts, type SiteOverrides, type SiteParts } from './site-parts.ts';
import { countEarlierDraws } from './statistics/count-draws.ts';
import { createStatisticsService, type StatisticsService } from './statistics/service.ts';
import { createFreeTickets, type FreeTickets } from './tickets/free-tickets.ts';
import { createTicketService, type TicketService } from './tickets/service.ts';
import { createSummaries, type Summaries } from './transactions/service.ts';
import { createLedger, type Ledger } from './wallet/ledger.ts';
import { createLedgerSealer, type Sealer } from './wallet/seal.ts';
import { createWalletService, type WalletService } from './wallet/service.ts';

interface DrawParts {
  engine: DrawEngine;
  hub: EventHub;
  games: GameService;
  draws: DrawService;
  winners: WinnersService;
  statistics: StatisticsService;
}

interface MoneyParts {
  ledger: Ledger;
  sealer: Sealer;
  poster: Poster;
  wallets: WalletService;
  tickets: TicketService;
  freeTickets: FreeTickets;
  loyalty: LoyaltyService;
  summaries: Summaries;
  cashier: CashierService;
  payouts: PayoutWorker;
  /** The sandbox provider, or null if another payment provider is configured. */
  sandbox: Sandbox | null;
}

/** All services of the platform. `createDeps` creates them, and tests replace some of them. */
export interface Deps extends Foundation, DrawParts, MoneyParts, AccountParts, SiteParts {
  /** Number of days for which the first start generates past draws, if simulated players are configured. */
  historyDays: number;
  fingerprintKey: FingerprintKey;
  fingerprints: Fingerprints;
  nonces: Nonces;
  housekeeping: Housekeeping;
  state: {
    /**
     * Whether all migrations are applied and the past draws are generated. Until then, API calls are rejected with
     * 15500.
     */
    isStarted: boolean;
    /** The username of the demo player, or null if there is no demo player. */
    demoPlayer: string | null;
  };
}

export interface Overrides extends FoundationOverrides, SiteOverrides, AccountOverrides {
  historyDays?: number;
  /** Replaces the configured payment providers. */
  paymentProviders?: readonly PaymentProvider[];
}

function createDrawParts(foundation: Foundation, ledger: Ledger, poster: Poster): DrawParts {
  const { config, catalogue, cluster } = foundation;
  return {
    engine: createDrawEngine({
      ...foundation,
      ledger,
      poster,
      seedPlayers: config.seedPlayers,
      ...(cluster ? { revive: () => cluster.ensureRunning() } : {}),
    }),
    hub: createEventHub(foundation),
    games: createGameService({ catalogue, areSalesOn: config.sales }),
    draws: createDrawService(foundation),
    winners: createWinnersService(foundation),
    statistics: createStatisticsService(foundation),
  };
}

function createMoneyParts(
  foundation: Foundation,
  ledger: Ledger,
  fingerprints: Fingerprints,
  announcements: Announcements,
  overrides: Overrides,
): Omit<MoneyParts, 'poster'> {
  const { config, clock } = foundation;
  const { sandbox, providers } = createPaymentProviders(foundation);
  const paying = {
    ...foundation,
    ledger,
    providers: overrides.paymentProviders ?? providers,
    onMoney: notifyOfMoney({ clock }),
  };
  return {
    ledger,
    sealer: createLedgerSealer(foundation),
    wallets: createWalletService({ ledger }),
    tickets: createTicketService({
      ...foundation,
      ledger,
      areSalesOn: config.sales,
      onPlay: (tx, play) => rewardPlay(tx, play, fingerprints),
    }),
    freeTickets: createFreeTickets({ ...foundation, areSalesOn: config.sales }),
    loyalty: createLoyaltyService({ ...foundation, ledger, areSalesOn: config.sales }),
    summaries: createSummaries(foundation),
    cashier: createCashierService({
      ...paying,
      siteUrl: config.siteUrl,
      onReturned: (tx, deposit) => announcements.depositReturned(tx, deposit),
      onDestination: (tx, { accountId, label }) =>
        notify(tx, accountId, 'destination_added', { label }, clock.now()),
      onDeposit: (tx, event) => grantDepositBonus(tx, event, clock.now()),
    }),
    payouts: createPayoutWorker(paying),
    sandbox,
  };
}

/**
 * Creates all services, but opens no connections. `bringUp` in start.ts opens the connections.
 * @throws ContentFault for an invalid text; its message is one line with file and field
 */
export function createDeps(config: PlatformConfig, overrides: Overrides = {}): Deps {
  const foundation = createFoundation(config, overrides);
  const ledger = createLedger(foundation);
  const fingerprintKey = createFingerprintKey(config.drawSealKeys);
  const fingerprints = createFingerprints(() => fingerprintKey.value());
  const { failures, ...accountParts } = createAccountParts(
    foundation,
    ledger,
    { fingerprints, fingerprintKey },
    overrides,
  );
  const { captcha, ...siteParts } = createSiteParts(foundation, accountParts, overrides);
  const { sessions, otps, messages, accounts, campaigns, documents } = accountParts;
  const poster = createPoster({ ...foundation, ledger, messages });
  const { notifications } = siteParts;
  const moneyParts = createMoneyParts(
    foundation,
    ledger,
    fingerprints,
    accountParts.announcements,
    overrides,
  );
  return {
    ...foundation,
    historyDays: overrides.historyDays ?? 30,
    fingerprintKey,
    fingerprints,
    poster,
    nonces: createNonces(foundation),
    ...createDrawParts(foundation, ledger, poster),
    ...moneyParts,
    ...accountParts,
    ...siteParts,
    housekeeping: createHousekeeping(
      {
        'search index': () => siteParts.search.keepIndexed(),
        sessions: () => sessions.sweep(),
        otps: () => otps.sweep(),
        messages: () => messages.sweep(),
        'login failures': () => failures.sweep(),
        'pending contacts': () => sweepPending(foundation.db, foundation.clock.now()),
        'contact take-backs': () => sweepTakeBacks(foundation.db, foundation.clock.now()),
        exclusions: () => sweepExclusions(foundation.db, foundation.clock.now()),
        'signup answers': () => accounts.signupRepeats.sweep(),
        notifications: () => notifications.sweep(),
        documents: () => sweepDocuments({ ...foundation, ...config, store: documents }),
        payouts: () => moneyParts.payouts.sweep(),
        notices: (signal) => finishNotices(foundation.db, foundation.clock, signal),
        captcha: () => captcha.sweep(),
        events: () => deleteOldEvents(foundation.db, foundation.clock.now()),
        bonuses: () => campaigns.sweepBonuses(),
        referrals: () => campaigns.sweepReferrals(),
        partitions: () => keepPartitionsAhead(foundation, foundation.logger),
        'draw statistics': (signal) => countEarlierDraws(foundation, signal),
      },
      foundation.logger,
    ),
    state: { isStarted: false, demoPlayer: null },
  };
}
