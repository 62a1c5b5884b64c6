import type { Result } from '../../shared/contract/results.ts';

const revisionOf = ({ correction }: Result): number => correction?.no ?? 0;

export type KnownResults = ReturnType<typeof createKnownResults>;

/**
 * Remembers the newest known result of each game, so that a repeated event is not sent to browsers again.
 * @param newestDraws for each game, the number of its newest draw; updated here and read by other modules
 */
export function createKnownResults(newestDraws: Map<string, number>) {
  /** The number of corrections of each game's newest draw. */
  const revisions = new Map<string, number>();

  const isNewDraw = ({ gameId, drawNumber }: Result): boolean => drawNumber > (newestDraws.get(gameId) ?? 0);

  return {
    isNewDraw,

    /**
     * Whether browsers must receive a result. They receive results of new draws, and corrections of the newest draw. A
     * correction of an older draw is not sent, because open pages update only the newest result of each game.
     */
    isNews: (result: Result): boolean =>
      isNewDraw(result) ||
      (result.drawNumber === newestDraws.get(result.gameId) &&
        revisionOf(result) > (revisions.get(result.gameId) ?? 0)),

    remember(result: Result): void {
      newestDraws.set(result.gameId, result.drawNumber);
      revisions.set(result.gameId, revisionOf(result));
    },

    /** Returns an id that is the same in all processes that find the same results. */
    idOf: (results: readonly Result[]): string =>
      results
        .map((result) => `${result.gameId}.${result.drawNumber}.${revisionOf(result)}`)
        .toSorted()
        .join(),
  };
}
