import { access, constants, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DocumentStore } from './document-store.ts';

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Stores files in a folder that only the user of the platform can read. */
export function createFolderStore(folder: string): DocumentStore {
  const pathOf = (documentId: string) => join(folder, documentId);
  const makeFolder = async () => {
    // Create the parent folder with the default mode, because it also contains the data of the embedded PostgreSQL,
    // which can run as another user.
    await mkdir(dirname(folder), { recursive: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
  };
  return {
    async check() {
      await makeFolder();
      await access(folder, constants.W_OK);
    },
    async put(documentId, bytes) {
      await makeFolder();
      const file = await open(pathOf(documentId), 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      const entry = await open(folder);
      try {
        await entry.sync();
      } finally {
        await entry.close();
      }
    },
    async get(documentId) {
      try {
        return await readFile(pathOf(documentId));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    remove: (documentId) => rm(pathOf(documentId), { force: true }),
  };
}
