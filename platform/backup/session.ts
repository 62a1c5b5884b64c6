import type { ClientBase } from 'pg';
import { type Database, sqlState } from '../db/database.ts';
import { BackupFailure } from './failure.ts';

/**
 * Settings of the connection. They fix the text format of values, which would otherwise depend on the defaults of the
 * server or the role.
 */
const settings = `set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 3; set bytea_output = 'hex'; set client_encoding = 'UTF8';
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '30s'`;

const lockNotAvailable = '55P03';

/**
 * Runs `work` on a separate connection. Then closes the connection, which rolls back an open transaction. If `signal`
 * aborts, the connection is closed at once and the work fails.
 * @throws BackupFailure if the database cannot be reached
 */
export async function withOwnConnection<T>(
  { database, signal }: { database: Pick<Database, 'connect'>; signal: AbortSignal },
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const client = await database.connect().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new BackupFailure(
      'unavailable',
      `The database cannot be reached (${reason}): check DATABASE_URL and that PostgreSQL is running`,
      { cause: error },
    );
  });
  const end = () => void client.end().catch(() => undefined);
  signal.addEventListener('abort', end, { once: true });
  try {
    // Check the signal again, because connecting takes long if an embedded server has to start first.
    signal.throwIfAborted();
    await client.query(settings);
    return await work(client);
  } catch (error) {
    signal.throwIfAborted();
    if (sqlState(error) !== lockNotAvailable) throw error;
    throw new BackupFailure(
      'unavailable',
      'The database is being migrated, or its tables are locked: try again later',
      { cause: error },
    );
  } finally {
    signal.removeEventListener('abort', end);
    await client.end().catch(() => undefined);
  }
}
