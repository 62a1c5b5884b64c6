import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';

/** Thrown if a file of `config/` is invalid. The message is one line that names the file and the field. */
export class SiteConfigError extends Error {}

/**
 * Reads and validates a file.
 * @param folder the `config/` folder
 * @param file path inside it
 * @throws SiteConfigError that names the file and its first wrong field
 */
export function readConfigFile<T>(folder: string, file: string, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
  } catch (error) {
    throw new SiteConfigError(
      `config/${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new SiteConfigError(`config/${file}: ${issue?.path.join('.') || 'the file'}: ${issue?.message}`);
}
