import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Encoding } from '../cache/negotiate.ts';

/** Fast, because a client waits for it. Cached pages are compressed again at a higher quality. */
const brotliQuality = 4;

/**
 * The destination of a streamed response: the response itself, or a compressor piped into it.
 * @returns a stream whose `flush`, where it has one, sends what was written so far
 */
export function compressTo(res: ServerResponse, encoding: Encoding): Writable & { flush?: () => void } {
  if (encoding === 'identity') return res;
  const compressed =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
      : createGzip();
  compressed.pipe(res);
  // Stop compressing when the client disconnects.
  res.once('close', () => compressed.destroy());
  return compressed;
}
