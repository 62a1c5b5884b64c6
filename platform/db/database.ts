import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Client, type ClientConfig, DatabaseError, Pool } from 'pg';

/** Open connections of this name keep the embedded server alive. */
export const applicationName = 'golden-lotto';

export type Db = NodePgDatabase;
export type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0];
/** Either: what a repository's function runs its statements on. */
export type Queryable = Db | Transaction;

export interface Database {
  db: Db;
  /** A connection of its own, without time limits: migrations, bulk work, LISTEN. The caller ends it. */
  connect(): Promise<Client>;
  /** Ends the pool once its statements are done, and connections of their own at once. */
  close(): Promise<void>;
}

/** A caller waits this long for a connection, then its call answers 15500. */
const connectLimitMs = 2000;
const statementLimitMs = 5000;

/**
 * The pool, lazily: nothing connects before the first query. `where` is asked at every new connection, since an
 * embedded server may come back on another port. `onIdleError` hears of connections that broke while unused.
 */
export function createDatabase(
  where: () => ClientConfig,
  onIdleError: (error: Error) => void,
  poolSize = 12,
): Database {
  const settings = (): ClientConfig => ({
    ...where(),
    application_name: applicationName,
    connectionTimeoutMillis: connectLimitMs,
    keepAlive: true,
  });
  class PooledClient extends Client {
    constructor() {
      super({
        ...settings(),
        statement_timeout: statementLimitMs,
        // The server's own limit does not help when the server itself hangs.
        query_timeout: statementLimitMs + 1000,
        idle_in_transaction_session_timeout: 2 * statementLimitMs,
      });
      // The pool listens while a connection is idle alone: one that breaks between two statements of a transaction
      // would end the process. Its next statement fails, and the pool takes it out.
      this.on('error', () => undefined);
    }
  }
  const pool = new Pool({
    Client: PooledClient,
    max: poolSize,
    connectionTimeoutMillis: connectLimitMs,
    idleTimeoutMillis: 30_000,
  });
  pool.on('error', onIdleError);
  const own = new Set<Client>();
  return {
    db: drizzle({ client: pool }),
    connect: async () => {
      const client = new Client(settings());
      client.on('error', onIdleError);
      await client.connect();
      own.add(client);
      client.once('end', () => own.delete(client));
      return client;
    },
    close: async () => {
      await Promise.allSettled([...own].map((client) => client.end()));
      await pool.end();
    },
  };
}

/** SQLSTATE of a failed statement, also where drizzle wrapped it; undefined for anything else. */
export function sqlState(error: unknown): string | undefined {
  if (error instanceof DatabaseError) return error.code;
  return error instanceof Error && error.cause !== undefined ? sqlState(error.cause) : undefined;
}

/** Name of the constraint or unique index that a statement came up against; undefined for any other failure. */
export function violatedConstraint(error: unknown): string | undefined {
  if (error instanceof DatabaseError) return error.constraint;
  return error instanceof Error && error.cause !== undefined ? violatedConstraint(error.cause) : undefined;
}
