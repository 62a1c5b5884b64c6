import { Readable } from 'node:stream';

/** Thrown when a body exceeds its limit. Fastify and the error handlers read `statusCode`. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
  readonly statusCode = 413;
}

/**
 * Reads a whole body before it is passed on unchanged. A slow sender then occupies none of the few upstream
 * connections, and a body over the limit never reaches the platform.
 * @param body the body of a request, of which nothing has been read yet
 * @param declared the request's Content-Length, if there is one
 * @throws BodyTooLarge, or the stream's error if the sender disconnects
 */
export async function wholeBody(
  body: Readable,
  declared: string | undefined,
  limitBytes: number,
): Promise<Readable> {
  if (declared !== undefined && Number(declared) > limitBytes) throw new BodyTooLarge('a body is too large');
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(piece);
    size += bytes.length;
    if (size > limitBytes) throw new BodyTooLarge('a body is too large');
    pieces.push(bytes);
  }
  return Readable.from(pieces, { objectMode: false });
}
