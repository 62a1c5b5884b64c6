import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const maxAgeMs = 5 * 60_000;

function digest(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}

/** Compares in constant time. Digests have equal lengths. */
function isSame(given: string | string[] | undefined, expected: string): boolean {
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(expected));
}

export interface Credentials {
  /** Whether `x-api-key` and `x-hash` are correct. */
  areKeys(headers: IncomingHttpHeaders): boolean;
  /**
   * With PLATFORM_SIGNING hmac: whether `x-signature` is the hex HMAC-SHA256, keyed with the hash, over timestamp,
   * newline, path, newline, body, and `x-timestamp` (Unix time, seconds or milliseconds) is at most 5 minutes away from
   * `nowMs`. Always true with static signing.
   */
  isSigned(headers: IncomingHttpHeaders, path: string, body: Buffer, nowMs: number): boolean;
}

export function createCredentials(config: {
  apiKey: string;
  hash: string;
  signing: 'static' | 'hmac';
}): Credentials {
  return {
    areKeys: (headers) => {
      // Always compare both: the time must not reveal which one is wrong.
      const key = isSame(headers['x-api-key'], config.apiKey);
      const hash = isSame(headers['x-hash'], config.hash);
      return key && hash;
    },
    isSigned: (headers, path, body, nowMs) => {
      if (config.signing === 'static') return true;
      const timestamp = headers['x-timestamp'];
      if (typeof timestamp !== 'string' || !/^\d{10,13}$/.test(timestamp)) return false;
      const sentMs = Number(timestamp) * (timestamp.length === 10 ? 1000 : 1);
      if (Math.abs(nowMs - sentMs) > maxAgeMs) return false;
      const expected = createHmac('sha256', config.hash)
        .update(`${timestamp}\n${path}\n`)
        .update(body)
        .digest('hex');
      return isSame(headers['x-signature'], expected);
    },
  };
}
