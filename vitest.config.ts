import { defineConfig } from 'vitest/config';

const project = (name: string, timeoutMs: number) => ({
  test: {
    name,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    testTimeout: timeoutMs,
    hookTimeout: 120_000,
  },
});

/** One project a door: pure functions, one program over HTTP, the wire between two, a real browser. */
export default defineConfig({
  test: {
    projects: [
      project('unit', 20_000),
      project('integration', 60_000),
      project('contract', 60_000),
      project('browser', 120_000),
    ],
  },
});
