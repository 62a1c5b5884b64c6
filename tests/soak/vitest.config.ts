import path from 'node:path';
import { defineConfig } from 'vitest/config';

const minutes = Number(process.env['SOAK_MINUTES'] ?? 10);

/** Runs the test files of `npm run soak` one after the other, because each file uses the whole machine. */
export default defineConfig({
  test: {
    name: 'soak',
    root: path.resolve(import.meta.dirname, '../..'),
    // Include the tests that check only a sample in `npm test` (tests/helpers/soak.ts). The image test executes every
    // line of the Dockerfile only in a soak run.
    include: [
      'tests/soak/**/*.test.ts',
      'tests/integration/container/image.test.ts',
      'tests/integration/forms/bad-input-of-players.test.ts',
      'tests/integration/site/fairness.test.ts',
    ],
    globalSetup: ['tests/helpers/postgres-global.ts'],
    fileParallelism: false,
    disableConsoleIntercept: true,
    // The last round may begin just before the end of the planned time, so the tests may take up to five minutes
    // longer.
    testTimeout: minutes * 60_000 + 300_000,
    hookTimeout: 300_000,
  },
});
