import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runEnvironment, runFlags } from '../../../bin/run-flags.ts';
import { createTestDatabase, type TestDatabase } from '../../helpers/database.ts';
import { type Place, type Program, startProgram } from '../../helpers/program.ts';
import {
  assemble,
  copyAll,
  image,
  imageEnvironment,
  isSent,
  read,
  root,
  sentFiles,
  stages,
} from './assemble.ts';
import { filledIn, readCompose } from './compose.ts';
import { instructionsOf } from './dockerfile.ts';

interface Package {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
}
const packageJson: Package = JSON.parse(read('package.json'));
const lock: { packages: Record<string, { dev?: boolean }> } = JSON.parse(read('package-lock.json'));
/** The folder that TEST_DIST names, or by default the output folder of `npm run build`. */
const dist = process.env['TEST_DIST'] || path.join(root, 'dist');

const only = (word: string): string => {
  const [instruction, ...more] = instructionsOf(image, word);
  expect(more).toEqual([]);
  return instruction?.text ?? '';
};

describe('Dockerfile', () => {
  it('starts from the slim image of the Node.js version that the project runs on', () => {
    const major = packageJson.devDependencies['node']?.split('.')[0];
    const names = new Set(stages.map(({ name }) => name));
    const bases = stages.map(({ from }) => from).filter((from) => !names.has(from));
    expect(new Set(bases)).toEqual(new Set([`node:${major}-slim`]));
  });

  it('builds an image with an unprivileged user and a health check', () => {
    expect(only('USER')).toBe('node');
    expect(only('STOPSIGNAL')).toBe('SIGTERM');
    for (const [name, value] of Object.entries(runEnvironment))
      expect(only('ENV')).toContain(`${name}=${value}`);
    expect(JSON.parse(only('CMD'))).toEqual(['node', ...runFlags, 'dist/server/main.js']);
    expect(only('HEALTHCHECK')).toMatch(
      /CMD \["node", "docker\/health\.mjs", "http:\/\/127\.0\.0\.1:9400\/readyz"\]$/,
    );
    // All COPY instructions are before USER, so that the user that runs the program owns no file.
    const words = image.instructions.map(({ word }) => word);
    expect(words.slice(words.indexOf('USER'))).not.toContain('COPY');
    expect(instructionsOf(image, 'COPY').filter(({ options }) => 'chown' in options)).toEqual([]);
    expect(instructionsOf(image, 'RUN')).toEqual([]);
  });

  it.each([
    '.env',
    '.env.example',
    '.data/secrets.json',
    '.git/config',
    'node_modules/fastify/package.json',
    'dist/server/main.js',
    'tests/helpers/site.ts',
    'docker/varnish.vcl',
    'server.pem',
  ])('excludes %s from the build context', (file) => {
    expect(isSent(file)).toBe(false);
  });

  it('includes in the build context all files that the build reads', () => {
    const sent = sentFiles();
    const sources = globSync('{client,server,platform,shared,config}/**/*.*', { cwd: root }).filter((file) =>
      /\.\w+$/.test(file),
    );
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.filter((file) => !sent.includes(file))).toEqual([]);
    for (const file of [
      'package-lock.json',
      '.npmrc',
      'bin/build.ts',
      'vite.config.ts',
      'vite.programs.config.ts',
    ])
      expect(sent).toContain(file);
  });
});

const packageOf = (name: string) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

