import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEmbeddedCluster, type EmbeddedCluster } from '../../../platform/db/embedded.ts';
import { findPostmaster } from '../../../platform/db/postmaster.ts';
import { failPlatformProcess, startPlatformProcess } from '../../helpers/platform-process.ts';

let dataDir: string;
let cluster: EmbeddedCluster;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'golden-lotto-embedded-'));
  await chmod(dataDir, 0o755);
  cluster = createEmbeddedCluster(dataDir);
});
afterAll(async () => {
  await cluster.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const ask = async (from: EmbeddedCluster, text: string): Promise<unknown> => {
  const client = new Client(from.connection());
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>({ text });
    return rows[0];
  } finally {
    await client.end();
  }
};
const postmaster = async () => {
  const found = await findPostmaster(join(dataDir, 'postgres'));
  if (!found) throw new Error('no server runs');
  return found;
};

it('embedded PostgreSQL starts only one server for several programs that start together', async () => {
  const others = [createEmbeddedCluster(dataDir), createEmbeddedCluster(dataDir)];
  await Promise.all([cluster, ...others].map((one) => one.ensureRunning()));
  const ports = [cluster, ...others].map((one) => one.connection().port);
  expect(new Set(ports).size).toBe(1);
  expect(await ask(cluster, 'show fsync')).toEqual({ fsync: 'on' });
});

it('embedded PostgreSQL runs as long as at least one program uses it', async () => {
  const { pid } = await postmaster();
  const later = createEmbeddedCluster(dataDir);
  await later.ensureRunning();
  expect((await postmaster()).pid).toBe(pid);
  const user = new Client({ ...cluster.connection(), application_name: 'golden-lotto' });
  await user.connect();
  expect(await later.stopIfUnused()).toBe('in use');
  await user.end();
  expect(await later.stopIfUnused()).toBe('stopped');
  expect(await later.stopIfUnused()).toBe('not running');
});

it('embedded PostgreSQL starts cleanly after its server was killed', async () => {
  await cluster.ensureRunning();
  await ask(cluster, 'create table kept as select 7 as number');
  process.kill((await postmaster()).pid, 'SIGKILL');
  await cluster.ensureRunning();
  expect(await ask(cluster, 'select number from kept')).toEqual({ number: 7 });
});

it('embedded PostgreSQL starts even if its pid file names another program’s process', async () => {
  await cluster.ensureRunning();
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  const lines = (await readFile(file, 'utf8')).split('\n');
  await cluster.stop();
  await writeFile(file, [process.pid, ...lines.slice(1)].join('\n'));
  await cluster.ensureRunning();
  expect((await postmaster()).pid).not.toBe(process.pid);
});

it('embedded PostgreSQL keeps running after the platform is killed, and the next platform uses it', async () => {
  await cluster.ensureRunning();
  const { pid } = await postmaster();
  const env = { DATA_DIR: dataDir, SEED_PLAYERS: '0' };
  const killed = await startPlatformProcess(env);
  await killed.waitForOutput(/the platform is ready/);
  await killed.signal('SIGKILL');
  expect((await postmaster()).pid).toBe(pid);
  const next = await startPlatformProcess(env);
  await next.waitForOutput(/the platform is ready/);
  expect((await postmaster()).pid).toBe(pid);
  expect(await next.signal('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(await findPostmaster(join(dataDir, 'postgres'))).toBeNull();
  expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600);
});

it('the platform stops PostgreSQL even if it gets a second signal and its supervisor exits during the stop', async () => {
  const stopped = await startPlatformProcess({ DATA_DIR: dataDir, SEED_PLAYERS: '0' });
  await stopped.waitForOutput(/the platform is ready/);
  void stopped.signal('SIGTERM');
  await expect.poll(() => fetch(stopped.url).catch(() => 'refused'), { interval: 1 }).toBe('refused');
  void stopped.signal('SIGINT');
  stopped.disconnect();
  expect(await stopped.ended).toEqual({ code: 0, signal: null });
  expect(await findPostmaster(join(dataDir, 'postgres'))).toBeNull();
});

it('the platform prints one line that names the folder in DATA_DIR if PostgreSQL cannot use it', async () => {
  const closed = await mkdtemp(join(tmpdir(), 'golden-lotto-closed-'));
  try {
    const inside = join(closed, 'data');
    const asRoot = process.getuid?.() === 0;
    // If the tests run as root, PostgreSQL runs as another user, who cannot enter the folder. Otherwise PostgreSQL runs
    // as the user of the tests, so the test makes the folder unwritable.
    if (!asRoot) await chmod(closed, 0o500);
    const { code, output } = await failPlatformProcess({ DATA_DIR: inside, LOG_LEVEL: 'silent' });
    expect(code).not.toBe(0);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toContain(inside);
    expect(asRoot ? output.includes('chmod o+x') : true).toBe(true);
  } finally {
    await chmod(closed, 0o700);
    await rm(closed, { recursive: true, force: true });
  }
});

it.each([
  [{ DATABASE_URL: 'postgres://127.0.0.1/x' }, 'PLATFORM_API_KEY is missing'],
  [{ PLATFORM_PORT: 'many' }, 'PLATFORM_PORT must be a port number'],
])('the platform exits with status 78 and one line for the configuration %j', async (env, line) => {
  const { code, output } = await failPlatformProcess(env);
  expect(code).toBe(78);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(output).toContain(line);
});
