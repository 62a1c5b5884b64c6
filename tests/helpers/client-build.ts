import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { assetsOf } from '../../client/assets.ts';
import type { ClientAssets } from '../../shared/pages/document.ts';

const root = path.resolve(import.meta.dirname, '../..');

export interface TestBuild {
  /** Holds each file at the path of its URL. */
  folder: string;
  assets: ClientAssets;
  remove(): void;
}

/**
 * Builds the client into a temporary folder with the project's configuration.
 * @param react 'development' also reports attributes that differ after hydration
 */
export async function buildClient(react: 'development' | 'production'): Promise<TestBuild> {
  const folder = mkdtempSync(path.join(tmpdir(), 'golden-lotto-client-'));
  const environment = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = react;
  try {
    await build({
      root,
      configFile: path.join(root, 'vite.config.ts'),
      mode: react,
      logLevel: 'warn',
      build: { outDir: folder, emptyOutDir: true },
    });
  } finally {
    process.env['NODE_ENV'] = environment;
  }
  const manifest = readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8');
  return {
    folder,
    assets: assetsOf(JSON.parse(manifest)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
