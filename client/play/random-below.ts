/**
 * Returns a random whole number from 0 to `n` minus 1. Numbers above the largest multiple of `n` are rejected, because
 * otherwise small results would be more probable.
 */
export function randomBelow(n: number): number {
  const limit = 2 ** 32 - (2 ** 32 % n);
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn);
  while ((drawn[0] ?? 0) >= limit);
  return (drawn[0] ?? 0) % n;
}
