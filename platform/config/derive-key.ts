import { hkdfSync } from 'node:crypto';

export type KeyPurpose =
  | 'otp'
  | 'messages'
  | 'login failures'
  | 'signups'
  | 'captcha'
  | 'payments'
  | 'campaigns'
  | 'cursors'
  | 'stored keys'
  | 'documents';

/**
 * The first key is derived from the current DRAW_SEAL_KEY. While a previous DRAW_SEAL_KEY stays valid, a key derived
 * from the previous value is second.
 */
export type DerivedKeys = readonly [Buffer, ...Buffer[]];

/**
 * Derives one key for each purpose from DRAW_SEAL_KEY (RFC 5869), so that the operator has only one key to keep. No
 * derived key reveals another.
 * @param secretHex DRAW_SEAL_KEY, 32 bytes as hex
 * @returns a key of 32 bytes
 */
export function deriveKey(secretHex: string, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(secretHex, 'hex'), '', `golden-lotto ${purpose} v1`, 32));
}

/**
 * Derives the keys of one purpose from all values of DRAW_SEAL_KEY.
 * @param secretsHex values of DRAW_SEAL_KEY, the current one first
 * @throws for an empty list
 */
export function deriveKeys(secretsHex: readonly string[], purpose: KeyPurpose): DerivedKeys {
  const [current, ...previous] = secretsHex.map((secretHex) => deriveKey(secretHex, purpose));
  if (!current) throw new Error('no secret to derive a key from');
  return [current, ...previous];
}
