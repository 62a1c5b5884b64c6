import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  url: string;
  /** Closes all connections to the database and drops it. */
  drop(): Promise<void>;
}

const named = (base: string, name: string): string => {
  const url = new URL(base);
  url.pathname = `/${name}`;
  return url.href;
};

const onServer = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/**
 * Returns a name that contains the current time. If this run is killed, a later run recognises its databases by this
 * time and drops them.
 */
const freshName = (): string =>
  `golden_test_${Math.floor(Date.now() / 1000)}_${randomBytes(6).toString('hex')}`;

const drop = (name: string): Promise<void> =>
  onServer(async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
  });

/**
 * Creates a database for one test: an empty one, or a copy of a template. PostgreSQL copies the template's files, because
 * a copy through its write-ahead log needs twice the processor time.
 */
export const createTestDatabase = async (template?: string): Promise<TestDatabase> => {
  const name = freshName();
  await onServer((client) =>
    client.query(`create database ${name} template ${template ?? 'template1'} strategy file_copy`),
  );
  return { url: named(inject('postgresUrl'), name), drop: () => drop(name) };
};

/** Runs SQL directly. Tests use it to read facts that no call returns. */
export const queryDatabase = async <R extends Record<string, unknown>>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<R[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(text, values)).rows;
  } finally {
    await client.end();
  }
};

/**
 * Closes all other connections to a database, as an outage of the database server does. Returns when the connections
 * are closed.
 */
export const closeConnections = async (url: string): Promise<void> => {
  await queryDatabase(
    url,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
};

/**
 * Creates a template database once per run. `fill` receives the URL of the database and fills it. Other test files wait
 * until the template is filled.
 */
export const templateDatabase = async (
  key: string,
  fill: (url: string) => Promise<void>,
): Promise<string> => {
  const name = `golden_test_${inject('runId')}_${key}`;
  return onServer(async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const known = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (known.rowCount !== 0) return name;
    const filling = `${name}_filling`;
    await client.query(`drop database if exists ${filling} with (force)`);
    await client.query(`create database ${filling}`);
    await fill(named(inject('postgresUrl'), filling));
    await client.query(`alter database ${filling} rename to ${name}`);
    return name;
  });
};
