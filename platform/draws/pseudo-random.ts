/** Returns a number from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number;

/**
 * Returns a generator of deterministic numbers. They decide what seeded (simulated) players buy, and are never used for
 * a draw. The algorithm is sfc32 by Chris Doty-Humphrey, seeded with FNV-1a.
 */
export function createPseudoRandom(seed: string): Random {
  let hash = 0x811c9dc5;
  for (let index = 0; index < seed.length; index += 1) {
    hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01000193);
  }
  let [a, b, c, count] = [hash, 0x9e3779b9 ^ hash, 0x243f6a88, 1];
  const next = (): number => {
    const sum = (((a + b) | 0) + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let warmUp = 0; warmUp < 12; warmUp += 1) next();
  return next;
}
