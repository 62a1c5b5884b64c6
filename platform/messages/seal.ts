import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { DerivedKeys } from '../config/derive-key.ts';

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts with AES-256-GCM.
 * @param key 32 bytes
 * @returns nonce, ciphertext and tag, as base64url
 */
export function seal(key: Buffer, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  );
}

/** @throws if the text was sealed with another key, or if the sealed text was changed */
export function unseal(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  }).setAuthTag(bytes.subarray(-tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString(
    'utf8',
  );
}

/**
 * Decrypts with the first key that fits.
 * @returns null if no key fits
 */
export function unsealWithAny(
  keys: DerivedKeys,
  sealed: string,
): { text: string; isCurrent: boolean } | null {
  for (const key of keys) {
    try {
      return { text: unseal(key, sealed), isCurrent: key === keys[0] };
    } catch {
      // Try the next key.
    }
  }
  return null;
}
