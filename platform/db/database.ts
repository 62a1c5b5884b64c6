import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Client, type ClientConfig, DatabaseError, Pool } from 'pg';

/** Open connections of this name keep the embedded server alive. */
export const applicationName = 'golden-lotto';

export type Db = NodePgDatabase;
export type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0];
/** The pool or a transaction. */
export type Queryable = Db | Transaction;

export interface Database {
  db: Db;
  /** Opens a connection without time limits outside the pool, for migrations, bulk work and LISTEN. The caller ends it. */
  connect(): Promise<Client>;
  /** Ends the pool after its running statements, and connections outside the pool at once. */
  close(): Promise<void>;
}

/** A call that gets no connection within this time is answered with 15500. */
const connectLimitMs = 2000;
const statementLimitMs = 5000;

/**
 * Creates the pool. It connects with the first query.
 * @param where called for each new connection, since an embedded server may restart on another port
 * @param onIdleError called when an idle connection breaks
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
        // A client-side limit as well: a server that hangs cannot enforce its own.
        query_timeout: statementLimitMs + 1000,
        idle_in_transaction_session_timeout: 2 * statementLimitMs,
      });
      // The pool handles errors of idle connections only. Without this listener, a connection that breaks between two
      // statements of a transaction would end the process. Its next statement fails, and the pool removes it.
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

/** SQLSTATE of a failed statement, also inside drizzle's error. Undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  if (error instanceof DatabaseError) return error.code;
  return error instanceof Error && error.cause !== undefined ? sqlState(error.cause) : undefined;
}

/** Whether a statement got no lock in time or was chosen to end a deadlock. It may succeed when it is repeated. */
export function isLockFailure(error: unknown): boolean {
  const state = sqlState(error);
  return state === '55P03' || state === '40P01';
}

/** Name of the constraint or unique index that a statement violated. Undefined for any other error. */
export function violatedConstraint(error: unknown): string | undefined {
  if (error instanceof DatabaseError) return error.constraint;
  return error instanceof Error && error.cause !== undefined ? violatedConstraint(error.cause) : undefined;
}
