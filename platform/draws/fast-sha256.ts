import { hash } from 'node:crypto';
import type { Sha256 } from '../../shared/domain/merkle.ts';

/**
 * Computes SHA-256 of short data in 0.5 µs, a third of the time of `@noble/hashes`. `crypto.hash` returns a string
 * here, with one character for each byte. If `crypto.hash` returned a Buffer, the function would take 1.5 µs.
 */
export const fastSha256: Sha256 = (data) => Buffer.from(hash('sha256', data, 'binary'), 'latin1');
