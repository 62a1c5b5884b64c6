import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Encoding } from '../cache/negotiate.ts';

/**
 * Brotli quality for streamed pages. It is low, because a client waits for the bytes. Cached pages are compressed again
 * at a higher quality.
 */
const brotliQuality = 4;

/**
 * Returns the stream to which a response is written: the response itself, or a compressor that is piped into it. If the
 * stream has a method `flush`, the method sends all bytes that were written so far.
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
