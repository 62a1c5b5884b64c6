import { hkdfSync } from 'node:crypto';

/**
 * A key of its own for each purpose, out of the one secret that never enters the database (RFC 5869): none tells
 * anything of another, and an operator has one key to keep.
 * @param secretHex DRAW_SEAL_KEY, 32 bytes as hex
 * @returns 32 bytes
 */
export function deriveKey(
  secretHex: string,
  purpose: 'otp' | 'messages' | 'login failures' | 'captcha' | 'payments' | 'campaigns' | 'cursors',
): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(secretHex, 'hex'), '', `golden-lotto ${purpose} v1`, 32));
}
