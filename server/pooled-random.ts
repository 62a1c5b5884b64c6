import { randomBytes } from 'node:crypto';

/**
 * The size of a block of random bytes. Random bytes are created in blocks, because calling randomBytes for each request
 * would take longer than most checks of the request.
 */
const pooledBytes = 4096;
let pool = Buffer.alloc(0);
let taken = 0;
let hexPool = '';
let hexTaken = 0;

/** Returns random bytes, at most 4096. No other caller gets the same bytes. */
export function pooledRandom(bytes: number): Buffer {
  if (taken + bytes > pool.length) {
    // Allocate a new buffer, because earlier callers may still use bytes of the old buffer.
    pool = randomBytes(pooledBytes);
    taken = 0;
  }
  taken += bytes;
  return pool.subarray(taken - bytes, taken);
}

/**
 * Returns random hexadecimal digits, at most 8192. No other caller gets the same digits. Each request needs two ids.
 * The digits are cut from one long text, because converting the bytes of each id separately takes several times longer.
 */
export function pooledHex(digits: number): string {
  if (hexTaken + digits > hexPool.length) {
    hexPool = randomBytes(pooledBytes).toString('hex');
    hexTaken = 0;
  }
  hexTaken += digits;
  return hexPool.slice(hexTaken - digits, hexTaken);
}
