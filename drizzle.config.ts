import { defineConfig } from 'drizzle-kit';

/** `npm run migrations` writes the SQL between the last migration and platform/db/schema.ts. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './platform/db/schema.ts',
  out: './platform/db/migrations',
});
