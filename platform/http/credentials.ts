import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { signatureHeaders, signatureWindowMs, signedText } from '../../shared/contract/signed-text.ts';
import type { Nonces } from './nonces.ts';

/** Compares the digests of both values in constant time. The digests have equal lengths. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}

/** Compares `given` with every expected value, so that the response time does not reveal which value is equal. */
function isAmong(given: string, expected: readonly string[]): boolean {
  return expected.map((one) => isSame(given, one)).includes(true);
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Returns the id by which signed requests name their API key. If the key is random, the id does not reveal the key. */
export function keyIdOf(apiKey: string): string {
  return hash('sha256', apiKey, 'hex').slice(0, 16);
}

export interface ReceivedRequest {
  method: string;
  /** Path of the request, including the query. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Credentials {
  /**
   * Checks the headers before the body is read. In a request without a signature, `x-api-key` and `x-hash` must be
   * correct. In a signed request, the headers must contain the id of a known API key, and a time within a minute of
   * now.
   */
  areKeys(headers: IncomingHttpHeaders): boolean;
  /**
   * Returns whether the signature is valid for this request and its nonce was not used before. Returns true if the
   * request has no signature.
   */
  isGenuine(request: ReceivedRequest): Promise<boolean>;
}

export interface CredentialsOptions {
  /** The current API key. While the previous key is valid too, the list contains it as the second key. */
  apiKeys: readonly string[];
  hashes: readonly string[];
  /**
   * 'hmac' rejects requests without a signature. 'static' accepts signed and unsigned requests, so that sites can be
   * switched to signing one after another.
   */
  signing: 'static' | 'hmac';
  clock: { now(): Date };
  nonces: Nonces;
}

/** Returns the value of a header, or '' if the request has no such header. */
function text(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

export function createCredentials(options: CredentialsOptions): Credentials {
  const { apiKeys, hashes, signing, clock, nonces } = options;
  const keyIds = apiKeys.map(keyIdOf);
  const isSigned = (headers: IncomingHttpHeaders) =>
    signing === 'hmac' || headers[signatureHeaders.keyId] !== undefined;

  return {
    areKeys(headers) {
      if (!isSigned(headers)) {
        // Always compare both values, so that the response time does not reveal which value is wrong.
        const key = isAmong(text(headers, 'x-api-key'), apiKeys);
        const secret = isAmong(text(headers, 'x-hash'), hashes);
        return key && secret;
      }
      const timestamp = text(headers, signatureHeaders.timestamp);
      const isInTime =
        /^\d{13}$/.test(timestamp) &&
        Math.abs(clock.now().getTime() - Number(timestamp)) <= signatureWindowMs;
      return (
        isInTime &&
        uuid.test(text(headers, signatureHeaders.nonce)) &&
        isAmong(text(headers, signatureHeaders.keyId), keyIds)
      );
    },

    async isGenuine({ method, url, headers, body }) {
      if (!isSigned(headers)) return true;
      const timestamp = text(headers, signatureHeaders.timestamp);
      const nonce = text(headers, signatureHeaders.nonce);
      const signed = signedText({
        keyId: text(headers, signatureHeaders.keyId),
        timestamp,
        nonce,
        method,
        path: url,
        bodyDigest: hash('sha256', body, 'hex'),
        authorization: text(headers, 'authorization'),
        playerAddress: text(headers, 'x-player-address'),
      });
      const expected = hashes.map((secret) => createHmac('sha256', secret).update(signed).digest('hex'));
      if (!isAmong(text(headers, signatureHeaders.signature), expected)) return false;
      return nonces.use(nonce, new Date(Number(timestamp) + signatureWindowMs));
    },
  };
}
