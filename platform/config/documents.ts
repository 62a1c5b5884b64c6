import { join, resolve } from 'node:path';
import type { z } from 'zod';
import type { Environment } from './environment.ts';

export interface S3Place {
  kind: 's3';
  /** URL of the bucket, or of a folder in the bucket, without a slash at the end. */
  url: string;
  keyId: string;
  secret: string;
  region: string;
}

/** Where the documents of identity checks are stored. */
export type DocumentPlace = { kind: 'folder'; folder: string } | S3Place;

/** Environment variables that configure the document store. */
export const documentVariables = {
  DATA_DIR: true,
  DOCUMENTS_URL: true,
  DOCUMENTS_KEY_ID: true,
  DOCUMENTS_SECRET: true,
  DOCUMENTS_REGION: true,
} as const;

type Values = Pick<z.output<typeof Environment>, keyof typeof documentVariables>;

/**
 * @returns the configured document store, or the name of a missing variable if only some of the bucket's variables are
 *   set
 */
export function documentPlaceOf(values: Values): DocumentPlace | { missing: string } {
  const { DOCUMENTS_URL: url, DOCUMENTS_KEY_ID: keyId, DOCUMENTS_SECRET: secret } = values;
  if (url === undefined && keyId === undefined && secret === undefined)
    return { kind: 'folder', folder: join(resolve(values.DATA_DIR), 'documents') };
  if (url === undefined) return { missing: 'DOCUMENTS_URL' };
  if (keyId === undefined) return { missing: 'DOCUMENTS_KEY_ID' };
  if (secret === undefined) return { missing: 'DOCUMENTS_SECRET' };
  return { kind: 's3', url, keyId, secret, region: values.DOCUMENTS_REGION };
}
