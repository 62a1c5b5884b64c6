import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { assetsOf } from '../../client/assets.ts';
import type { ClientAssets } from '../../shared/pages/document.ts';

const root = path.resolve(import.meta.dirname, '../..');

export interface TestBuild {
  /** Folder of the built files. A file has the same path in this folder and in its URL. */
  folder: string;
  assets: ClientAssets;
}

const manifestOf = (folder: string): string => path.join(folder, '.vite/manifest.json');
const read = (folder: string): TestBuild => ({
  folder,
  assets: assetsOf(JSON.parse(readFileSync(manifestOf(folder), 'utf8'))),
});

/**
 * Returns the client that `npm run build` has built. TEST_DIST can name another folder than `dist`. All test files
 * share one build.
 */
export function builtClient(): TestBuild {
  const folder = path.join(process.env['TEST_DIST'] || path.join(root, 'dist'), 'client');
  if (!existsSync(manifestOf(folder))) throw new Error('The client is not built: npm run build');
  return read(folder);
}

/**
 * Builds the client with React's development version. Only this version reports attributes that differ between server
 * and browser.
 */
export async function buildDevelopmentClient(): Promise<TestBuild & { remove(): void }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'golden-lotto-client-'));
  const environment = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'development';
  try {
    await build({
      root,
      configFile: path.join(root, 'vite.config.ts'),
      mode: 'development',
      logLevel: 'warn',
      build: { outDir: folder, emptyOutDir: true },
    });
  } finally {
    process.env['NODE_ENV'] = environment;
  }
  return { ...read(folder), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
