import { drizzle } from 'drizzle-orm/node-postgres';
import { destination, pino } from 'pino';
import { createSessions } from '../accounts/sessions.ts';
import { ConfigError, inputBoundsOf } from '../config/config.ts';
import { readDatabaseConfig } from '../config/database-config.ts';
import { Environment } from '../config/environment.ts';
import { readDocumentPlace } from '../config/read-document-place.ts';
import { createCommandDatabase, refuseMissingDatabase } from '../db/command-database.ts';
import { catalogue } from '../games/catalogue.ts';
import { createDocumentStore } from '../identity/create-store.ts';
import { createLedger } from '../wallet/ledger.ts';
import type { AdminDeps } from './context.ts';

/** The maximum time for which a command waits for a lock. */
const lockLimit = '15s';

/**
 * Connects to the platform's database with the settings of the platform. The connection has no statement timeout,
 * because the correction of a large draw takes longer than the platform's timeout.
 * @throws ConfigError for an invalid setting
 */
export async function open(
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ deps: AdminDeps; close: () => Promise<void> }> {
  const { database: databasePlace, drawSealKeys } = await readDatabaseConfig(env);
  const zone = Environment.shape.TIME_ZONE.safeParse(env['TIME_ZONE'] || undefined);
  if (!zone.success) throw new ConfigError(`TIME_ZONE ${zone.error.issues[0]?.message ?? 'is malformed'}`);
  const documents = createDocumentStore(readDocumentPlace(env));
  const inputBounds = inputBoundsOf(env['INPUT_BOUNDS'] || undefined);
  await refuseMissingDatabase(databasePlace);
  const { database, ensureRunning, close } = createCommandDatabase(databasePlace, (error) => {
    throw error;
  });
  try {
    await ensureRunning();
    const client = await database.connect();
    await client.query(`set lock_timeout = '${lockLimit}'`);
    const db = drizzle({ client });
    const clock = { now: () => new Date() };
    return {
      deps: {
        db,
        clock,
        documents,
        catalogue,
        drawSealKeys,
        inputBounds,
        timeZone: zone.data,
        ledger: createLedger({ db, clock }),
        // Log to standard error, because standard output contains only the command's result.
        logger: pino({ level: 'warn' }, destination(2)),
        sessions: createSessions({ db, clock, idleMs: null }),
      },
      close,
    };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}
