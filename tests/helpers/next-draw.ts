import type { TestPlatform } from './platform.ts';

export interface Drawn {
  number: number;
  /** When the draw began, in the contract's format. */
  at: string;
}

/**
 * Moves a platform's fixed clock from one due time to the next, until the next Jaldi draw is published.
 * @param through another platform on the same database, which holds the draw instead
 */
export const drawNextJaldi = async (
  platform: TestPlatform,
  through: TestPlatform = platform,
): Promise<Drawn> => {
  const upcoming = await platform.call('upcomingDraw', { action: 'upcomingDraw' });
  const draw = upcoming.body.success && upcoming.body.data.gameList.find(({ gameId }) => gameId === 'jaldi');
  if (!draw) throw new Error('no draw to come');
  const end = new Date(draw.drawStartDate);
  for (;;) {
    const dueMs = await through.deps.engine.tick();
    if (platform.clock.now() >= end) return { number: draw.drawNumber, at: draw.drawStartDate };
    const next = new Date(Math.min(dueMs, end.getTime()));
    platform.clock.set(next);
    through.clock.set(next);
  }
};
