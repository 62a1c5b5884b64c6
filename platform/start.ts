import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { seedPromoCodes } from './campaigns/seed.ts';
import { ConfigError } from './config/config.ts';
import { sqlState } from './db/database.ts';
import { runMigrations } from './db/migrate.ts';
import { keepPartitionsAhead } from './db/partitions.ts';
import { settings } from './db/tables.ts';
import { demoUsername, isDemoOpen } from './demo/account.ts';
import { createDemoPlayer } from './demo/demo-player.ts';
import { completeDemo } from './demo/present.ts';
import type { Deps } from './deps.ts';
import { createHistory } from './draws/history.ts';
import { sealedSeeds } from './draws/repository.ts';
import { seedRewards } from './loyalty/rewards.ts';

const retryMs = 1000;

const socketFailures = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
]);

/**
 * Whether a retry may succeed after this error. For example, it may succeed if a database container is still starting,
 * but not if the password is wrong.
 */
function isUnreachable(error: unknown): boolean {
  const state = sqlState(error);
  // 57P03 means that PostgreSQL is starting. Codes that begin with 08 are connection exceptions.
  if (state !== undefined) return state === '57P03' || state.startsWith('08');
  if (!(error instanceof Error)) return false;
  if ('code' in error && socketFailures.has(String(error.code))) return true;
  // Errors that the package pg creates have no code, so compare their messages.
  return /timeout expired|Connection terminated/.test(error.message) || isUnreachable(error.cause);
}

async function checkSealKey({ database, vault }: Deps): Promise<void> {
  for (const { drawId, sealedSeed } of await sealedSeeds(database.db)) {
    try {
      vault.open(sealedSeed, drawId);
    } catch {
      throw new ConfigError(
        `DRAW_SEAL_KEY does not open the seed of ${drawId}: start with the DRAW_SEAL_KEY that committed it`,
      );
    }
  }
}

/**
 * Checks that the configured time zone equals the stored time zone. Draws are numbered from midnight in the site's time
 * zone, so another time zone would give the same draws other numbers.
 */
async function checkTimeZone({ database, config }: Deps): Promise<void> {
  await database.db
    .insert(settings)
    .values({ name: 'time_zone', value: config.timeZone })
    .onConflictDoNothing();
  const [known] = await database.db.select().from(settings).where(eq(settings.name, 'time_zone'));
  if (known && known.value !== config.timeZone) {
    throw new ConfigError(
      `TIME_ZONE is ${config.timeZone}, but the draws of this database are numbered in ${known.value}: set TIME_ZONE to that`,
    );
  }
}

/**
 * Starts the embedded PostgreSQL, runs migrations, and checks the time zone and the key that encrypts the draws' seeds.
 * At the first start, also generates past draws if simulated players are configured. Afterwards, the platform answers
 * API calls. If the database is unreachable, retries until `signal` aborts.
 * @param beforeCalls the last step before API calls are answered
 */
export async function bringUp(
  deps: Deps,
  { signal, beforeCalls }: { signal?: AbortSignal; beforeCalls?: () => Promise<void> } = {},
): Promise<void> {
  const { database, cluster, logger, config, clock } = deps;
  await cluster?.ensureRunning();
  for (;;) {
    try {
      await runMigrations(database, {
        onRetry: (error) => logger.warn({ err: error }, 'migration waits for a lock, retrying'),
      });
      break;
    } catch (error) {
      if (!isUnreachable(error) || signal?.aborted) throw error;
      logger.warn({ err: error }, 'database unreachable, retrying');
      await wait(retryMs, undefined, signal ? { signal } : {});
    }
  }
  await checkSealKey(deps);
  // Create the partitions before the first draws. The tickets of these draws are then stored in the partition of their
  // month.
  await keepPartitionsAhead(deps, logger);
  await deps.fingerprintKey.load(database.db);
  await checkTimeZone(deps);
  const { demoPassword } = config;
  if (config.seedPlayers) {
    await seedPromoCodes(database.db);
    await seedRewards(database.db);
    const began = performance.now();
    const now = clock.now();
    const { historyDays, catalogue, sandbox, fingerprints, accounts } = deps;
    const { timeZone } = config;
    const demo =
      sandbox && demoPassword !== null
        ? createDemoPlayer(
            { catalogue, sandbox, fingerprints, logger, passwords: accounts.passwords, timeZone },
            demoPassword,
            now,
            historyDays,
          )
        : null;
    const made = await createHistory(deps, now, historyDays, demo);
    if (made > 0)
      logger.info({ draws: made, tookMs: Math.round(performance.now() - began) }, 'history created');
  }
  const [isOpen] = await Promise.all([
    // The operator may have changed or removed the demo player, so check whether the demo password still works.
    demoPassword !== null && isDemoOpen(database.db, deps.accounts.passwords, demoPassword),
    deps.hub.start(),
  ]);
  deps.state.demoPlayer = isOpen ? demoUsername : null;
  deps.messages.start();
  deps.housekeeping.start();
  if (!config.mail && !config.outbox)
    logger.warn('MAIL_URL is unset: mails expire unsent, and players cannot reset passwords');
  deps.documents
    .check()
    .catch((error: unknown) =>
      logger.warn({ err: error }, 'the document store cannot be used, so players cannot send documents'),
    );
  await beforeCalls?.();
  deps.state.isStarted = true;
  const { sandbox } = deps;
  if (isOpen && sandbox && config.seedPlayers)
    await completeDemo({ ...deps, sandbox }).catch((error: unknown) => {
      logger.warn({ err: error }, 'the demo player has no open tickets');
    });
}

/**
 * Stops everything that `bringUp` and the engine started. Work in progress is finished first. PostgreSQL stops last.
 */
export async function shutDown({
  engine,
  hub,
  messages,
  housekeeping,
  sealer,
  payouts,
  poster,
  sandbox,
  database,
  cluster,
  logger,
}: Deps): Promise<void> {
  await engine.stop();
  await hub.stop();
  await housekeeping.stop();
  await messages.stop();
  await payouts.stop();
  await poster.stop();
  await sealer.stop();
  await sandbox?.stop();
  await database.close();
  const outcome = await cluster?.stopIfUnused().catch((error: unknown) => {
    logger.warn({ err: error }, 'stopping PostgreSQL failed');
    return 'in use';
  });
  if (outcome) logger.info({ postgres: outcome }, 'platform stopped');
}
