/**
 * Returns a random whole number from 0 to `n` minus 1. It discards random 32-bit values at or above the largest
 * multiple of `n` up to 2^32, because these values would make small results more probable.
 */
export function randomBelow(n: number): number {
  const limit = 2 ** 32 - (2 ** 32 % n);
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn);
  while ((drawn[0] ?? 0) >= limit);
  return (drawn[0] ?? 0) % n;
}
