import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hash, verify } from '@node-rs/argon2';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';

import type { Argon2 } from '../../platform/accounts/passwords.ts';
import { buildApp } from '../../platform/app.ts';
import type { PlatformConfig } from '../../platform/config/config.ts';
import { parseInputBounds } from '../../platform/config/input-bounds.ts';
import type { Library } from '../../platform/content/library.ts';
import { type ContentService, createContentService } from '../../platform/content/service.ts';
import { createDatabase, type Database } from '../../platform/db/database.ts';
import { runMigrations } from '../../platform/db/migrate.ts';
import { createDeps, type Deps, type Overrides } from '../../platform/deps.ts';
import type { GameDefinition } from '../../platform/games/catalogue.ts';
import { documentsOf, type SearchDocument } from '../../platform/search/documents.ts';
import { bringUp, shutDown } from '../../platform/start.ts';
import type { CallName, CallRequest, CallResponse } from '../../shared/contract/calls.ts';
import type { Answer } from '../../shared/contract/envelope.ts';
import { createTestDatabase, templateDatabase } from './database.ts';

/** Keys with which every test platform is configured. */
export const testKeys = {
  apiKey: 'test-api-key-0123456789',
  hash: 'test-hash-0123456789abcdef',
  ucid: 'golden_lotto',
  drawSealKey: '5ea1'.repeat(16),
} as const;

export const authHeaders = { 'x-api-key': testKeys.apiKey, 'x-hash': testKeys.hash } as const;

export interface TestClock {
  now(): Date;
  set(to: Date): void;
  advance(ms: number): void;
}

const createTestClock = (start: Date): TestClock => {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    set: (to) => {
      at = to.getTime();
    },
    advance: (ms) => {
      at += ms;
    },
  };
};

export interface TestPlatformOptions {
  /**
   * Start time of a fixed clock, which only the test moves. With a fixed clock, the draw engine runs only when the test
   * calls it.
   */
  now?: Date;
  /**
   * Number of days of generated draws, tickets and wins. Without `now` the default is 8, which gives every game a
   * result.
   */
  historyDays?: number;
  /** Whether seeded players buy tickets. The default is true with history, and false without. */
  seedPlayers?: boolean;
  /** A running platform whose database the new platform shares. */
  beside?: Pick<TestPlatform, 'databaseUrl'>;
  catalogue?: readonly GameDefinition[];
  config?: Partial<PlatformConfig>;
  database?: Database;
  /**
   * Replaces parts of the platform, for example the batch sizes of draws. Without `argon2`, passwords are hashed at the
   * lowest cost.
   */
  overrides?: Pick<Overrides, 'argon2' | 'signupCampaigns' | 'drawSizes' | 'paymentProviders'>;
  logger?: Logger;
}

export interface TestPlatform {
  /** Origin on 127.0.0.1 on which the platform listens. */
  url: string;
  databaseUrl: string;
  clock: TestClock;
  app: FastifyInstance;
  deps: Deps;
  /** Makes a call in the same way as the site. `envelope` and `headers` replace values that the site would send. */
  call<N extends CallName>(
    name: N,
    data: CallRequest<N>,
    change?: { envelope?: Record<string, unknown>; headers?: Record<string, string> },
  ): Promise<{ status: number; body: Answer<CallResponse<N>> }>;
  stop(): Promise<void>;
}

/** Fields that the site sends with each call. */
export const envelope = {
  ucid: testKeys.ucid,
  channel: 2,
  device_type: 'DESKTOP',
  app_type: 'WEB',
} as const;

const DEFAULT_DAYS = 8;

/** Hashes passwords at the lowest cost. With the platform's default cost, one hash takes as long as several calls. */
export const cheapArgon2: Argon2 = {
  hash: (password) => hash(password, { memoryCost: 1024, timeCost: 1, parallelism: 1 }),
  verify: (hashed, password) => verify(hashed, password),
};

const contentDir = path.resolve(import.meta.dirname, '../../platform/content');

let content: ContentService | undefined;

/** All platforms of a worker share the shipped texts, because reading them takes most of a platform's start time. */
const sharedContent = (): ContentService =>
  (content ??= createContentService({
    contentDir,
    watch: false,
    onFault: (error) => {
      throw error;
    },
  }));

const documents = new WeakMap<Library, Map<string, SearchDocument[]>>();

/** Returns the search documents for the shared texts. All platforms with the same games share these documents. */
const sharedDocumentsOf: typeof documentsOf = (library, catalogue) => {
  const known = documents.get(library) ?? new Map<string, SearchDocument[]>();
  documents.set(library, known);
  const games = JSON.stringify(catalogue);
  const found = known.get(games) ?? documentsOf(library, catalogue);
  known.set(games, found);
  return found;
};

