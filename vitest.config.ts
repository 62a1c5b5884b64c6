import { defineConfig } from 'vitest/config';

const project = (name: string, timeoutMs: number, globalSetup: string[] = [], atOnce = 5) => ({
  test: {
    name,
    globalSetup,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    testTimeout: timeoutMs,
    hookTimeout: 120_000,
    maxConcurrency: atOnce,
  },
});

const postgres = ['tests/helpers/postgres-global.ts'];

/** One project a door: pure functions, one program over HTTP, the wire between two, outages, a real browser. */
export default defineConfig({
  test: {
    projects: [
      project('unit', 20_000),
      project('integration', 60_000, postgres),
      project('contract', 60_000, postgres),
      // They wait for upstreams that hang, for the most part.
      project('faults', 90_000, postgres, 6),
      project('browser', 120_000, postgres),
    ],
  },
});
