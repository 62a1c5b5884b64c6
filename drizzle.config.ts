import { defineConfig } from 'drizzle-kit';

/** `npm run migrations` writes the SQL between the last migration and the tables. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './platform/*/tables.ts',
  out: './platform/db/migrations',
});
