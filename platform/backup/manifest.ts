import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BackupFailure } from './failure.ts';

export const manifestFile = 'manifest.json';
/** In the form of sha256sum: whoever holds the folder can check it without this program. */
export const sumsFile = 'SHA256SUMS';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);

const Part = z.strictObject({
  /** Name of the table, in the schema that the platform's tables live in. */
  table: z.string().min(1),
  columns: z.array(z.string().min(1)).min(1),
  rows: count,
  /** Beside the manifest: what COPY … TO STDOUT said (text format, UTF-8), through gzip. */
  file: z.string().regex(/^[a-z0-9_]+\.copy\.gz$/),
  /** Of the compressed file. */
  bytes: count,
  sha256,
});
export type Part = z.infer<typeof Part>;

export const Manifest = z.strictObject({
  format: z.literal('golden-lotto-backup'),
  formatVersion: z.literal(1),
  /** The moment that the whole backup shows, by the database's clock. */
  takenAt: z.iso.datetime(),
  /** Version of the program that took it, and of PostgreSQL. */
  program: z.string(),
  postgres: z.string(),
  /** The migrations that the database had seen, in their order. */
  migrations: z.array(z.strictObject({ createdAtMs: count, hash: sha256 })).min(1),
  parts: z.array(Part),
  /** A sequence's last value says more than the rows: the newest of them may be deleted by now. */
  sequences: z.array(
    z.strictObject({ table: z.string(), column: z.string(), lastValue: z.string().regex(/^\d+$/) }),
  ),
  /** Draws to come, whose seeds lie in it sealed under DRAW_SEAL_KEY. */
  sealedDraws: count,
});
export type Manifest = z.infer<typeof Manifest>;

export function sumOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** `sums` by file name, as `sha256sum -c` reads it. */
export function sumsText(sums: ReadonlyMap<string, string>): string {
  return [...sums].map(([file, sum]) => `${sum}  ${file}\n`).join('');
}

/**
 * The manifest of a backup, itself checked against SHA256SUMS; its parts are not looked at.
 * @throws BackupFailure where the folder is no backup, is of a newer form, or was changed since
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const read = (file: string) =>
    readFile(join(folder, file)).catch((error: unknown) => {
      throw new BackupFailure('damaged', `${folder} is no whole backup: ${file} cannot be read`, {
        cause: error,
      });
    });
  const bytes = await read(manifestFile);
  const sums = (await read(sumsFile)).toString('utf8');
  if (!sums.split('\n').includes(`${sumOf(bytes)}  ${manifestFile}`)) {
    throw new BackupFailure('damaged', `${folder} is damaged: ${manifestFile} is not the one in ${sumsFile}`);
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
      `${folder}/${manifestFile} is not understood (${issue?.path.join('.')}: ${issue?.message}); a newer version may have made it`,
    );
  }
  return parsed.data;
}
