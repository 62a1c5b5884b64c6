import path from 'node:path';
import { defineConfig } from 'vitest/config';

const minutes = Number(process.env['SOAK_MINUTES'] ?? 10);

/** What `npm run soak` runs: one file after the other, since each puts the whole machine to use. */
export default defineConfig({
  test: {
    name: 'soak',
    root: path.resolve(import.meta.dirname, '../..'),
    // The image, in its long form: every line of the Dockerfile.
    include: ['tests/soak/**/*.test.ts', 'tests/integration/container/image.test.ts'],
    globalSetup: ['tests/helpers/postgres-global.ts'],
    fileParallelism: false,
    disableConsoleIntercept: true,
    // The last round may begin just before the end.
    testTimeout: minutes * 60_000 + 300_000,
    hookTimeout: 300_000,
  },
});
