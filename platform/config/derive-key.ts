import { hkdfSync } from 'node:crypto';

/**
 * Derives one key for each purpose from the one secret that is never stored in the database (RFC 5869). No key reveals
 * another, and the operator has a single key to keep.
 * @param secretHex DRAW_SEAL_KEY, 32 bytes as hex
 * @returns 32 bytes
 */
export function deriveKey(
  secretHex: string,
  purpose:
    | 'otp'
    | 'messages'
    | 'login failures'
    | 'signups'
    | 'captcha'
    | 'payments'
    | 'campaigns'
    | 'cursors',
): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(secretHex, 'hex'), '', `golden-lotto ${purpose} v1`, 32));
}
