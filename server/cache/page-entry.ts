import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './negotiate.ts';

/** Header names and values, alternating. `res.writeHead` processes this form fastest. */
export type RawHeaders = readonly string[];

/** The bytes of a page in one content coding. */
export interface Representation {
  readonly encoding: Encoding;
  readonly body: Buffer;
  /**
   * The strong entity tag, which differs for each content coding (RFC 9110 §8.8.3.3). The tag is sent only with status
   * 200, because a 304 can replace only a 200.
   */
  readonly etag: string;
  /** The headers that are the same in every response with this representation. */
  readonly headers: RawHeaders;
  /**
   * Headers that a 304 contains in addition to the caching headers. Without a CORS header, scripts of other sites
   * cannot read a 304.
   */
  readonly validators: RawHeaders;
}

/** A page that is ready to be sent. It is immutable. */
export interface PageEntry {
  readonly status: number;
  readonly representations: Readonly<Record<Encoding, Representation>>;
  readonly bytes: number;
}

export interface PageSource {
  status: number;
  /** The headers of the page: at least Content-Type, unless the body is empty. */
  headers: RawHeaders;
  body: Buffer;
}

/** The size of Brotli's window as a power of two: 2^16 bytes are 64 kB. */
const brotliWindowBits = 16;
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
const etagLength = 22;

/**
 * Returns a copy of the bytes if they are a slice of a larger buffer, such as Node's pool or zlib's result. A stored
 * slice would keep the whole buffer in memory, but the cache would count only the bytes of the slice.
 */
function ownCopy(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

async function compress(body: Buffer): Promise<[br: Buffer, gz: Buffer]> {
  const [br, gz] = await Promise.all([
    brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 9,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        // Brotli's default window of 4 MB would need over 32 MB for the hash table of each compression, and twice the
        // time. Pages are at most slightly larger than the window of 64 kB, so their compressed size stays the same.
        [constants.BROTLI_PARAM_LGWIN]: brotliWindowBits,
      },
    }),
    deflate(body, { level: 9 }),
  ]);
  return [ownCopy(br), ownCopy(gz)];
}

/**
 * Compresses a page once in each coding, off the main thread. Small pages are compressed too, so that all responses
 * have the same headers.
 * @param before the page that the new page replaces. If both have the same bytes, the compressed bytes are reused
 */
export async function createPageEntry(
  { status, headers, body: source }: PageSource,
  before?: PageEntry,
): Promise<PageEntry> {
  const body = ownCopy(source);
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, etagLength);
  const originAt = headers.indexOf('Access-Control-Allow-Origin');
  const origin = originAt < 0 ? [] : headers.slice(originAt, originAt + 2);
  const represent = (encoding: Encoding, bytes: Buffer, suffix: string): Representation => {
    const etag = `"${digest}${suffix}"`;
    return {
      encoding,
      body: bytes,
      etag,
      validators: ['ETag', etag, 'Vary', 'Accept-Encoding', ...origin],
      headers: [
        ...headers,
        ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
        'Content-Length',
        String(bytes.length),
        ...(status === 200 ? ['ETag', etag] : []),
        'Vary',
        'Accept-Encoding',
      ],
    };
  };
  const identity = represent('identity', body, '');
  // A PNG is already compressed, so all codings use its bytes unchanged.
  if (body.length === 0 || headers.includes('image/png'))
    return { status, representations: { br: identity, gzip: identity, identity }, bytes: body.length };
  const same = before?.representations.identity.etag === identity.etag ? before.representations : null;
  const [br, gz] = same ? [same.br.body, same.gzip.body] : await compress(body);
  return {
    status,
    representations: {
      br: represent('br', br, '-br'),
      gzip: represent('gzip', gz, '-gz'),
      identity,
    },
    bytes: body.length + br.length + gz.length,
  };
}

/**
 * Whether If-None-Match matches an entity tag by weak comparison. The header may contain a list or `*` (RFC 9110
 * §13.1.2).
 */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  if (!ifNoneMatch.includes(etag)) return false;
  // Entity tags of this server contain no commas, so splitting at commas cannot break one of them.
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}
