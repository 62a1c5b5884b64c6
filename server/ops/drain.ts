import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';

export interface DrainOptions {
  /**
   * Idle connections stay open this many milliseconds, because a request may already be on its way (RFC 9112 §9.5).
   * Every response in that time must contain `Connection: close`.
   */
  idleMs: number;
  /** Open connections are destroyed after this many milliseconds. */
  limitMs: number;
}

const lookEveryMs = 100;

/**
 * Closes a server without failing a request: it stops accepting connections, finishes running requests, and closes idle
 * connections after `idleMs`. Before the call, make every response contain `Connection: close`.
 */
export async function drain(server: Server, { idleMs, limitMs }: DrainOptions): Promise<void> {
  const startedAt = performance.now();
  const closed = new Promise<void>((resolve) => {
    // Call close() of net.Server, which only stops listening. close() of http.Server would drop idle connections at
    // once.
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
