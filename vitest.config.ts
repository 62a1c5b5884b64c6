import { defineConfig } from 'vitest/config';

const project = (name: string, timeoutMs: number, globalSetup: string[] = []) => ({
  test: {
    name,
    globalSetup,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    testTimeout: timeoutMs,
    hookTimeout: 120_000,
    // Busy machines are slow: the default of one second would fail tests of correct programs.
    expect: { poll: { timeout: 15_000 } },
    // Two workers even on two cores, because a test spends half of its time waiting for other processes.
    maxWorkers: 2,
  },
});

const postgres = ['tests/helpers/postgres-global.ts'];

/** Modules are loaded once per worker, because loading them for each file takes longer than the tests themselves. */
const unit = { test: { ...project('unit', 20_000).test, isolate: false } };

/** Fault tests mostly wait, so they run concurrently, after the others. */
const faults = {
  test: {
    ...project('faults', 90_000, postgres).test,
    maxConcurrency: 6,
    sequence: { groupOrder: 1 },
  },
};

/**
 * One project for each kind of test: pure functions, whole programs, the contract between platform and site, faults,
 * and a real browser.
 */
export default defineConfig({
  test: {
    projects: [
      unit,
      project('integration', 60_000, postgres),
      project('contract', 60_000, postgres),
      faults,
      project('browser', 120_000, [...postgres, 'tests/helpers/build-global.ts']),
    ],
  },
});
