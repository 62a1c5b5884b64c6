import { readMigrationFiles } from 'drizzle-orm/migrator';
import { Client } from 'pg';
import { applyMigrations } from '../../platform/backup/schema-version.ts';
import { createDatabase } from '../../platform/db/database.ts';
import { migrationsDir, runMigrations } from '../../platform/db/migrate.ts';
import { createTestDatabase } from './database.ts';

export interface EarlierDatabase {
  url: string;
  client: Client;
  /** Runs all migrations that have not run in this database yet. */
  migrate: () => Promise<void>;
  drop: () => Promise<void>;
}

/** Creates a database, and runs all migrations that precede the first one whose SQL contains `text`. */
export async function createDatabaseBefore(text: string): Promise<EarlierDatabase> {
  const own = await createTestDatabase();
  const client = new Client({ connectionString: own.url });
  const database = createDatabase(
    () => ({ connectionString: own.url }),
    () => undefined,
  );
  await client.connect();
  const files = readMigrationFiles({ migrationsFolder: migrationsDir });
  const first = files.findIndex(({ sql }) => sql.some((statement) => statement.includes(text)));
  if (first < 1) throw new Error(`no migration after the first one contains ${text}`);
  const before = files.slice(0, first).map((file) => ({ createdAtMs: file.folderMillis, hash: file.hash }));
  await applyMigrations(client, before, 'the release before');
  return {
    url: own.url,
    client,
    migrate: () => runMigrations(database),
    drop: async () => {
      await client.end();
      await database.close();
      await own.drop();
    },
  };
}
