import { randomBytes } from 'node:crypto';

/** Calling randomBytes for each request takes longer than most checks of a call. */
const pooledBytes = 4096;
let pool = Buffer.alloc(0);
let taken = 0;

/** Returns random bytes that no other caller gets. At most 4096. */
export function pooledRandom(bytes: number): Buffer {
  if (taken + bytes > pool.length) {
    // A new pool leaves the bytes unchanged that earlier callers still hold.
    pool = randomBytes(pooledBytes);
    taken = 0;
  }
  taken += bytes;
  return pool.subarray(taken - bytes, taken);
}
