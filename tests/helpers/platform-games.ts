import { catalogue, type GameDefinition } from '../../platform/games/catalogue.ts';

/**
 * Returns games of the catalogue by id. Tests of the draw engine use one or two games, because draws of all seven games
 * take longer.
 */
export const gamesOf = (...gameIds: string[]): GameDefinition[] =>
  gameIds.map((gameId) => {
    const game = catalogue.find((candidate) => candidate.gameId === gameId);
    if (!game) throw new Error(`no game ${gameId}`);
    return game;
  });