/** Returns the shared texts, unless the test configures its own texts. */
const sharedTexts = (config: Partial<PlatformConfig> = {}): Pick<Overrides, 'content' | 'documentsOf'> =>
  config.contentDir || config.watchContent
    ? {}
    : { content: sharedContent(), documentsOf: sharedDocumentsOf };

/** Each database has its own folder of documents. The folder is created with the first document. */
const documentsFolder = (databaseUrl: string): string =>
  path.join(tmpdir(), 'golden-lotto-documents', path.basename(new URL(databaseUrl).pathname));

const configFor = (databaseUrl: string, seedPlayers: boolean): PlatformConfig => ({
  port: 0,
  host: '127.0.0.1',
  database: { kind: 'external', url: databaseUrl },
  apiKeys: [testKeys.apiKey],
  hashes: [testKeys.hash],
  drawSealKeys: [testKeys.drawSealKey],
  ucid: testKeys.ucid,
  signing: 'static',
  timeZone: 'Asia/Kolkata',
  seedPlayers,
  demoPassword: null,
  inputBounds: parseInputBounds(undefined),
  sales: true,
  paymentProvider: 'sandbox',
  stripe: null,
  sandboxOrigin: null,
  siteUrl: null,
  siteLanguages: ['en'],
  mail: null,
  sms: null,
  outbox: true,
  sessionIdleMs: null,
  minimumWalletMinor: 10_000,
  documents: { kind: 'folder', folder: documentsFolder(databaseUrl) },
  documentDays: 90,
  supportEmail: null,
  contentDir,
  watchContent: false,
  logLevel: 'silent',
});

const connected = (url: string) =>
  createDatabase(
    () => ({ connectionString: url }),
    () => undefined,
    4,
  );

/**
 * Returns a migrated database that is created once per test run and copied for each platform. The database contains the
 * search index, and generated history if the test needs history. Compared with a new database, a copy halves the start
 * time of an empty platform. For a platform with history, it reduces the start time to a tenth.
 */
const templateFor = async (
  { now, catalogue, config }: TestPlatformOptions,
  historyDays: number,
): Promise<string> => {
  if (historyDays === 0 || catalogue || config)
    return templateDatabase('migrated', async (url) => {
      const logger = pino({ level: 'silent' });
      const deps = createDeps(configFor(url, false), { logger, database: connected(url), ...sharedTexts() });
      await runMigrations(deps.database);
      await deps.search.refresh();
      await deps.database.close();
    });
  return templateDatabase(`h${historyDays}_${now?.getTime() ?? 'now'}`, async (url) => {
    const clock = createTestClock(now ?? new Date());
    const deps = createDeps(configFor(url, true), {
      logger: pino({ level: 'silent' }),
      historyDays,
      clock,
      database: connected(url),
      ...sharedTexts(),
    });
    await bringUp(deps);
    await shutDown(deps);
  });
};

/** Starts a whole platform in this process, on a free port and with its own database. */
export const startPlatform = async (options: TestPlatformOptions = {}): Promise<TestPlatform> => {
  const { now, beside } = options;
  const historyDays = options.historyDays ?? (now || beside ? 0 : DEFAULT_DAYS);
  const seedPlayers = options.seedPlayers ?? historyDays > 0;
  const logger = options.logger ?? pino({ level: 'silent' });
  const own = beside ? null : await createTestDatabase(await templateFor(options, historyDays));
  const databaseUrl = beside?.databaseUrl ?? own?.url ?? '';
  const standing = createTestClock(now ?? new Date());
  const deps = createDeps(
    { ...configFor(databaseUrl, seedPlayers), ...options.config },
    {
      logger,
      historyDays,
      database: options.database ?? connected(databaseUrl),
      ...(now ? { clock: standing } : {}),
      ...(options.catalogue ? { catalogue: options.catalogue } : {}),
      argon2: cheapArgon2,
      ...sharedTexts(options.config),
      ...options.overrides,
    },
  );
  const app = buildApp(deps);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  await bringUp(deps).catch(async (error: unknown) => {
    await app.close();
    await shutDown(deps);
    await own?.drop();
    throw error;
  });
  if (!now) deps.engine.start();
  let stopped: Promise<void> | undefined;
  return {
    url,
    databaseUrl,
    clock: standing,
    app,
    deps,
    call: async (name, data, change = {}) => {
      const response = await fetch(`${url}/api/v1/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...authHeaders, ...change.headers },
        body: JSON.stringify({
          ...envelope,
          data,
          ...change.envelope,
        }),
      });
      const body: Answer<CallResponse<typeof name>> = await response.json();
      return { status: response.status, body };
    },
    stop: () =>
      (stopped ??= (async () => {
        await app.close();
        await shutDown(deps);
        await own?.drop();
        if (own) await rm(documentsFolder(databaseUrl), { recursive: true, force: true });
      })()),
  };
};
