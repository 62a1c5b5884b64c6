import { hash } from 'node:crypto';
import type { Sha256 } from '../../shared/domain/merkle.ts';

/**
 * Computes SHA-256 of short data in 0.5 µs, a third of the time of `@noble/hashes`. It lets `crypto.hash` return a
 * string with one character for each byte, because `crypto.hash` needs 1.5 µs to create a Buffer.
 */
export const fastSha256: Sha256 = (data) => Buffer.from(hash('sha256', data, 'binary'), 'latin1');
