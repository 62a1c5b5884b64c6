/** Returns the id of a draw, such as `keno-7809`. */
export function drawIdOf(gameId: string, drawNumber: number): string {
  return `${gameId}-${drawNumber}`;
}

export function parseDrawId(drawId: string): { gameId: string; drawNumber: number } | null {
  const match = /^([a-z0-9-]{1,32})-([1-9]\d{0,9})$/.exec(drawId);
  const [, gameId, digits] = match ?? [];
  const drawNumber = Number(digits);
  // Reject numbers above PostgreSQL's largest integer, because no draw can have such a number.
  return gameId === undefined || drawNumber > 2_147_483_647 ? null : { gameId, drawNumber };
}
