import path from 'node:path';
import { defineConfig } from 'vitest/config';

const minutes = Number(process.env['SOAK_MINUTES'] ?? 10);

/** The tests of `npm run soak`, one file after the other, since each uses the whole machine. */
export default defineConfig({
  test: {
    name: 'soak',
    root: path.resolve(import.meta.dirname, '../..'),
    // The image in its long form: every line of the Dockerfile is executed.
    include: ['tests/soak/**/*.test.ts', 'tests/integration/container/image.test.ts'],
    globalSetup: ['tests/helpers/postgres-global.ts'],
    fileParallelism: false,
    disableConsoleIntercept: true,
    // The last round may begin just before the end.
    testTimeout: minutes * 60_000 + 300_000,
    hookTimeout: 300_000,
  },
});
