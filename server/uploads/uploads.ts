import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { z } from 'zod';
import {
  examineDocument,
  longestDocumentBytes,
  longestRequestBytes,
} from '../../shared/domain/document-file.ts';
import { createAddressCounts } from '../live/address-counts.ts';

/**
 * Maximum length of an upload's body. A longer body is refused and not read to its end. A shorter body is always read
 * to its end, because a browser shows a response only after it has sent the whole body. Files that are too long are
 * discarded while they are read.
 */
const longestBodyBytes = 64 * 1024 * 1024;
/** Maximum number of uploads that are read at the same time: in this process, and from one address. */
const mostUploads = 8;
const mostPerAddress = 2;
const longestField = 4096;

/**
 * The fields of an upload. The value of a file field is the file's content in Base64, or the locale key of an error
 * message.
 */
export const Upload = z.object({ values: z.record(z.string(), z.string()) });
export type Upload = z.infer<typeof Upload>;

export interface Uploads {
  /**
   * Reads the body of a form with files (multipart/form-data).
   * @param address the client's IP address
   * @param fileNames names of the fields that contain files. Files in other fields are ignored.
   * @throws an error with the status 400, 413 or 429
   */
  read(
    body: Readable,
    request: { headers: IncomingHttpHeaders; address: string; fileNames: readonly string[] },
  ): Promise<Upload>;
}

class UploadRefused extends Error {
  readonly statusCode: 400 | 413 | 429;
  constructor(statusCode: UploadRefused['statusCode'], message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

const multipart = /^multipart\/form-data\b/i;

export function isUpload({ 'content-type': type }: IncomingHttpHeaders): boolean {
  return type !== undefined && multipart.test(type);
}

/** Reads a file into memory. If the file is too long, its content is discarded. */
async function valueOf(file: BusboyFileStream, name: string, room: { bytes: number }): Promise<string> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  let isTooLong = false;
  for await (const piece of file) {
    bytes += piece.length;
    isTooLong ||= bytes > longestDocumentBytes || piece.length > room.bytes;
    if (isTooLong) {
      pieces = [];
      continue;
    }
    room.bytes -= piece.length;
    pieces.push(piece);
  }
  if (isTooLong) return 'document.too_big';
  // A browser sends an empty file without a name if the player has chosen no file.
  if (bytes === 0) return name === '' ? '' : 'document.empty';
  const content = Buffer.concat(pieces);
  return examineDocument(content).problem ?? content.toString('base64');
}

async function readParts(
  body: Readable,
  contentType: string,
  fileNames: readonly string[],
): Promise<Record<string, string>> {
  const parser = new Busboy({
    headers: { 'content-type': contentType },
    limits: { fieldNameSize: 100, fieldSize: longestField, parts: 30, headerPairs: 20, headerSize: 4096 },
  });
  const values: Record<string, string> = {};
  const files: Promise<void>[] = [];
  const room = { bytes: longestRequestBytes };
  parser.on('field', (name, value) => {
    if (!fileNames.includes(name)) values[name] = value;
  });
  parser.on('file', (name, file, fileName) => {
    if (!fileNames.includes(name)) {
      file.resume();
      return;
    }
    const keep = async () => {
      const value = await valueOf(file, fileName, room);
      values[name] = values[name] ? 'document.one_file' : value;
    };
    // A truncated body causes an error here and in the pipeline below. Ignore the error here, because the pipeline also
    // throws an error.
    files.push(keep().catch(() => undefined));
  });
  let received = 0;
  await pipeline(
    body,
    async function* count(pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        received += piece.length;
        if (received > longestBodyBytes) throw new UploadRefused(413, 'the upload is too long');
        yield piece;
      }
    },
    parser,
  );
  await Promise.all(files);
  return values;
}

/**
 * Creates the reader that reads uploads into memory. An upload takes at most 20 MB of memory, because files that are
 * too long are discarded.
 */
export function createUploads(): Uploads {
  const addresses = createAddressCounts(mostPerAddress);
  let total = 0;
  return {
    async read(body, { headers, address, fileNames }) {
      const contentType = headers['content-type'] ?? '';
      if (Number(headers['content-length'] ?? 0) > longestBodyBytes)
        throw new UploadRefused(413, 'the upload is too long');
      if (total >= mostUploads || !addresses.mayOpen(address))
        throw new UploadRefused(429, 'too many uploads at the same time');
      total += 1;
      const close = addresses.open(address);
      try {
        return { values: await readParts(body, contentType, fileNames) };
      } catch (error) {
        if (error instanceof UploadRefused) throw error;
        throw new UploadRefused(400, 'the upload is malformed');
      } finally {
        total -= 1;
        close();
      }
    },
  };
}