describe('built programs', () => {
  const specifier = /(?:from|import)\s*\(?\s*["']([^"'.][^"']*)["']/g;

  it('import no development dependency', () => {
    const files = globSync('{server,platform,programs,client-ssr}/**/*.js', { cwd: dist });
    expect(files).toContain('server/main.js');
    const imported = new Set(
      files.flatMap((file) =>
        [...readFileSync(path.join(dist, file), 'utf8').matchAll(specifier)].map(([, name = '']) => name),
      ),
    );
    const packages = [...imported].filter((name) => !isBuiltin(name)).map(packageOf);
    expect(packages).toContain('pino');
    const development = Object.keys(packageJson.devDependencies);
    expect(packages.filter((name) => development.includes(name))).toEqual([]);
  });
});

/**
 * Replaces `npm ci --omit=dev`, which needs the network. The function copies the packages of the lock file from this
 * project's node_modules.
 */
const installPackages = (command: string, target: string): void => {
  const [install = '', removal = ''] = command.split(' && ');
  expect(install).toBe('npm ci --omit=dev --ignore-scripts');
  const removed = removal.replace(/^rm -rf /, '').split(' ');
  const wanted = Object.entries(lock.packages)
    // Nested packages are skipped here, because they are copied with their parent folder.
    .filter(([place, { dev }]) => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(place) && !dev)
    .map(([place]) => place)
    .filter((place) => existsSync(path.join(root, place)))
    .filter((place) => !removed.some((name) => place === name || place.startsWith(`${name}/`)));
  for (const [folder, places] of Object.entries(Object.groupBy(wanted, (place) => path.dirname(place)))) {
    const sources = (places ?? []).map((place) => path.join(root, place));
    copyAll(sources, path.join(target, folder));
  }
};

/**
 * Executes a RUN line unless the line installs packages or builds the programs. An installation needs the network, so
 * the packages are copied instead. The build has run before the tests, so its output is copied.
 */
const run = (command: string, cwd: string, stage: string): void => {
  if (stage === 'packages') installPackages(command, cwd);
  else if (command === 'node bin/build.ts') copyAll([`${dist}/.`], path.join(cwd, 'dist'));
  else if (command !== 'npm ci --ignore-scripts') spawnSync('sh', ['-ec', command], { cwd });
};

/**
 * If the tests run as root, the programs run as this unprivileged user. Otherwise the programs run as the user of the
 * tests.
 */
const user: Place = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/**
 * Executes a RUN line unchanged, as an unprivileged user. The unchanged lines take minutes and need the network, so
 * only `npm run soak` uses this function.
 */
const runWhole = (command: string, cwd: string): void => {
  const { uid, gid } = user;
  if (uid !== undefined) spawnSync('chown', ['-R', `${uid}:${gid}`, cwd]);
  const home = path.join(cwd, '.home');
  const { status, stdout, stderr } = spawnSync('sh', ['-ec', command], {
    cwd,
    ...user,
    encoding: 'utf8',
    // The folder of the running Node.js comes first in PATH, so that the RUN line does not use another version.
    env: {
      ...process.env,
      PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}`,
      HOME: home,
      npm_config_cache: home,
    },
  });
  if (status !== 0) throw new Error(`RUN ${command}\n${stdout}\n${stderr}`);
  rmSync(home, { recursive: true, force: true });
};

const ways: [string, typeof run][] = [
  ['assembled from installed packages and the existing build', run],
  ...(process.env['SOAK_MINUTES'] !== undefined
    ? [['made by every line of its file', runWhole] as [string, typeof run]]
    : []),
];

describe.each(ways)('Docker image (%s)', (_way, runLine) => {
  let folder: string;
  let app: string;
  let database: TestDatabase;
  const running: Program[] = [];
  const { services } = readCompose(filledIn());
  const environmentOf = (service: string) => services[service]?.environment ?? {};

  const start = (args: string[], env: Record<string, string>): Program => {
    const program = startProgram(args, { ...imageEnvironment(), ...env }, { cwd: app, ...user });
    running.push(program);
    return program;
  };
  const there = (name: string) => existsSync(path.join(app, 'node_modules', name, 'package.json'));
  const health = (address: string): number | null =>
    spawnSync(process.execPath, ['docker/health.mjs', address], { cwd: app, ...user }).status;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'golden-lotto-image-'));
    chmodSync(folder, 0o755);
    app = assemble({ folder, run: runLine });
    spawnSync('chmod', ['-R', 'a-w', app]);
    database = await createTestDatabase();
  }, 900_000);
  afterAll(async () => {
    await Promise.all(running.map((program) => program.signal('SIGTERM')));
    await database?.drop();
    spawnSync('chmod', ['-R', 'u+w', app]);
    rmSync(folder, { recursive: true, force: true });
  });

  it('contains no development dependency', () => {
    for (const file of [
      'dist/server/main.js',
      'dist/platform/main.js',
      'config/site_setup.json',
      'package.json',
    ])
      expect(existsSync(path.join(app, file))).toBe(true);
    expect(Object.keys(packageJson.dependencies).filter((name) => !there(name))).toEqual([]);
    const unwanted = { ...packageJson.devDependencies, ...packageJson.optionalDependencies };
    expect(Object.keys(unwanted).filter(there)).toEqual([]);
    for (const folderOfSources of ['server', 'client', 'tests', '.git'])
      expect(existsSync(path.join(app, folderOfSources))).toBe(false);
  });

  it('runs the platform and the site from a read-only file system', {
    timeout: 120_000,
  }, async () => {
    const [, ...platformCommand] = services['platform']?.command ?? [];
    const platform = start(platformCommand, {
      ...environmentOf('platform'),
      DATABASE_URL: database.url,
      PLATFORM_PORT: '0',
      PLATFORM_HOST: '127.0.0.1',
    });
    const [, platformUrl = ''] = await platform.waitForOutput(/"address":"(http:[^"]+)"/);
    await platform.waitForOutput(/the platform is ready/);
    expect(health(`${platformUrl}/readyz`)).toBe(0);

    const [, ...siteCommand]: string[] = JSON.parse(only('CMD'));
    const site = start(siteCommand, {
      ...environmentOf('site-1'),
      PORT: '0',
      OPS_PORT: '0',
      HOST: '127.0.0.1',
      OPS_HOST: '127.0.0.1',
      PLATFORM_URL: platformUrl,
      // No Redis listens on this port, so the site runs without Redis.
      REDIS_URL: 'redis://127.0.0.1:1',
      CDN_PURGE_URL: 'http://127.0.0.1:1',
      SHUTDOWN_DELAY_MS: '0',
    });
    const [line] = await site.waitForOutput(/\{[^\n]*"the site is ready"[^\n]*/);
    const { port, opsPort }: { port: number; opsPort: number } = JSON.parse(line);
    expect(health(`http://127.0.0.1:${opsPort}/readyz`)).toBe(0);
    expect(health(`http://127.0.0.1:${opsPort}/no-such-thing`)).toBe(1);
    const home = await fetch(`http://127.0.0.1:${port}/`);
    expect(home.status).toBe(200);
    expect(await home.text()).toContain('https://lotto.example');

    expect(await site.signal('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(await platform.signal('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(health(`http://127.0.0.1:${opsPort}/readyz`)).toBe(1);
  });
});
