import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BackupFailure } from './failure.ts';

export const manifestFile = 'manifest.json';
/** The file has the format of sha256sum, so that a backup can be verified without the platform. */
export const sumsFile = 'SHA256SUMS';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);

const Part = z.strictObject({
  table: z.string().min(1),
  columns: z.array(z.string().min(1)).min(1),
  rows: count,
  /** First day of each month that has a partition. Undefined if the table is not partitioned by month. */
  months: z.array(z.iso.date()).min(1).optional(),
  /**
   * Name of the table's file, which is in the same folder as the manifest. The file contains the output of COPY … TO
   * STDOUT (text format, UTF-8), compressed with gzip.
   */
  file: z.string().regex(/^[a-z0-9_]+\.copy\.gz$/),
  /** Size of the compressed file in bytes. */
  bytes: count,
  sha256,
});
export type Part = z.infer<typeof Part>;

export const Manifest = z.strictObject({
  format: z.literal('golden-lotto-backup'),
  formatVersion: z.literal(1),
  /** Time of the snapshot, by the database's clock. */
  takenAt: z.iso.datetime(),
  /** Version of the program that made the backup, and version of PostgreSQL. */
  program: z.string(),
  postgres: z.string(),
  /** The migrations of the database, in the order in which they were applied. */
  migrations: z.array(z.strictObject({ createdAtMs: count, hash: sha256 })).min(1),
  parts: z.array(Part),
  /** Last values of sequences. They cannot be derived from the rows, because the newest rows may have been deleted. */
  sequences: z.array(
    z.strictObject({ table: z.string(), column: z.string(), lastValue: z.string().regex(/^\d+$/) }),
  ),
  /** Number of draws without a published result. Their seeds are in the backup, encrypted with DRAW_SEAL_KEY. */
  sealedDraws: count,
});
export type Manifest = z.infer<typeof Manifest>;

export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Returns the SHA-256 of each file, in the format that `sha256sum -c` reads. */
export function sumsText(sums: ReadonlyMap<string, string>): string {
  return [...sums].map(([file, sum]) => `${sum}  ${file}\n`).join('');
}

/**
 * Reads the manifest of a backup and verifies it with SHA256SUMS. Does not read the table files.
 * @throws BackupFailure if the folder is not a backup, has a newer format, or was changed
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const read = (file: string) =>
    readFile(join(folder, file)).catch((error: unknown) => {
      throw new BackupFailure('damaged', `${folder} is not a complete backup: ${file} cannot be read`, {
        cause: error,
      });
    });
  const bytes = await read(manifestFile);
  const sums = (await read(sumsFile)).toString('utf8');
  if (!sums.split('\n').includes(`${sha256Of(bytes)}  ${manifestFile}`)) {
    throw new BackupFailure('damaged', `${folder} is damaged: ${manifestFile} does not match ${sumsFile}`);
  }
  let known: unknown;
  try {
    known = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new BackupFailure('damaged', `${folder} is damaged: ${manifestFile} is not JSON`);
  }
  const parsed = Manifest.safeParse(known);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new BackupFailure(
      'damaged',
      `${folder}/${manifestFile} is not valid (${issue?.path.join('.')}: ${issue?.message}); a newer version may have written it`,
    );
  }
  return parsed.data;
}
