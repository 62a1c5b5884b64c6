import type { TestPlatform } from './platform.ts';

export interface Drawn {
  number: number;
  /** Time of the draw, in the format of the platform's API. */
  at: string;
}

/**
 * Moves a platform's fixed clock from one due time to the next, until the next Jaldi draw is published.
 * @param through the platform whose engine processes the draw. The default is `platform`. Another platform must use the
 *   same database.
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
