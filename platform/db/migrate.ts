import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Database } from './database.ts';

/** Beside this file, in the source as in dist/. */
export const migrationsDir = fileURLToPath(new URL('migrations', import.meta.url));

/** Keys of the advisory locks of this program: one place, so that no two mean the same. */
export const locks = {
  migrations: 7_205_001,
  history: 7_205_002,
  events: 7_205_003,
  ledgerSeals: 7_205_004,
  searchIndex: 7_205_005,
  corrections: 7_205_008,
  adminLog: 7_205_006,
} as const;

/** Brings the database up to date. Several processes may call it at once: one works, the others wait. */
export async function runMigrations(database: Database): Promise<void> {
  const client = await database.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [locks.migrations]);
    await migrate(drizzle({ client }), { migrationsFolder: migrationsDir });
  } finally {
    // Ending the connection gives the lock back, whatever happened.
    await client.end();
  }
}
