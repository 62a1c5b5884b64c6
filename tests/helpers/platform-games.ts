import { catalogue, type GameDefinition } from '../../platform/games/catalogue.ts';

/** Games of the catalogue, by id: tests of the engine need not wait for all seven. */
export const gamesOf = (...gameIds: string[]): GameDefinition[] =>
  gameIds.map((gameId) => {
    const game = catalogue.find((candidate) => candidate.gameId === gameId);
    if (!game) throw new Error(`no game ${gameId}`);
    return game;
  });
