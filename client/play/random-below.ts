/**
 * Returns a random whole number from 0 to `n` minus 1. A random 32-bit value is drawn again if it is not below the
 * largest multiple of `n`, because it would make small results more probable.
 */
export function randomBelow(n: number): number {
  const limit = 2 ** 32 - (2 ** 32 % n);
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn);
  while ((drawn[0] ?? 0) >= limit);
  return (drawn[0] ?? 0) % n;
}
