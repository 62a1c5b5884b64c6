import type { Game } from '../../../shared/contract/games.ts';

/**
 * Groups the rows of a prize list by the number of spots that a keno line plays. The order of the list is kept.
 * @param prizes the prizes of the rows, in the order of the rows
 */
export function groupBySpots<Row>(
  game: Game,
  prizes: readonly { prizeNo: number }[],
  rows: readonly Row[],
): { spots: number | null; rows: Row[] }[] {
  const spotsOf = new Map(game.returns.flatMap(({ prizeNos, spots }) => prizeNos.map((no) => [no, spots])));
  const groups = Map.groupBy(rows.keys(), (index) => spotsOf.get(prizes[index]?.prizeNo ?? 0) ?? null);
  return [...groups].map(([spots, places]) => ({
    spots,
    rows: places.flatMap((place) => rows[place] ?? []),
  }));
}

/**
 * Joins consecutive groups into chunks of at most `size` rows. A group with more rows becomes one larger chunk, because
 * groups are never split.
 */
export function joinGroups<Row>(groups: readonly (readonly Row[])[], size: number): Row[][] {
  const chunks: Row[][] = [];
  for (const group of groups) {
    const last = chunks.at(-1);
    if (last && last.length + group.length <= size) last.push(...group);
    else chunks.push([...group]);
  }
  return chunks;
}
