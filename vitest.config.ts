import { defineConfig } from 'vitest/config';

const project = (name: string, timeoutMs: number) => ({
  test: {
    name,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    testTimeout: timeoutMs,
    hookTimeout: 120_000,
    // Busy machines are slow: the default of one second would fail tests of correct programs.
    expect: { poll: { timeout: 15_000, interval: 20 } },
    // Modules are loaded once per worker: loading them for each file took as long as a sixth of the tests.
    isolate: false,
    // Three workers on two cores, because tests often wait for timers and for other processes.
    maxWorkers: 3,
  },
});

/** A project whose tests start whole programs, which use the production version of React. */
const programs = (name: string, timeoutMs: number, globalSetup: string[] = []) => ({
  test: {
    ...project(name, timeoutMs).test,
    globalSetup: ['tests/helpers/postgres-global.ts', ...globalSetup],
    env: { NODE_ENV: 'production' },
  },
});

/** Fault tests mostly wait, so they run concurrently, after the others. */
const faults = {
  test: {
    ...programs('faults', 90_000).test,
    // These tests measure memory, block the event loop and use whole cores.
    isolate: true,
    maxWorkers: 2,
    maxConcurrency: 6,
    sequence: { groupOrder: 1 },
  },
};

const browser = {
  ...programs('browser', 120_000, ['tests/helpers/build-global.ts']),
  // React's production version cannot render the development form of JSX.
  oxc: { jsx: { development: false } },
};

/**
 * One project for each kind of test: pure functions, whole programs, the contract between platform and site, faults,
 * and a real browser.
 */
export default defineConfig({
  test: {
    projects: [
      project('unit', 20_000),
      programs('integration', 60_000),
      programs('contract', 60_000),
      faults,
      browser,
    ],
  },
});
