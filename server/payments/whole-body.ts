import { Readable } from 'node:stream';

/** A body past its limit; Fastify and the error handlers know it by its status. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
  readonly statusCode = 413;
}

/**
 * Waits for the whole of a body and gives its bytes on as they were. Who sends slowly then holds none of the few
 * connections upstream, and what is too large is refused before anybody upstream has seen it.
 * @param body of a request, unread
 * @param declared its Content-Length, where it has one
 * @throws BodyTooLarge, and what the stream says where the sender goes
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
