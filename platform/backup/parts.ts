import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { type Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupFailure, errorText, isFileSystemError } from './failure.ts';
import type { Part } from './manifest.ts';

/**
 * The fastest gzip level, because a large backup spends half of its time on compression. Higher levels save little more
 * space.
 */
const gzipLevel = 1;
const newline = 0x0a;

/** Returns a stream that passes data through unchanged and calls `onChunk` with every chunk. */
function tap(onChunk: (chunk: Buffer) => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onChunk(chunk);
      done(null, chunk);
    },
  });
}

function discard(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/** Counts the rows in a chunk. In COPY's text format, a newline appears only at the end of a row. */
function newlinesIn(chunk: Buffer): number {
  let found = 0;
  for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) found += 1;
  return found;
}

export interface Watch {
  /** Called after each chunk of about 64 kB, with the number of rows processed so far. */
  onRows: (rows: number) => void;
  signal: AbortSignal;
}

/**
 * Writes the output of COPY to a new file and flushes it to disk.
 * @returns the fields of the file's entry in the manifest
 */
export async function writePart(
  path: string,
  source: Readable,
  { onRows, signal }: Watch,
): Promise<Pick<Part, 'rows' | 'bytes' | 'sha256'>> {
  const hash = createHash('sha256');
  let rows = 0;
  let bytes = 0;
  await pipeline(
    source,
    tap((chunk) => {
      rows += newlinesIn(chunk);
      onRows(rows);
    }),
    createGzip({ level: gzipLevel }),
    tap((chunk) => {
      bytes += chunk.length;
      hash.update(chunk);
    }),
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    { signal },
  );
  return { rows, bytes, sha256: hash.digest('hex') };
}

/**
 * Returns whether a damaged or missing file caused an error. zlib fails for a truncated or changed file. The file
 * system fails for a missing file.
 */
function isFileError(error: unknown): boolean {
  return (
    isFileSystemError(error) ||
    (error instanceof Error && 'code' in error && /^(?:Z_|EIO$|EISDIR$)/.test(String(error.code)))
  );
}

/**
 * Reads the file of a table to its end and verifies it.
 * @param sink receives the uncompressed rows, which are discarded by default
 * @throws BackupFailure if the file is missing, truncated, or does not match the manifest
 */
export async function readPart(
  folder: string,
  part: Part,
  { onRows, signal }: Watch,
  sink: Writable = discard(),
): Promise<void> {
  const hash = createHash('sha256');
  let rows = 0;
  try {
    await pipeline(
      createReadStream(join(folder, part.file)),
      tap((chunk) => hash.update(chunk)),
      createGunzip(),
      tap((chunk) => {
        rows += newlinesIn(chunk);
        onRows(rows);
      }),
      sink,
      { signal },
    );
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw new BackupFailure('damaged', `${folder} is damaged: ${part.file}: ${errorText(error)}`, {
      cause: error,
    });
  }
  if (hash.digest('hex') !== part.sha256 || rows !== part.rows) {
    throw new BackupFailure(
      'damaged',
      `${folder} is damaged: ${part.file} does not match its manifest; use another backup or another copy of it`,
    );
  }
}
