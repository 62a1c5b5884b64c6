import type { ClientBase } from 'pg';
import { type Database, sqlState } from '../db/database.ts';
import { BackupFailure } from './failure.ts';

/** Values travel in one written form, whatever the server's or the role's settings are. */
const settings = `set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 3; set bytea_output = 'hex'; set client_encoding = 'UTF8';
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '30s'`;

const lockNotAvailable = '55P03';

/**
 * Does work on a connection of its own, and ends it: what was not committed is rolled back. `signal` ends the
 * connection, and the work with it.
 * @throws BackupFailure where the database cannot be reached
 */
export async function onOwnConnection<T>(
  { database, signal }: { database: Pick<Database, 'connect'>; signal: AbortSignal },
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const client = await database.connect().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new BackupFailure(
      'unavailable',
      `The database cannot be reached (${reason}): check DATABASE_URL, and that PostgreSQL runs`,
      { cause: error },
    );
  });
  const end = () => void client.end().catch(() => undefined);
  signal.addEventListener('abort', end, { once: true });
  try {
    // To connect may have taken as long as an embedded server needs to start.
    signal.throwIfAborted();
    await client.query(settings);
    return await work(client);
  } catch (error) {
    signal.throwIfAborted();
    if (sqlState(error) !== lockNotAvailable) throw error;
    throw new BackupFailure(
      'unavailable',
      'The database is being migrated, or its tables are locked: try again when that is done',
      { cause: error },
    );
  } finally {
    signal.removeEventListener('abort', end);
    await client.end().catch(() => undefined);
  }
}
