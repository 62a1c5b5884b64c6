import type { Result } from '../../shared/contract/results.ts';

const revisionOf = ({ correction }: Result): number => correction?.no ?? 0;

export type KnownResults = ReturnType<typeof createKnownResults>;

/**
 * The newest result of each game that browsers have received, so that replays are not published again.
 * @param newestDraws number of the newest draw by game; updated here, read elsewhere
 */
export function createKnownResults(newestDraws: Map<string, number>) {
  /** By game: how often its newest draw was corrected. */
  const revisions = new Map<string, number>();

  /** A draw that is newer than the newest known one of its game. */
  const isNewDraw = ({ gameId, drawNumber }: Result): boolean => drawNumber > (newestDraws.get(gameId) ?? 0);

  return {
    isNewDraw,

    /** A new draw, or a correction of the newest one. Corrections of older draws change pages only. */
    isNews: (result: Result): boolean =>
      isNewDraw(result) ||
      (result.drawNumber === newestDraws.get(result.gameId) &&
        revisionOf(result) > (revisions.get(result.gameId) ?? 0)),

    remember(result: Result): void {
      newestDraws.set(result.gameId, result.drawNumber);
      revisions.set(result.gameId, revisionOf(result));
    },

    /** A text that is equal in all processes that find the same results. */
    idOf: (results: readonly Result[]): string =>
      results
        .map((result) => `${result.gameId}.${result.drawNumber}.${revisionOf(result)}`)
        .toSorted()
        .join(),
  };
}
