import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createFolderStore } from '../../../../platform/identity/folder-store.ts';

const modeOf = async (folder: string): Promise<number> => (await stat(folder)).mode & 0o777;

it('the document store creates a folder with mode 0700 inside a data folder with the default mode', async () => {
  const base = await mkdtemp(path.join(tmpdir(), 'golden-lotto-store-'));
  onTestFinished(() => rm(base, { recursive: true }));
  const data = path.join(base, 'data');
  await createFolderStore(path.join(data, 'documents')).check();
  expect(await modeOf(path.join(data, 'documents'))).toBe(0o700);
  // Subtract the bits that the umask of this process removes from every new folder.
  expect(await modeOf(data)).toBe(0o777 & ~process.umask());
});
