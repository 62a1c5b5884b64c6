import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export interface SeedVault {
  /** @param seedHex 32 bytes as hex @param drawId bound to the seal, which opens for this draw only */
  seal(seedHex: string, drawId: string): string;
  /** @throws if the seal was made with another key or for another draw, or was changed */
  open(sealed: string, drawId: string): string;
}

const sealVersion = 'v1';

/**
 * Seals the seeds of future draws with AES-256-GCM. The key is not in the database, so that neither the database nor a
 * backup reveals numbers before they are drawn.
 * @param keyHex DRAW_SEAL_KEY, 32 bytes as hex
 */
export function createSeedVault(keyHex: string): SeedVault {
  const key = Buffer.from(keyHex, 'hex');
  return {
    seal: (seedHex, drawId) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(drawId));
      const sealed = Buffer.concat([cipher.update(seedHex, 'hex'), cipher.final(), cipher.getAuthTag()]);
      return [sealVersion, nonce.toString('base64url'), sealed.toString('base64url')].join('.');
    },
    open: (text, drawId) => {
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
    },
  };
}
