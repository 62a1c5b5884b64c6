import type { Game } from '../../../shared/contract/games.ts';
import type { DrawFound } from '../../reads/sources.ts';
import type { PageRequest } from '../loader.ts';

/** Returns the published draw for the parameters `slug` and `drawNumber`, or null if there is no such draw. */
export async function drawOfRequest({
  params,
  sources,
}: PageRequest): Promise<(DrawFound & { game: Game; drawNumber: number }) | null> {
  const drawNumber = /^[1-9]\d{0,8}$/.test(params['drawNumber'] ?? '') ? Number(params['drawNumber']) : 0;
  const game = (await sources.games()).find((candidate) => candidate.slug === params['slug']);
  if (!game || !drawNumber) return null;
  const found = await sources.draw(game.gameId, drawNumber);
  return found && { ...found, game, drawNumber };
}
