import { createHmac, createSecretKey, hash, type KeyObject, randomUUID } from 'node:crypto';
import { signatureHeaders, signedText } from '../../shared/contract/signed-text.ts';

export interface PlatformCredentials {
  apiKey: string;
  hash: string;
  /**
   * How requests are authenticated. With 'static', each request contains `apiKey` and `hash`. With 'hmac', each request
   * contains a signature instead.
   */
  signing: 'static' | 'hmac';
}

/** A request to the platform, as it is sent. */
export interface OutgoingRequest {
  method: 'GET' | 'POST';
  path: string;
  /** The exact body that is sent, or '' for a request without a body. */
  body: string;
  /** The player's bearer token, or null for a visitor. */
  token?: string | null;
  /** The player's IP address. */
  address?: string | undefined;
}

interface SigningKey {
  id: string;
  secret: KeyObject;
}

const signingKeys = new WeakMap<PlatformCredentials, SigningKey>();

/**
 * Returns the signing key of a pair of credentials. The key is cached, because Node would otherwise convert the secret
 * again for each signature.
 */
function signingKeyOf(credentials: PlatformCredentials): SigningKey {
  let key = signingKeys.get(credentials);
  if (key === undefined) {
    const { apiKey, hash: secret } = credentials;
    key = { id: hash('sha256', apiKey, 'hex').slice(0, 16), secret: createSecretKey(secret, 'utf8') };
    signingKeys.set(credentials, key);
  }
  return key;
}

/**
 * Returns the headers that authenticate this site to the platform. They include the player's token and IP address,
 * which the signature also covers.
 */
export function platformHeaders(
  credentials: PlatformCredentials,
  { method, path, body, token = null, address }: OutgoingRequest,
  nowMs: number,
): Record<string, string> {
  const headers: Record<string, string> = {};
  const authorization = token === null ? '' : `Bearer ${token}`;
  if (address !== undefined) headers['x-player-address'] = address;
  if (token !== null) headers['authorization'] = authorization;
  if (credentials.signing === 'static') {
    headers['x-api-key'] = credentials.apiKey;
    headers['x-hash'] = credentials.hash;
    return headers;
  }
  const { id: keyId, secret } = signingKeyOf(credentials);
  const timestamp = String(nowMs);
  const nonce = randomUUID();
  const bodyDigest = hash('sha256', body, 'hex');
  const playerAddress = address ?? '';
  const text = signedText({
    keyId,
    timestamp,
    nonce,
    method,
    path,
    bodyDigest,
    authorization,
    playerAddress,
  });
  headers[signatureHeaders.keyId] = keyId;
  headers[signatureHeaders.timestamp] = timestamp;
  headers[signatureHeaders.nonce] = nonce;
  headers[signatureHeaders.signature] = createHmac('sha256', secret).update(text).digest('hex');
  return headers;
}
