import type { UpcomingDraw } from '../../shared/contract/upcoming-draws.ts';

type Expected = Pick<UpcomingDraw, 'gameId' | 'drawNumber' | 'drawStartDate'>;

export type DrawWatch = ReturnType<typeof createDrawWatch>;

/**
 * The maximum number of awaited draws of a game. Further draws are not recorded. The recorded draws are enough to
 * report that the platform publishes no results.
 */
const mostAwaited = 200;

/**
 * Detects draws that are due but have no result. The watch uses lists of upcoming draws that were read earlier. It
 * therefore also detects overdue draws while the platform fails.
 * @param newestDraws the number of the newest published draw that this process knows, by game
 */
export function createDrawWatch(newestDraws: ReadonlyMap<string, number>, nowMs: () => number) {
  /** The time in ms at which each awaited draw takes place, by game and draw number. */
  const awaited = new Map<string, Map<number, number>>();

  const startsOf = (gameId: string): Map<number, number> => {
    const known = awaited.get(gameId) ?? new Map<number, number>();
    awaited.set(gameId, known);
    const newest = newestDraws.get(gameId) ?? 0;
    for (const number of known.keys()) if (number <= newest) known.delete(number);
    return known;
  };
  const starts = () => [...awaited.keys()].map((gameId) => [gameId, startsOf(gameId)] as const);

  return {
    expect(draws: readonly Expected[]): void {
      for (const { gameId, drawNumber, drawStartDate } of draws) {
        const known = startsOf(gameId);
        const newest = newestDraws.get(gameId);
        if (newest !== undefined && drawNumber <= newest) continue;
        if (known.size >= mostAwaited) continue;
        // The draws between the newest published draw and `drawNumber` are already due, but possibly not recorded.
        // Record only the last of these draws, as due now.
        const skipped = drawNumber - 1;
        if (newest !== undefined && skipped > newest && !known.has(skipped)) known.set(skipped, nowMs());
        known.set(drawNumber, Date.parse(drawStartDate));
      }
    },

    /** Returns for each game how many seconds its oldest awaited draw is overdue. The value is 0 if no draw is due. */
    overdueSeconds(): Record<string, number> {
      const now = nowMs();
      return Object.fromEntries(
        starts().map(([gameId, known]) => [
          gameId,
          Math.max(0, now - Math.min(now, ...known.values())) / 1000,
        ]),
      );
    },

    /**
     * Returns, in seconds since 1970, the time of each game's next draw. Games without a known next draw are omitted.
     */
    nextSeconds(): Record<string, number> {
      const now = nowMs();
      const next = starts().map(([gameId, known]) => {
        const coming = [...known.values()].filter((startMs) => startMs > now);
        return [gameId, coming.length > 0 ? Math.min(...coming) / 1000 : null] as const;
      });
      return Object.fromEntries(next.filter((one): one is [string, number] => one[1] !== null));
    },
  };
}
