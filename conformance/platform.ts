import { createHmac, randomBytes } from 'node:crypto';
import type { Options } from './options.ts';

/** An answer before it is parsed. */
export interface Reply {
  status: number;
  headers: Headers;
  /** The parsed JSON; undefined if the body is not JSON. */
  body: unknown;
}

/** The session token of a call; null for a visitor. */
export type Token = string | null;

/** Changes that make a correct request incorrect. */
export interface Change {
  headers?: Record<string, string>;
  /** Replaces the whole body. */
  body?: string;
  /** Replaces fields of the envelope. */
  envelope?: Record<string, unknown>;
}

export interface Platform {
  options: Options;
  /** Makes a call in the same way as the site. */
  call(name: string, data: unknown, token?: Token, change?: Change): Promise<Reply>;
  /** @param address path and query on the platform, or an absolute URL */
  get(address: string, change?: Change): Promise<Reply>;
  /** Opens a stream and closes it after the first chunk. @returns the response head and that chunk */
  open(path: string, change?: Change): Promise<{ status: number; headers: Headers; begins: string }>;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A token that no platform has issued. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** The player's address that a site would send, from the range TEST-NET-3 (RFC 5737). */
const playerAddress = '203.0.113.7';

/**
 * Returns the headers that authenticate the site (docs/platform-api.md).
 * @param path path of the request, without query
 * @param body exact text of the body; '' without a body
 */
export function signedHeaders(
  { apiKey, hash, signing }: Pick<Options, 'apiKey' | 'hash' | 'signing'>,
  path: string,
  body: string,
  nowMs: number,
): Record<string, string> {
  const keys = { 'x-api-key': apiKey, 'x-hash': hash };
  if (signing === 'static') return keys;
  const timestamp = String(nowMs);
  const signature = createHmac('sha256', hash).update(`${timestamp}\n${path}\n${body}`).digest('hex');
  return { ...keys, 'x-timestamp': timestamp, 'x-signature': signature };
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
  const signed = (path: string, body: string, change: Change) => ({
    ...signedHeaders(options, path, body, Date.now()),
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
          'x-player-address': playerAddress,
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...signed(path, body, change),
        },
      });
    },
    get(address, change = {}) {
      const to = new URL(address, url);
      return send(to, { headers: signed(to.pathname, '', change) });
    },
    async open(path, change = {}) {
      const aborter = new AbortController();
      const timer = setTimeout(() => aborter.abort(new Error(`${path} sent nothing`)), timeoutMs);
      try {
        const response = await fetch(new URL(path, url), {
          headers: { accept: 'text/event-stream', ...signed(path, '', change) },
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
