import type { Logger } from 'pino';
import { createSessions, type Sessions } from './accounts/sessions.ts';
import { type AccountParts, type AccountSeams, createAccountParts } from './accounts/wiring.ts';
import { deposited } from './campaigns/bonuses.ts';
import { createFingerprints, type Fingerprints } from './campaigns/person.ts';
import { played } from './campaigns/play.ts';
import { type CampaignService, createCampaignService } from './campaigns/service.ts';
import { createSignupBonuses } from './campaigns/signup-campaigns.ts';
import { createSandbox, type Sandbox } from './cashier/providers/sandbox.ts';
import { type CashierService, createCashierService } from './cashier/service.ts';
import type { PlatformConfig } from './config/config.ts';
import { deriveKey } from './config/derive-key.ts';
import { createDatabase, type Database } from './db/database.ts';
import { createEmbeddedCluster, type EmbeddedCluster } from './db/embedded.ts';
import { createDrawEngine, type DrawEngine } from './draws/engine.ts';
import { createSeedVault, type SeedVault } from './draws/seed-vault.ts';
import { createDrawService, type DrawService } from './draws/service.ts';
import { createWinnersService, type WinnersService } from './draws/winners-service.ts';
import { createEventHub, type EventHub } from './events/hub.ts';
import { catalogue as allGames, type GameDefinition } from './games/catalogue.ts';
import { createGameService, type GameService } from './games/service.ts';
import { createLogger } from './logger.ts';
import { tellOfMoney } from './notifications/money.ts';
import { notify } from './notifications/notify.ts';
import { createSiteServices, type SiteServices } from './site-services.ts';
import { createTicketService, type TicketService } from './tickets/service.ts';
import { createSummaries, type Summaries } from './transactions/service.ts';
import { createLedger, type Ledger } from './wallet/ledger.ts';
import { createPoster, type Poster } from './wallet/post-draw.ts';
import { createSealer, type Sealer } from './wallet/seal.ts';
import { createWalletService, type WalletService } from './wallet/service.ts';

/** What the program is made of, made in one place; tests replace parts. */
export interface Deps extends AccountParts, SiteServices {
  config: PlatformConfig;
  logger: Logger;
  clock: { now(): Date };
  catalogue: readonly GameDefinition[];
  /** Days of history that the first start makes, where there are seeded players. */
  historyDays: number;
  cluster: EmbeddedCluster | null;
  database: Database;
  vault: SeedVault;
  engine: DrawEngine;
  hub: EventHub;
  games: GameService;
  draws: DrawService;
  winners: WinnersService;
  sessions: Sessions;
  ledger: Ledger;
  sealer: Sealer;
  poster: Poster;
  wallets: WalletService;
  tickets: TicketService;
  summaries: Summaries;
  cashier: CashierService;
  campaigns: CampaignService;
  fingerprints: Fingerprints;
  /** Where payments are the sandbox's. */
  sandbox: Sandbox | null;
  /** Whether migrations and history are done: calls are refused before. */
  state: {
    isStarted: boolean;
    /** The demo player's name, where somebody can log in as such. */
    demoPlayer: string | null;
  };
}

export type Overrides = Partial<Pick<Deps, 'logger' | 'clock' | 'catalogue' | 'historyDays' | 'database'>> &
  AccountSeams;

/** Makes everything and connects to nothing: start.ts brings it up. */
export function createDeps(config: PlatformConfig, overrides: Overrides = {}): Deps {
  const { clock = { now: () => new Date() }, catalogue = allGames, historyDays = 30 } = overrides;
  const logger = overrides.logger ?? createLogger(config.logLevel);
  const { timeZone, seedPlayers } = config;
  const cluster = config.database.kind === 'embedded' ? createEmbeddedCluster(config.database.dataDir) : null;
  const url = config.database.kind === 'external' ? config.database.url : '';
  const database =
    overrides.database ??
    createDatabase(
      () => cluster?.connection() ?? { connectionString: url },
      (error) => logger.warn({ err: error }, 'a connection to the database broke'),
    );
  const { db } = database;
  const vault = createSeedVault(config.drawSealKey);
  const ledger = createLedger({ db, clock });
  const sessions = createSessions({ db, clock, idleMs: config.sessionIdleMs });
  const sandbox =
    config.paymentProvider === 'sandbox'
      ? createSandbox({
          db,
          clock,
          logger,
          secret: deriveKey(config.drawSealKey, 'payments'),
          publicOrigin: config.sandboxOrigin ?? config.siteUrl,
        })
      : null;
  const fingerprints = createFingerprints(deriveKey(config.drawSealKey, 'campaigns'));
  const signup = createSignupBonuses({ db, ledger, clock, fingerprints });
  const accountParts = createAccountParts(
    config,
    { db, clock, logger, sessions, ledger },
    {
      ...overrides,
      campaigns: overrides.campaigns ?? signup,
      afterSignup: [
        ({ accountId }, on) => notify(on, accountId, 'welcome', {}, clock.now()),
        ...(overrides.afterSignup ?? []),
      ],
    },
  );
  const siteServices = createSiteServices(config, { db, clock, logger, catalogue, ...accountParts });
  accountParts.housekeeping.add(siteServices.siteSweeps);
  const { messages } = accountParts;
  const { siteUrl } = config;
  const campaigns = createCampaignService({ db, ledger, clock, messages, fingerprints, signup, siteUrl });
  accountParts.housekeeping.add({
    bonuses: () => campaigns.sweepBonuses(),
    referrals: () => campaigns.sweepReferrals(),
  });
  return {
    config,
    logger,
    clock,
    catalogue,
    historyDays,
    cluster,
    database,
    vault,
    engine: createDrawEngine({
      database,
      catalogue,
      vault,
      clock,
      timeZone,
      seedPlayers,
      ledger,
      logger,
      ...(cluster ? { revive: () => cluster.ensureRunning() } : {}),
    }),
    hub: createEventHub({ database, logger }),
    games: createGameService(catalogue),
    draws: createDrawService({ db, catalogue, clock, timeZone }),
    winners: createWinnersService({ db, catalogue, clock, timeZone }),
    sessions,
    ...accountParts,
    ...siteServices,
    ledger,
    sealer: createSealer({ db, clock, logger }),
    poster: createPoster({ db, ledger, catalogue, clock, logger }),
    wallets: createWalletService({ ledger }),
    tickets: createTicketService({
      db,
      catalogue,
      ledger,
      clock,
      areSalesOn: config.sales,
      onPlay: (tx, play) => played(tx, play, fingerprints),
    }),
    summaries: createSummaries({
      db,
      catalogue,
      clock,
      timeZone,
      cursorKey: deriveKey(config.drawSealKey, 'cursors'),
    }),
    cashier: createCashierService({
      db,
      ledger,
      clock,
      providers: sandbox ? [sandbox] : [],
      onMoney: tellOfMoney({ clock }),
      onDeposit: (tx, event) => deposited(tx, event, clock.now()),
    }),
    campaigns,
    fingerprints,
    sandbox,
    state: { isStarted: false, demoPlayer: null },
  };
}
