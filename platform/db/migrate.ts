import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Database } from './database.ts';

/** Next to this file, in the sources and in dist/. */
export const migrationsDir = fileURLToPath(new URL('migrations', import.meta.url));

/** Keys of all advisory locks, listed in one place so that each is unique. */
export const locks = {
  migrations: 7_205_001,
  history: 7_205_002,
  events: 7_205_003,
  ledgerSeals: 7_205_004,
  searchIndex: 7_205_005,
  corrections: 7_205_008,
  adminLog: 7_205_006,
} as const;

/** Applies missing migrations. Of concurrent processes one migrates and the others wait. */
export async function runMigrations(database: Database): Promise<void> {
  const client = await database.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [locks.migrations]);
    await migrate(drizzle({ client }), { migrationsFolder: migrationsDir });
  } finally {
    // Ending the connection releases the lock in every case.
    await client.end();
  }
}
