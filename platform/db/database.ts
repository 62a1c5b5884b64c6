import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Client, type ClientConfig, DatabaseError, Pool, type PoolClient } from 'pg';

/**
 * The application name of all connections. The embedded server is not stopped while a connection with this name is
 * open.
 */
export const applicationName = 'golden-lotto';

export type Db = NodePgDatabase;
export type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0];
/** The connection pool or a transaction. */
export type Queryable = Db | Transaction;

export interface Database {
  db: Db;
  /**
   * Opens a connection outside the pool for migrations, bulk work and LISTEN. Statements on this connection have no
   * time limit. The caller must close the connection.
   */
  connect(): Promise<Client>;
  /** Closes the pool when its running statements have ended. Closes connections outside the pool immediately. */
  close(): Promise<void>;
}

/**
 * Time limit for getting a database connection. After this time, the API call is answered with 15500 (technical issue).
 */
const connectLimitMs = 2000;
const statementLimitMs = 5000;

/**
 * Creates the connection pool. The pool connects at the first query.
 * @param where returns the server's address. It is called for each new connection, because an embedded server may
 *   restart on another port
 * @param onIdleError called if an idle connection breaks
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
  // The class name must not contain "Pool", because drizzle treats a client with such a class name as a pool.
  class LimitedClient extends Client {
    constructor() {
      super({
        ...settings(),
        statement_timeout: statementLimitMs,
        // Enforce a time limit in the client too, because a server that hangs cannot enforce its own limit.
        query_timeout: statementLimitMs + 1000,
        idle_in_transaction_session_timeout: 2 * statementLimitMs,
      });
      // Listen for errors, because the pool handles errors of idle connections only. Without a listener, a connection
      // that breaks within a transaction would end the process. With a listener, the transaction's next statement
      // fails, and the pool removes the connection.
      this.on('error', () => undefined);
    }
  }
  const pool = new Pool({
    Client: LimitedClient,
    max: poolSize,
    connectionTimeoutMillis: connectLimitMs,
    idleTimeoutMillis: 30_000,
  });
  pool.on('error', onIdleError);
  const own = new Set<Client>();
  const db = drizzle({ client: pool });
  db.transaction = releasingTransaction(pool);
  return {
    db,
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

/**
 * Returns a function that runs transactions as drizzle does, but always releases their connection. Drizzle does not
 * release the connection if BEGIN fails. After a few failures of BEGIN, the pool would have no free connection until a
 * restart, and the pool could never be closed.
 */
function releasingTransaction(pool: Pool): Db['transaction'] {
  const connections = new WeakMap<PoolClient, Db>();
  return async (work, config) => {
    const client = await pool.connect();
    const connection = connections.get(client) ?? drizzle({ client });
    connections.set(client, connection);
    let hasBegun = false;
    try {
      return await connection.transaction((tx) => {
        hasBegun = true;
        return work(tx);
      }, config);
    } finally {
      // Close the connection instead of reusing it if its transaction could not be ended, or if a delayed BEGIN may
      // still open a transaction.
      client.release(!hasBegun || client.getTransactionStatus() !== 'I');
    }
  };
}

/**
 * Returns the SQLSTATE of a failed statement, even if drizzle wrapped the error. Returns undefined for any other error.
 */
export function sqlState(error: unknown): string | undefined {
  if (error instanceof DatabaseError) return error.code;
  return error instanceof Error && error.cause !== undefined ? sqlState(error.cause) : undefined;
}

/** Returns whether a statement timed out waiting for a lock or was cancelled to end a deadlock. A retry may succeed. */
export function isLockFailure(error: unknown): boolean {
  const state = sqlState(error);
  return state === '55P03' || state === '40P01';
}

/**
 * Returns the name of the constraint or unique index that a statement violated. Returns undefined for any other error.
 */
export function violatedConstraint(error: unknown): string | undefined {
  if (error instanceof DatabaseError) return error.constraint;
  return error instanceof Error && error.cause !== undefined ? violatedConstraint(error.cause) : undefined;
}
