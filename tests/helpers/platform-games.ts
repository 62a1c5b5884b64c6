import { catalogue, type GameDefinition } from '../../platform/games/catalogue.ts';

/** Returns games of the catalogue by id, so that tests of the draw engine need not hold draws of all seven games. */
export const gamesOf = (...gameIds: string[]): GameDefinition[] =>
  gameIds.map((gameId) => {
    const game = catalogue.find((candidate) => candidate.gameId === gameId);
    if (!game) throw new Error(`no game ${gameId}`);
    return game;
  });
