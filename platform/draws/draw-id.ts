/** A draw's id, `keno-7809`: made from game and number alone, so every process says the same of the same draw. */
export function drawIdOf(gameId: string, drawNumber: number): string {
  return `${gameId}-${drawNumber}`;
}

/** What an id says, or null where it cannot be one of ours. */
export function parseDrawId(drawId: string): { gameId: string; drawNumber: number } | null {
  const match = /^([a-z0-9-]{1,32})-([1-9]\d{0,9})$/.exec(drawId);
  const [, gameId, digits] = match ?? [];
  const drawNumber = Number(digits);
  // PostgreSQL's integer ends here.
  return gameId === undefined || drawNumber > 2_147_483_647 ? null : { gameId, drawNumber };
}
