import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/**
 * Keeps the hashed files of the newest builds and removes older ones. The chunks of a page that was opened before a
 * deploy therefore still exist.
 * @param folder output folder of the build; its .vite/builds.json lists the files of each build
 * @param files files of the newest build, relative to the folder
 * @param builds number of builds to keep, including the newest
 */
export function keepRecentAssets(folder: string, files: readonly string[], builds: number): void {
  const note = path.join(folder, '.vite/builds.json');
  const before: string[][] = existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')) : [];
  const newest = files.filter((file) => file.startsWith('assets/')).sort();
  // Do not count a repeated build of the same sources as another build.
  const older = before.filter((build) => build.join() !== newest.join());
  const kept = [newest, ...older].slice(0, builds);
  const names = new Set(kept.flat());
  for (const file of readdirSync(path.join(folder, 'assets')))
    if (!names.has(`assets/${file}`)) rmSync(path.join(folder, 'assets', file));
  mkdirSync(path.dirname(note), { recursive: true });
  writeFileSync(note, JSON.stringify(kept));
}

/** Creates a Vite plugin that calls `keepRecentAssets` after each build. */
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
