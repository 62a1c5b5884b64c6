import { defineConfig } from 'vitest/config';

const project = (name: string, timeoutMs: number) => ({
  test: {
    name,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    testTimeout: timeoutMs,
    hookTimeout: 120_000,
    // With the default timeout of one second, tests of correct programs would fail on a busy machine.
    expect: { poll: { timeout: 15_000, interval: 20 } },
    // Load modules only once per worker, because loading them for each test file took a sixth of the tests' time.
    isolate: false,
    // Use three workers on two cores, because tests often wait for timers and for other processes.
    maxWorkers: 3,
  },
});

/** Returns a project whose tests start the built programs. The programs use the production version of React. */
const built = (name: string, timeoutMs: number) => ({
  test: {
    ...project(name, timeoutMs).test,
    globalSetup: ['tests/helpers/postgres-global.ts', 'tests/helpers/build-global.ts'],
    env: { NODE_ENV: 'production' },
  },
});

const builtPrograms = built('programs', 120_000);
/**
 * Tests of whole programs: over HTTP, in a browser, and of the contract between platform and site. They are one
 * project, because vitest runs projects one after the other. Browser tests use more than one core, and the others often
 * wait, so together they keep all cores busy.
 */
const programs = {
  test: {
    ...builtPrograms.test,
    include: ['tests/{integration,contract,browser}/**/*.test.{ts,tsx}'],
    globalSetup: [...builtPrograms.test.globalSetup, 'tests/helpers/chromium-global.ts'],
  },
  // React's production version cannot render the development form of JSX.
  oxc: { jsx: { development: false } },
};

/** Fault tests run concurrently, because they mostly wait. They run after all other tests. */
const faults = {
  test: {
    ...built('faults', 90_000).test,
    // The files need isolation, because these tests measure memory, block the event loop and use whole cores.
    isolate: true,
    maxWorkers: 3,
    maxConcurrency: 6,
    sequence: { groupOrder: 1 },
  },
};

/** There are three kinds of tests: of pure functions, of whole programs, and of programs under faults. */
export default defineConfig({
  test: {
    projects: [project('unit', 20_000), programs, faults],
  },
});
