import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';

export interface DrainOptions {
  /**
   * How long a connection that is idle stays open, ms: its next request may be on its way already, and a connection
   * closed under it would fail it (RFC 9112 §9.5). Answers meanwhile are each the last of their connection.
   */
  idleMs: number;
  /** After this time open connections are destroyed, ms from now. */
  limitMs: number;
}

const lookEveryMs = 100;

/**
 * Ends a server without failing a request: no new connections, the running requests finished, idle
 * connections closed once no request can still be in transit. The server's answers must say `Connection:
 * close` by now.
 */
export async function drain(server: Server, { idleMs, limitMs }: DrainOptions): Promise<void> {
  const startedAt = performance.now();
  const closed = new Promise<void>((resolve) => {
    // http's own close() cuts idle connections at once; the one below it only stops listening.
    NetServer.prototype.close.call(server, () => resolve());
  });
  const timer = setInterval(() => {
    const ms = performance.now() - startedAt;
    if (ms >= limitMs) server.closeAllConnections();
    else if (ms >= idleMs) server.closeIdleConnections();
  }, lookEveryMs);
  try {
    await closed;
  } finally {
    clearInterval(timer);
  }
}
