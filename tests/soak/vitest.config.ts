import path from 'node:path';
import { defineConfig } from 'vitest/config';

const minutes = Number(process.env['SOAK_MINUTES'] ?? 10);

/** Runs the test files of `npm run soak` one after the other, because each file uses the whole machine. */
export default defineConfig({
  test: {
    name: 'soak',
    root: path.resolve(import.meta.dirname, '../..'),
    // Include the image test, because only a soak run makes it execute every line of the Dockerfile.
    include: ['tests/soak/**/*.test.ts', 'tests/integration/container/image.test.ts'],
    globalSetup: ['tests/helpers/postgres-global.ts'],
    fileParallelism: false,
    disableConsoleIntercept: true,
    // The last round may begin just before the end of the planned time, so the tests may take up to five minutes
    // longer.
    testTimeout: minutes * 60_000 + 300_000,
    hookTimeout: 300_000,
  },
});
