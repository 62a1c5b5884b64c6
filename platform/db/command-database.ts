import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, type DatabasePlace } from '../config/config.ts';
import { createDatabase, type Database } from './database.ts';
import { createEmbeddedCluster } from './embedded.ts';

/** The database for a command-line program. The program works whether or not the platform is running. */
export interface CommandDatabase {
  database: Database;
  /** Starts the embedded server if it is not running. */
  ensureRunning: () => Promise<void>;
  /** Closes the connections, then stops the embedded server if no other program uses it. */
  close: () => Promise<void>;
}

/**
 * Throws if the embedded database does not exist. Call this function before `ensureRunning`, because `ensureRunning`
 * would create a missing database.
 * @throws ConfigError if DATA_DIR contains no database
 */
export async function refuseMissingDatabase(place: DatabasePlace): Promise<void> {
  if (place.kind === 'external') return;
  await stat(join(place.dataDir, 'postgres', 'PG_VERSION')).catch((error: unknown) => {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing)
      throw new ConfigError(
        `${place.dataDir} holds no database: set DATA_DIR to the platform's data folder, or DATABASE_URL`,
      );
  });
}

/**
 * Creates the database connection of a command-line program.
 * @param onStopFailure called if an embedded server cannot be stopped
 */
export function createCommandDatabase(
  place: DatabasePlace,
  onStopFailure: (error: unknown) => void,
): CommandDatabase {
  const cluster = place.kind === 'embedded' ? createEmbeddedCluster(place.dataDir) : null;
  const url = place.kind === 'external' ? place.url : '';
  const database = createDatabase(
    () => cluster?.connection() ?? { connectionString: url },
    () => undefined,
  );
  return {
    database,
    ensureRunning: async () => {
      await cluster?.ensureRunning();
    },
    close: async () => {
      await database.close();
      await cluster?.stopIfUnused().catch(onStopFailure);
    },
  };
}
