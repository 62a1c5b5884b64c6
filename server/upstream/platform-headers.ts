import { createHmac, hash, randomUUID } from 'node:crypto';
import { signatureHeaders, signedText } from '../../shared/contract/signed-text.ts';

export interface PlatformCredentials {
  apiKey: string;
  hash: string;
  /** With 'static', each request contains both secrets. With 'hmac', it contains a signature and no secret. */
  signing: 'static' | 'hmac';
}

/** A request to the platform, as it is sent. */
export interface OutgoingRequest {
  method: 'GET' | 'POST';
  /** Path with its query. */
  path: string;
  /** The exact text that is sent, or '' without a body. */
  body: string;
  /** The player's bearer token, or null for a visitor. */
  token?: string | null;
  /** The player's IP address. */
  address?: string | undefined;
}

const keyIds = new Map<string, string>();

/** Caches the id of each key. */
function keyIdOf(apiKey: string): string {
  const id = keyIds.get(apiKey) ?? hash('sha256', apiKey, 'hex').slice(0, 16);
  keyIds.set(apiKey, id);
  return id;
}

/**
 * Returns the headers that authenticate this site to the platform, with the token and the address that the signature
 * covers.
 */
export function platformHeaders(
  credentials: PlatformCredentials,
  { method, path, body, token = null, address }: OutgoingRequest,
  nowMs: number,
): Record<string, string> {
  const player: { authorization?: string; 'x-player-address'?: string } = {
    ...(address === undefined ? {} : { 'x-player-address': address }),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
  const { apiKey } = credentials;
  if (credentials.signing === 'static') return { ...player, 'x-api-key': apiKey, 'x-hash': credentials.hash };
  const keyId = keyIdOf(apiKey);
  const timestamp = String(nowMs);
  const nonce = randomUUID();
  const bodyDigest = hash('sha256', body, 'hex');
  const text = signedText({
    keyId,
    timestamp,
    nonce,
    method,
    path,
    bodyDigest,
    authorization: player.authorization ?? '',
    playerAddress: address ?? '',
  });
  return {
    ...player,
    [signatureHeaders.keyId]: keyId,
    [signatureHeaders.timestamp]: timestamp,
    [signatureHeaders.nonce]: nonce,
    [signatureHeaders.signature]: createHmac('sha256', credentials.hash).update(text).digest('hex'),
  };
}
