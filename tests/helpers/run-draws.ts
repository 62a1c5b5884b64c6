import type { TestPlatform } from './platform.ts';

interface Options {
  /** The platform whose engine processes the draws, if it is another one. It must use the same database. */
  through?: TestPlatform;
  /**
   * Shortest time between two rounds of steps, in ms. With a shorter time, tickets are sold to seeded players in more
   * rounds, which takes longer.
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
