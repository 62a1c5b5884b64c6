import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { createSessions } from '../accounts/sessions.ts';
import { readBackupConfig } from '../backup/config.ts';
import { Environment } from '../config/config.ts';
import { createDatabase } from '../db/database.ts';
import { createEmbeddedCluster } from '../db/embedded.ts';
import { catalogue } from '../games/catalogue.ts';
import { createLedger } from '../wallet/ledger.ts';
import type { AdminDeps } from './context.ts';
import { AdminFailure } from './failure.ts';

/** Somebody who holds what a command needs is waited for, and not forever. */
const lockLimit = '15s';

/** To look for an embedded database would make one. */
async function refuseMissing(dataDir: string): Promise<void> {
  await stat(join(dataDir, 'postgres', 'PG_VERSION')).catch(() => {
    throw new AdminFailure(
      'configuration',
      `${dataDir} holds no database: set DATA_DIR to the platform's data folder, or DATABASE_URL`,
    );
  });
}

/**
 * Connects to the platform's database, by the variables that the platform goes by. An embedded one is started where it
 * does not run, and stopped at the end unless somebody came meanwhile. One connection without time limits: the money of
 * a large draw may take longer than any call.
 * @throws BackupFailure, AdminFailure where a variable is wrong
 */
export async function open(
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ deps: AdminDeps; close: () => Promise<void> }> {
  const { database: place, drawSealKey } = await readBackupConfig(env);
  const zone = Environment.shape.TIME_ZONE.safeParse(env['TIME_ZONE'] || undefined);
  if (!zone.success)
    throw new AdminFailure('configuration', `TIME_ZONE ${zone.error.issues[0]?.message ?? 'is malformed'}`);
  if (place.kind === 'embedded') await refuseMissing(place.dataDir);
  const cluster = place.kind === 'embedded' ? createEmbeddedCluster(place.dataDir) : null;
  const url = place.kind === 'external' ? place.url : '';
  const database = createDatabase(
    () => cluster?.connection() ?? { connectionString: url },
    () => undefined,
  );
  const close = async () => {
    await database.close();
    await cluster?.stopIfUnused();
  };
  try {
    await cluster?.ensureRunning();
    const client = await database.connect();
    await client.query(`set lock_timeout = '${lockLimit}'`);
    const db = drizzle({ client });
    const clock = { now: () => new Date() };
    return {
      deps: {
        db,
        clock,
        catalogue,
        drawSealKey,
        timeZone: zone.data,
        ledger: createLedger({ db, clock }),
        sessions: createSessions({ db, clock, idleMs: null }),
      },
      close,
    };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}
