import { randomBytes } from 'node:crypto';

/** Crockford's base 32. It has no I, L, O and U, so that players can read receipt numbers aloud on the telephone. */
const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const symbolCount = 10;

/**
 * Returns new receipt numbers such as `KENO-7809-7QK2M9XA4T`. They consist of game, draw number and 50 random bits, so
 * that nobody can guess a receipt number. The Merkle tree and the settlement order tickets by receipt number.
 */
export function receiptNumbers(drawId: string, count: number): string[] {
  const bytes = randomBytes(count * symbolCount);
  const prefix = `${drawId.toUpperCase()}-`;
  return Array.from({ length: count }, (_, index) => {
    let number = prefix;
    for (let at = index * symbolCount; at < (index + 1) * symbolCount; at++)
      number += symbols[(bytes[at] ?? 0) & 31];
    return number;
  });
}
