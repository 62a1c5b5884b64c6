import { createHmac, hash as digestOf, randomBytes, randomUUID } from 'node:crypto';
import { signatureHeaders, signedText } from '../shared/contract/signed-text.ts';
import type { Options } from './options.ts';

/** An answer whose envelope is not validated yet. */
export interface Reply {
  status: number;
  headers: Headers;
  /** The parsed JSON; undefined if the body is not JSON. */
  body: unknown;
}

/** The session token of a call; null for a visitor. */
export type Token = string | null;

/** Changes to a valid request that make it invalid. */
export interface Change {
  headers?: Record<string, string>;
  body?: string;
  envelope?: Record<string, unknown>;
}

export interface Platform {
  options: Options;
  /** Makes a call with the same envelope and headers as the site. */
  call(name: string, data: unknown, token?: Token, change?: Change): Promise<Reply>;
  /** @param address path and query on the platform, or an absolute URL */
  get(address: string, change?: Change): Promise<Reply>;
  /**
   * Opens an event stream and closes it after the first chunk.
   * @returns status and headers of the response, and the first chunk
   */
  open(path: string, change?: Change): Promise<{ status: number; headers: Headers; begins: string }>;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Returns a random token, which no platform has issued. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** Returns the header that names the site's key, with a key that the platform does not know. */
export const wrongKeyHeaders = ({ signing }: Pick<Options, 'signing'>): Record<string, string> =>
  signing === 'static'
    ? { 'x-api-key': 'conformance-wrong-key' }
    : { [signatureHeaders.keyId]: '0'.repeat(16) };

/** The player's IP address in the headers of all requests. It is from TEST-NET-3 (RFC 5737). */
export const playerAddress = '203.0.113.7';

/** The parts of a request that its signature covers. */
export interface SignedPart {
  method: 'GET' | 'POST';
  /** The path as sent, with the query. */
  path: string;
  /** The exact body text as sent; '' without a body. */
  body: string;
  token?: Token;
  address?: string;
}

/**
 * Returns the headers of a request: the site's credentials (docs/platform-api.md), the session token and the player's
 * address.
 */
export function signedHeaders(
  { apiKey, hash, signing }: Pick<Options, 'apiKey' | 'hash' | 'signing'>,
  { method, path, body, token = null, address = '' }: SignedPart,
  { nowMs = Date.now(), nonce = randomUUID() }: { nowMs?: number; nonce?: string } = {},
): Record<string, string> {
  const authorization = token === null ? '' : `Bearer ${token}`;
  const player = {
    ...(address === '' ? {} : { 'x-player-address': address }),
    ...(authorization === '' ? {} : { authorization }),
  };
  if (signing === 'static') return { ...player, 'x-api-key': apiKey, 'x-hash': hash };
  const timestamp = String(nowMs);
  const keyId = digestOf('sha256', apiKey, 'hex').slice(0, 16);
  const bodyDigest = digestOf('sha256', body, 'hex');
  const parts = { keyId, timestamp, nonce, method, path, bodyDigest, authorization, playerAddress: address };
  return {
    ...player,
    [signatureHeaders.keyId]: keyId,
    [signatureHeaders.timestamp]: timestamp,
    [signatureHeaders.nonce]: nonce,
    [signatureHeaders.signature]: createHmac('sha256', hash).update(signedText(parts)).digest('hex'),
  };
}

export function createPlatform(options: Options): Platform {
  const { url, ucid, timeoutMs } = options;
  const send = async (address: URL, init: RequestInit): Promise<Reply> => {
    const response = await fetch(address, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, headers: response.headers, body: parsed(await response.text()) };
  };
  const signed = (part: SignedPart, change: Change) => ({
    ...signedHeaders(options, part),
    ...change.headers,
  });
  return {
    options,
    call(name, data, token = null, change = {}) {
      const path = `/api/v1/${name}`;
      const envelope = { ucid, channel: 2, device_type: 'DESKTOP', app_type: 'WEB', ...change.envelope };
      const body = change.body ?? JSON.stringify({ ...envelope, data });
      return send(new URL(path, url), {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          ...signed({ method: 'POST', path, body, token, address: playerAddress }, change),
        },
      });
    },
    get(address, change = {}) {
      const to = new URL(address, url);
      // Do not send the site's credentials to a content host on another origin.
      const isOurs = to.origin === new URL(url).origin;
      const path = `${to.pathname}${to.search}`;
      return send(to, {
        headers: isOurs ? signed({ method: 'GET', path, body: '' }, change) : (change.headers ?? {}),
      });
    },
    async open(path, change = {}) {
      const aborter = new AbortController();
      const timer = setTimeout(() => aborter.abort(new Error(`${path} sent nothing`)), timeoutMs);
      try {
        const response = await fetch(new URL(path, url), {
          headers: { accept: 'text/event-stream', ...signed({ method: 'GET', path, body: '' }, change) },
          signal: aborter.signal,
        });
        const first = await response.body?.getReader().read();
        const begins = first?.value ? new TextDecoder().decode(first.value) : '';
        return { status: response.status, headers: response.headers, begins };
      } finally {
        clearTimeout(timer);
        aborter.abort();
      }
    },
  };
}
