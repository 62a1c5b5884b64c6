import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type DerivedKeys, deriveKeys } from '../config/derive-key.ts';
import { seal, unsealWithAny } from '../messages/seal.ts';

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts documents, each with a random key (AES-256-GCM). The database stores the random key in encrypted form; the
 * key for this encryption is derived from DRAW_SEAL_KEY. After the row with the random key is deleted, no copy of the
 * file can be read.
 */
export interface DocumentVault {
  /** @returns the content of the file, and the encrypted key, which the caller stores in the document's row */
  encrypt(documentId: string, bytes: Buffer): { file: Buffer; sealedKey: string };
  /**
   * @throws if DRAW_SEAL_KEY does not decrypt `sealedKey`, or if the file was changed or belongs to another document
   */
  decrypt(documentId: string, sealedKey: string, file: Buffer): Buffer;
  /**
   * Encrypts the key of a document with the current DRAW_SEAL_KEY. Returns null if the current DRAW_SEAL_KEY has
   * already encrypted it.
   * @throws like `decrypt`
   */
  reseal(documentId: string, sealedKey: string): string | null;
}

/** @param secretsHex values of DRAW_SEAL_KEY, the current one first */
export function createDocumentVault(secretsHex: readonly string[]): DocumentVault {
  const keys: DerivedKeys = deriveKeys(secretsHex, 'documents');
  const open = (documentId: string, sealedKey: string) => {
    const opened = unsealWithAny(keys, sealedKey);
    if (!opened) throw new Error(`DRAW_SEAL_KEY does not open the key of the document ${documentId}`);
    return opened;
  };
  return {
    encrypt(documentId, bytes) {
      const key = randomBytes(32);
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(documentId));
      const file = Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
      return { file, sealedKey: seal(keys[0], key.toString('base64url')) };
    },
    decrypt(documentId, sealedKey, file) {
      const key = Buffer.from(open(documentId, sealedKey).text, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, file.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(documentId))
        .setAuthTag(file.subarray(-tagBytes));
      return Buffer.concat([decipher.update(file.subarray(nonceBytes, -tagBytes)), decipher.final()]);
    },
    reseal(documentId, sealedKey) {
      const { text, isCurrent } = open(documentId, sealedKey);
      return isCurrent ? null : seal(keys[0], text);
    },
  };
}
