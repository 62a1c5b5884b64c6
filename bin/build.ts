/**
 * `npm run build`: the browser's bundle, the server-rendering bundle, and plain JavaScript of both programs,
 * into dist/. Skipped where dist/ was made from the same sources (`--force` builds anyway).
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const stamp = path.join(root, 'dist/.sources');

function fingerprint(): string {
  const hash = createHash('sha256');
  const sources = globSync(
    [
      '{client,server,platform,shared}/**/*',
      'package-lock.json',
      'vite.config.ts',
      'tsconfig.base.json',
      'tsconfig.build.json',
      'bin/build.ts',
    ],
    { cwd: root, withFileTypes: true },
  )
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  for (const file of sources)
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function run(command: string, args: string[]): void {
  const { status } = spawnSync(path.join(root, 'node_modules/.bin', command), args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) {
    console.error(`The build stopped: ${command} ${args.join(' ')} failed.`);
    process.exit(1);
  }
}

const sources = fingerprint();
const upToDate = existsSync(stamp) && readFileSync(stamp, 'utf8') === sources;
if (!upToDate || process.argv.includes('--force')) {
  const startedAt = performance.now();
  console.log('Building …');
  rmSync(stamp, { force: true });
  for (const part of ['server', 'platform', 'shared'])
    rmSync(path.join(root, 'dist', part), { recursive: true, force: true });
  run('vite', ['build', '--logLevel', 'warn']);
  run('vite', ['build', '--logLevel', 'warn', '--ssr', 'client/entry-server.tsx']);
  run('tsc', ['-p', 'tsconfig.build.json']);
  // What the platform reads beside its code.
  for (const folder of ['platform/db/migrations', 'platform/content'])
    cpSync(path.join(root, folder), path.join(root, 'dist', folder), {
      recursive: true,
      filter: (source) => !source.endsWith('.ts'),
    });
  writeFileSync(stamp, sources);
  console.log(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}
