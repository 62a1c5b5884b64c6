import { randomBytes } from 'node:crypto';

/**
 * Random bytes are created in blocks of this size, because calling randomBytes for each request takes longer than most
 * checks of a call.
 */
const pooledBytes = 4096;
let pool = Buffer.alloc(0);
let taken = 0;

/** Returns at most 4096 random bytes, which no other caller gets. */
export function pooledRandom(bytes: number): Buffer {
  if (taken + bytes > pool.length) {
    // Allocate a new buffer, because earlier callers may still use bytes of the old buffer.
    pool = randomBytes(pooledBytes);
    taken = 0;
  }
  taken += bytes;
  return pool.subarray(taken - bytes, taken);
}
