import { defineConfig } from 'vitest/config';

const shared = {
  // With the default timeout of one second, tests of correct programs would fail on a busy machine.
  expect: { poll: { timeout: 15_000, interval: 20 } },
  hookTimeout: 120_000,
  // Load modules only once per worker, because loading them for each test file took a sixth of the tests' time.
  isolate: false,
  // Let the heap of a worker grow to 400 MB before its first full garbage collection. V8 would collect at 20 MB, 40 MB
  // and so on, while the modules of the programs are still being loaded.
  execArgv: ['--initial-old-space-size=1200'],
  // Use three workers on two cores, because tests often wait for timers and for other processes.
  maxWorkers: 3,
};

/** Tests of pure functions. */
const unit = {
  test: { ...shared, name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'], testTimeout: 20_000 },
};

/**
 * Tests of whole programs: over HTTP, in a browser, under faults, and of the contract between platform and site. They
 * are one project, because vitest runs projects one after the other. Browser tests use more than one core, and the
 * others often wait, so together they keep all cores busy.
 */
const programs = {
  test: {
    ...shared,
    name: 'programs',
    include: ['tests/{integration,contract,browser,faults}/**/*.test.{ts,tsx}'],
    testTimeout: 120_000,
    globalSetup: ['postgres', 'build', 'chromium'].map((name) => `tests/helpers/${name}-global.ts`),
    // The programs use the production version of React.
    env: { NODE_ENV: 'production' },
  },
  // React's production version cannot render the development form of JSX.
  oxc: { jsx: { development: false } },
};

/** `npm run check` runs only the tests of pure functions, which take seconds. `npm test` runs all tests. */
export default defineConfig({ test: { projects: [unit, programs] } });
