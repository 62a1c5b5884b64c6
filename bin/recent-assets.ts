import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/**
 * Keeps the hashed files of the last builds beside the newest, and removes older ones: a page that was opened
 * before a deploy still finds the chunks that it asks for later.
 * @param folder where the build is written; what belongs to which build is noted in its .vite/builds.json
 * @param files of the newest build, relative to the folder
 * @param builds how many builds are kept, the newest counted
 */
export function keepRecentAssets(folder: string, files: readonly string[], builds: number): void {
  const note = path.join(folder, '.vite/builds.json');
  const before: string[][] = existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')) : [];
  const newest = files.filter((file) => file.startsWith('assets/')).sort();
  // The same sources built again are the same build.
  const older = before.filter((build) => build.join() !== newest.join());
  const kept = [newest, ...older].slice(0, builds);
  const names = new Set(kept.flat());
  for (const file of readdirSync(path.join(folder, 'assets')))
    if (!names.has(`assets/${file}`)) rmSync(path.join(folder, 'assets', file));
  mkdirSync(path.dirname(note), { recursive: true });
  writeFileSync(note, JSON.stringify(kept));
}

/** The same as a part of each build by Vite. */
export function recentAssets({ builds }: { builds: number }): Plugin {
  let folder = '';
  return {
    name: 'recent-assets',
    apply: 'build',
    configResolved({ root, build }) {
      folder = path.resolve(root, build.outDir);
    },
    writeBundle(_, bundle) {
      keepRecentAssets(folder, Object.keys(bundle), builds);
    },
  };
}
