/** Headers of a signed request (PLATFORM_SIGNING=hmac). */
export const signatureHeaders = {
  keyId: 'x-key-id',
  timestamp: 'x-timestamp',
  nonce: 'x-nonce',
  signature: 'x-signature',
} as const;

/** The platform rejects a signature whose timestamp differs from its own clock by more than this. */
export const signatureWindowMs = 60_000;

/** Everything that a signature covers. */
export interface SignedRequest {
  /** First 16 hexadecimal digits of the SHA-256 hash of the API key. They identify the key without revealing it. */
  keyId: string;
  /** Unix time in milliseconds. */
  timestamp: string;
  /** UUID, new for each request. */
  nonce: string;
  method: string;
  /** Path and query, as sent. */
  path: string;
  /** SHA-256 of the body as hex. */
  bodyDigest: string;
  /** The value of the header `authorization`, such as `Bearer …`; '' without this header. */
  authorization: string;
  /** The value of the header `x-player-address`; '' without this header. */
  playerAddress: string;
}

/** The signed text. No part can contain a line feed, so two different requests never share a text. */
export function signedText(request: SignedRequest): string {
  const { keyId, timestamp, nonce, method, path, bodyDigest, authorization, playerAddress } = request;
  return [keyId, timestamp, nonce, method, path, bodyDigest, authorization, playerAddress].join('\n');
}
