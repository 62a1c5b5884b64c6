import type { TestPlatform } from './platform.ts';

interface Options {
  /** The platform whose engine processes the draws, if it is another one. It must use the same database. */
  through?: TestPlatform;
  /**
   * Smallest advance of the clock between two rounds of steps, in ms. With smaller advances, seeded players buy tickets
   * in more rounds, so the test takes longer.
   */
  shortestStepMs?: number;
}

/**
 * Runs the draw engine until the given time. After each round of steps, moves the platform's fixed clock to the time of
 * the next due step.
 */
export async function runDraws(
  platform: TestPlatform,
  end: Date,
  { through = platform, shortestStepMs = 60_000 }: Options = {},
): Promise<void> {
  for (;;) {
    const dueMs = await through.deps.engine.tick();
    const now = platform.clock.now();
    if (now >= end) return;
    const next = new Date(Math.min(Math.max(dueMs, now.getTime() + shortestStepMs), end.getTime()));
    platform.clock.set(next);
    through.clock.set(next);
  }
}
