import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { type Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupFailure, inWords, isOfTheDisk } from './failure.ts';
import type { Part } from './manifest.ts';

/** Fast rather than small: half of a long backup is compression, and level 1 gives most of it. */
const gzipLevel = 1;
const newline = 0x0a;

/** Hears every piece that passes. */
function listener(hear: (piece: Buffer) => void): Transform {
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      hear(piece);
      done(null, piece);
    },
  });
}

function nowhere(): Writable {
  return new Writable({ write: (_piece, _encoding, done) => done() });
}

/** COPY's text format writes a newline at the end of each row and nowhere else. */
function newlinesIn(piece: Buffer): number {
  let found = 0;
  for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, at + 1)) found += 1;
  return found;
}

export interface Watch {
  /** Rows so far; called for every piece of some 64 kB. */
  onRows: (rows: number) => void;
  signal: AbortSignal;
}

/** Writes what COPY says into a new file, to the disk; gives what the manifest has to know of it. */
export async function writePart(
  path: string,
  rowsOf: Readable,
  { onRows, signal }: Watch,
): Promise<Pick<Part, 'rows' | 'bytes' | 'sha256'>> {
  const hash = createHash('sha256');
  let rows = 0;
  let bytes = 0;
  await pipeline(
    rowsOf,
    listener((piece) => {
      rows += newlinesIn(piece);
      onRows(rows);
    }),
    createGzip({ level: gzipLevel }),
    listener((piece) => {
      bytes += piece.length;
      hash.update(piece);
    }),
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    { signal },
  );
  return { rows, bytes, sha256: hash.digest('hex') };
}

/** What zlib says of a file that is cut off or changed, and what the disk says of one that is not there. */
function isOfTheFile(error: unknown): boolean {
  return (
    isOfTheDisk(error) ||
    (error instanceof Error && 'code' in error && /^(?:Z_|EIO$|EISDIR$)/.test(String(error.code)))
  );
}

/**
 * Reads a part to its end, into `sink` where there is one.
 * @throws BackupFailure where the file is missing, cut off, or not the one that the manifest names
 */
export async function readPart(
  folder: string,
  part: Part,
  { onRows, signal }: Watch,
  sink: Writable = nowhere(),
): Promise<void> {
  const hash = createHash('sha256');
  let rows = 0;
  try {
    await pipeline(
      createReadStream(join(folder, part.file)),
      listener((piece) => hash.update(piece)),
      createGunzip(),
      listener((piece) => {
        rows += newlinesIn(piece);
        onRows(rows);
      }),
      sink,
      { signal },
    );
  } catch (error) {
    if (!isOfTheFile(error)) throw error;
    throw new BackupFailure('damaged', `${folder} is damaged: ${part.file}: ${inWords(error)}`, {
      cause: error,
    });
  }
  if (hash.digest('hex') !== part.sha256 || rows !== part.rows) {
    throw new BackupFailure(
      'damaged',
      `${folder} is damaged: ${part.file} is not what its manifest says; take another backup or another copy of it`,
    );
  }
}
