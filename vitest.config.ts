import { defineConfig } from 'vitest/config';

const project = (name: string, timeoutMs: number, globalSetup: string[] = []) => ({
  test: {
    name,
    globalSetup,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    testTimeout: timeoutMs,
    hookTimeout: 120_000,
    // A machine that is busy is slow, not wrong: the usual second says more about it than about what is tested.
    expect: { poll: { timeout: 15_000 } },
    // Half of a test's time is waiting for a program of its own: two side by side also on two cores.
    maxWorkers: 2,
  },
});

const postgres = ['tests/helpers/postgres-global.ts'];

/** These wait for what hangs, for the most part: side by side, after the others. */
const faults = {
  test: {
    ...project('faults', 90_000, postgres).test,
    maxConcurrency: 6,
    sequence: { groupOrder: 1 },
  },
};

/** One project a door: pure functions, one program over HTTP, the wire between two, outages, a real browser. */
export default defineConfig({
  test: {
    projects: [
      project('unit', 20_000),
      project('integration', 60_000, postgres),
      project('contract', 60_000, postgres),
      faults,
      project('browser', 120_000, postgres),
    ],
  },
});
