import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, statfs } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { applicationName } from '../../platform/db/database.ts';
import { createEmbeddedCluster } from '../../platform/db/embedded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the PostgreSQL server on which tests create databases (tests/helpers/database.ts). */
    postgresUrl: string;
    /** Part of the names of this run's template databases: seconds since 1970 and a random suffix. */
    runId: string;
  }
}

const dropAll = async (client: Client, where: string): Promise<void> => {
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database d where datname ~ '^golden_test_[0-9]+_' and ${where}`,
  );
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
};

/**
 * Lets PostgreSQL write without waiting for the disk, because test databases need not survive a crash of the machine.
 * Also turns off autovacuum, because these databases are deleted before they need it. Tests that kill PostgreSQL start
 * a separate server.
 */
const useFastSettings = async (client: Client): Promise<void> => {
  for (const name of ['fsync', 'full_page_writes', 'autovacuum'])
    await client.query(`alter system set ${name} = off`);
  await client.query('select pg_reload_conf()');
};

/** SQL condition for databases that a killed run has left behind. */
const OLD = `split_part(datname, '_', 3)::bigint < extract(epoch from now()) - 3600
  and not exists (select 1 from pg_stat_activity a where a.datname = d.datname)`;

const memoryFolder = '/dev/shm';
const neededBytes = 4 * 1024 ** 3;

/**
 * Returns a folder that PostgreSQL's user may read. It is in memory if enough memory is free. On a disk, creating and
 * dropping databases takes a tenth of the tests' processor time.
 */
const dataFolder = async (): Promise<string> => {
  const memory = await statfs(memoryFolder).catch(() => null);
  return memory && memory.bavail * memory.bsize > neededBytes ? memoryFolder : tmpdir();
};

/**
 * Uses the server of TEST_DATABASE_URL if the variable is set. Otherwise all concurrent runs of this checkout share an
 * embedded PostgreSQL. The run that ends last stops PostgreSQL.
 */
const start = async () => {
  const given = process.env['TEST_DATABASE_URL'];
  const cluster = given ? null : await startCluster();
  const url = given || cluster?.url || '';
  // Keep one connection open during the run. It shows other runs that the server is still in use.
  const hold = new Client({ connectionString: url, application_name: applicationName });
  hold.on('error', () => undefined);
  await hold.connect();
  if (!given) await useFastSettings(hold);
  await dropAll(hold, OLD);
  return {
    url,
    end: async (run: string) => {
      await dropAll(hold, `starts_with(datname, 'golden_test_${run}_')`);
      await hold.end();
      await cluster?.stop();
    },
  };
};

const startCluster = async () => {
  const name = createHash('sha256').update(`${process.cwd()} ${userInfo().uid}`).digest('hex').slice(0, 12);
  const folder = join(await dataFolder(), `golden-lotto-test-${name}`);
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  const cluster = createEmbeddedCluster(folder);
  await cluster.ensureRunning();
  const { host, port, user, password } = cluster.connection();
  return {
    url: `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/postgres`,
    stop: () => cluster.stopIfUnused(),
  };
};

/**
 * Vitest loads this file once for each project of a run. The environment stores the run's id, because all projects
 * share the environment.
 */
const runId = (): string =>
  (process.env['TEST_RUN_ID'] ??= `${Math.floor(Date.now() / 1000)}_${randomBytes(4).toString('hex')}`);

/**
 * Vitest calls this function once for each project of a run. All projects share the server and its template databases.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await start();
  const run = runId();
  project.provide('postgresUrl', server.url);
  project.provide('runId', run);
  return () => server.end(run);
}
