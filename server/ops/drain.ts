import type { Server } from 'node:http';
import type { Entrance } from '../entrance.ts';

export interface DrainOptions {
  /**
   * While the server closes, idle connections stay open this many milliseconds, because a client may just have sent a
   * request (RFC 9112 §9.5). Every response in that time must contain `Connection: close`.
   */
  idleMs: number;
  /** Connections that are still open after this many milliseconds are destroyed. */
  limitMs: number;
}

const lookEveryMs = 100;

/**
 * Closes all connections of a server without failing a request. It stops accepting connections, finishes running
 * requests, and closes idle connections after `idleMs`. Before calling this function, make every response contain
 * `Connection: close`.
 */
export async function drain(
  server: Server,
  entrance: Pick<Entrance, 'close'>,
  { idleMs, limitMs }: DrainOptions,
): Promise<void> {
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const ms = performance.now() - startedAt;
    if (ms >= limitMs) server.closeAllConnections();
    else if (ms >= idleMs) server.closeIdleConnections();
  }, lookEveryMs);
  try {
    await entrance.close();
  } finally {
    clearInterval(timer);
  }
}
