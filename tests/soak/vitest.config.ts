import path from 'node:path';
import { defineConfig } from 'vitest/config';

const minutes = Number(process.env['SOAK_MINUTES'] ?? 10);

/** Runs the tests of `npm run soak` one file after the other, because each uses the whole machine. */
export default defineConfig({
  test: {
    name: 'soak',
    root: path.resolve(import.meta.dirname, '../..'),
    // Soak runs include the image test, which then executes every line of the Dockerfile.
    include: ['tests/soak/**/*.test.ts', 'tests/integration/container/image.test.ts'],
    globalSetup: ['tests/helpers/postgres-global.ts'],
    fileParallelism: false,
    disableConsoleIntercept: true,
    // The last round may begin just before the end of the run.
    testTimeout: minutes * 60_000 + 300_000,
    hookTimeout: 300_000,
  },
});
