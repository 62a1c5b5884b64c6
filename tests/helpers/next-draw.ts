import type { TestPlatform } from './platform.ts';
import { runDraws } from './run-draws.ts';

export interface Drawn {
  number: number;
  /** Time of the draw, in the format of the platform's API. */
  at: string;
}

/**
 * Moves a platform's fixed clock until the next Jaldi draw is published.
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
  await runDraws(platform, new Date(draw.drawStartDate), { through });
  return { number: draw.drawNumber, at: draw.drawStartDate };
};
