import { hkdfSync } from 'node:crypto';

/** What a derived key is for. */
export type KeyPurpose =
  | 'otp'
  | 'messages'
  | 'login failures'
  | 'signups'
  | 'captcha'
  | 'payments'
  | 'campaigns'
  | 'cursors'
  | 'stored keys';

/** The key derived from the current DRAW_SEAL_KEY, then the one from the key before it while that stays valid. */
export type DerivedKeys = readonly [Buffer, ...Buffer[]];

/**
 * Derives one key for each purpose from the one secret that is never stored in the database (RFC 5869). No key reveals
 * another, and the operator has a single key to keep.
 * @param secretHex DRAW_SEAL_KEY, 32 bytes as hex
 * @returns 32 bytes
 */
export function deriveKey(secretHex: string, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(secretHex, 'hex'), '', `golden-lotto ${purpose} v1`, 32));
}

/** @param secretsHex DRAW_SEAL_KEY, the current one first @throws without any */
export function deriveKeys(secretsHex: readonly string[], purpose: KeyPurpose): DerivedKeys {
  const [current, ...previous] = secretsHex.map((secretHex) => deriveKey(secretHex, purpose));
  if (!current) throw new Error('no secret to derive a key from');
  return [current, ...previous];
}
