import { defineConfig } from 'drizzle-kit';

/**
 * `npm run migrations` compares the table definitions in the code with the last migration. It writes the difference as
 * a new migration.
 */
export default defineConfig({
  dialect: 'postgresql',
  schema: './platform/*/tables.ts',
  out: './platform/db/migrations',
});
