/**
 * `npm run build`: writes the browser bundle, the server-rendering bundle and the JavaScript of the site and the
 * platform to dist/. It does nothing if dist/ was built from the same sources (`--force` always builds).
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const root = path.resolve(import.meta.dirname, '..');
/** File with the digest of the sources of the last build. */
const stamp = path.join(root, 'dist/.sources');
/**
 * File with a digest of the sizes and modification times of the sources of the last build. Computing this digest takes
 * a tenth of the time that reading all files would take.
 */
const sizesStamp = path.join(root, 'dist/.sizes');

function filesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesIn(name);
    return entry.isFile() ? [name] : [];
  });
}

/** Returns the paths of all files that the build reads. */
function sourceFiles(): string[] {
  return [
    ...['client', 'server', 'platform', 'shared'].flatMap(filesIn),
    'package-lock.json',
    'vite.config.ts',
    'tsconfig.base.json',
    'vite.programs.config.ts',
    ...['build', 'own-preload', 'recent-assets', 'server-code', 'service-worker'].map(
      (name) => `bin/${name}.ts`,
    ),
  ].sort();
}

function digestOf(files: readonly string[], read: (file: string) => string | Buffer): string {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(read(path.join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

function sizeAndTimes(file: string): string {
  const { size, mtimeMs, ctimeMs } = statSync(file);
  return `${size} ${mtimeMs} ${ctimeMs}`;
}

const holds = (file: string, text: string): boolean =>
  existsSync(file) && readFileSync(file, 'utf8') === text;

function run(command: string, args: string[]): void {
  const program = command === 'node' ? process.execPath : path.join(root, 'node_modules/.bin', command);
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) {
    console.error(`The build stopped: ${command} ${args.join(' ')} failed.`);
    process.exit(1);
  }
}

/**
 * Builds into dist/ if the sources have changed. If the build fails, the process exits.
 * @param force builds even if the sources are unchanged
 */
export function build(force = false): void {
  const files = sourceFiles();
  const sizes = digestOf(files, sizeAndTimes);
  if (!force && existsSync(stamp) && holds(sizesStamp, sizes)) return;
  const sources = digestOf(files, (file) => readFileSync(file));
  if (!force && holds(stamp, sources)) {
    // The contents are unchanged, so store only the new times. A Git checkout, for example, changes times without
    // changing contents.
    writeFileSync(sizesStamp, sizes);
    return;
  }
  const startedAt = performance.now();
  console.log('Building …');
  const old = [
    '.sources',
    '.sizes',
    'client-ssr',
    'compiled',
    'programs',
    'platform',
    'server',
    'shared',
    'client/*',
  ];
  for (const part of globSync(
    old.map((name) => `dist/${name}`),
    { cwd: root },
  )) {
    // Keep the hashed files, because open pages still load files of earlier builds.
    if (part !== path.join('dist', 'client', 'assets')) rmSync(path.join(root, part), { recursive: true });
  }
  run('vite', ['build', '--logLevel', 'warn']);
  run('vite', ['build', '--logLevel', 'warn', '--ssr', 'client/entry-server.tsx']);
  run('vite', ['build', '--logLevel', 'warn', '--config', 'vite.programs.config.ts']);
  // Files that the platform reads at run time.
  for (const folder of [
    'platform/db/migrations',
    'platform/content',
    'platform/messages',
    'platform/notifications',
  ])
    cpSync(path.join(root, folder), path.join(root, 'dist', folder), {
      recursive: true,
      filter: (source) => !source.endsWith('.ts'),
    });
  run('node', ['dist/platform/prepare-main.js']);
  compressFiles(path.join(root, 'dist/client'));
  writeFileSync(stamp, sources);
  writeFileSync(sizesStamp, sizes);
  console.log(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

/**
 * Compresses each hashed file and the service worker at the highest level, with Brotli and gzip. The server then does
 * not have to compress these files for each request.
 */
function compressFiles(folder: string): void {
  for (const file of globSync(['assets/**/*.{js,css,svg}', 'sw.js'], { cwd: folder })) {
    const bytes = readFileSync(path.join(folder, file));
    writeFileSync(path.join(folder, `${file}.br`), brotliCompressSync(bytes));
    writeFileSync(path.join(folder, `${file}.gz`), gzipSync(bytes, { level: 9 }));
  }
}

if (import.meta.main) build(process.argv.includes('--force'));
