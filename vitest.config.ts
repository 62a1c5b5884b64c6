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
const programs = (name: string, timeoutMs: number) => ({
  test: {
    ...project(name, timeoutMs).test,
    globalSetup: ['tests/helpers/postgres-global.ts', 'tests/helpers/build-global.ts'],
    env: { NODE_ENV: 'production' },
  },
});

const integrationPrograms = programs('integration', 60_000);
/** Tests of whole programs, and of the contract between platform and site. */
const integration = {
  test: {
    ...integrationPrograms.test,
    // The contract has few tests. In a project of its own, they took 15 s, because one long file ran alone at the end.
    include: ['tests/{integration,contract}/**/*.test.{ts,tsx}'],
  },
};

/** Fault tests run concurrently, because they mostly wait. They run after all other tests. */
const faults = {
  test: {
    ...programs('faults', 90_000).test,
    // The files need isolation, because these tests measure memory, block the event loop and use whole cores.
    isolate: true,
    maxWorkers: 3,
    maxConcurrency: 6,
    sequence: { groupOrder: 1 },
  },
};

const browserPrograms = programs('browser', 120_000);
const browser = {
  test: {
    ...browserPrograms.test,
    globalSetup: [...browserPrograms.test.globalSetup, 'tests/helpers/chromium-global.ts'],
  },
  // React's production version cannot render the development form of JSX.
  oxc: { jsx: { development: false } },
};

/**
 * There is one project for each kind of test. The kinds are tests of pure functions, whole programs, faults, and pages
 * in a real browser.
 */
export default defineConfig({
  test: {
    projects: [project('unit', 20_000), integration, faults, browser],
  },
});
