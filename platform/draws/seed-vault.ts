import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

export interface SeedVault {
  /**
   * Encrypts the seed of a draw.
   * @param seedHex 32 bytes as hex
   * @param drawId the only draw for which the sealed seed can be opened
   */
  seal(seedHex: string, drawId: string): string;
  /** @throws if the sealed text was changed, or if the seed was sealed for another draw or with an unknown key */
  open(sealed: string, drawId: string): string;
  /**
   * Returns the same seed, sealed with the current key. Returns null if the seed is already sealed with the current
   * key.
   * @throws like `open`
   */
  reseal(sealed: string, drawId: string): string | null;
}

const sealVersion = 'v1';

function openWith(key: KeyObject, text: string, drawId: string): string {
  const [version, nonce, body] = text.split('.');
  if (version !== sealVersion || nonce === undefined || body === undefined) {
    throw new Error(`the sealed seed of ${drawId} has an unknown format`);
  }
  const sealed = Buffer.from(body, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), {
    authTagLength: 16,
  });
  decipher.setAAD(Buffer.from(drawId)).setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString('hex');
}

/**
 * Seals the seeds of future draws with AES-256-GCM. The key is not stored in the database, so that neither the database
 * nor a backup reveals numbers before they are drawn.
 * @param keysHex the keys of DRAW_SEAL_KEY, each 32 bytes in hexadecimal. The first key seals; a sealed seed can be
 *   opened with any of them.
 */
export function createSeedVault(keysHex: readonly string[]): SeedVault {
  // Node encrypts with a key object in a fifth of the time that it needs with a buffer.
  const [current, ...previous] = keysHex.map((keyHex) => createSecretKey(keyHex, 'hex'));
  if (!current) throw new Error('no key to seal seeds with');
  const seal = (seedHex: string, drawId: string): string => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', current, nonce).setAAD(Buffer.from(drawId));
    const sealed = Buffer.concat([cipher.update(seedHex, 'hex'), cipher.final(), cipher.getAuthTag()]);
    return [sealVersion, nonce.toString('base64url'), sealed.toString('base64url')].join('.');
  };
  /** Returns the seed, and whether the current key opened it. */
  const openWithAny = (text: string, drawId: string): { seedHex: string; isCurrent: boolean } => {
    let failure: unknown;
    for (const key of [current, ...previous]) {
      try {
        return { seedHex: openWith(key, text, drawId), isCurrent: key === current };
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  };
  return {
    seal,
    open: (text, drawId) => openWithAny(text, drawId).seedHex,
    reseal: (text, drawId) => {
      const { seedHex, isCurrent } = openWithAny(text, drawId);
      return isCurrent ? null : seal(seedHex, drawId);
    },
  };
}
