import { type Answer, type Connection, connectMany } from './wire.ts';

export interface Pace {
  port: number;
  /** The raw HTTP request. */
  request: string;
  perSecond: number;
  seconds: number;
  connections: number;
}

export interface Paced {
  /**
   * Latencies in ms. A latency starts at the timer's tick at which the request was due, even if the request was sent
   * later. The latencies therefore show a stall of the server.
   */
  latenciesMs: number[];
  /**
   * Number of answers by Cache-Status. The remaining lifetime (`ttl`) is removed, because its value differs from answer
   * to answer. A negative lifetime is replaced by `stale`.
   */
  cacheStates: Record<string, number>;
}

const tickMs = 1;

/**
 * Sends requests at a steady rate, regardless of how long the answers take.
 * @throws if the status of an answer is not 200
 */
export async function paced({ port, request, perSecond, seconds, connections }: Pace): Promise<Paced> {
  const all = await connectMany(port, connections);
  const free: Connection[] = [...all];
  const due: number[] = [];
  const latenciesMs: number[] = [];
  const cacheStates: Record<string, number> = {};
  const total = Math.round(perSecond * seconds);
  const { promise, resolve, reject } = Promise.withResolvers<void>();

  const note = ({ status, head }: Answer): void => {
    if (status !== 200) throw new Error(`answered with ${status}`);
    const state = /^cache-status:[ \t]*[^;]*;[ \t]*(.*)$/im.exec(head)?.[1] ?? '';
    const named = state.replace(/;?\s*ttl=(-?)\d+/, (_all, sign) => (sign ? '; stale' : ''));
    cacheStates[named] = (cacheStates[named] ?? 0) + 1;
    if (latenciesMs.length === total) resolve();
  };
  /** Sends requests on one connection while requests are due. */
  const serve = async (connection: Connection): Promise<void> => {
    for (let dueAt = due.shift(); dueAt !== undefined; dueAt = due.shift()) {
      const answer = await connection.ask(request);
      latenciesMs.push(performance.now() - dueAt);
      note(answer);
    }
    free.push(connection);
  };
  const startedAt = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    const wanted = Math.min(total, Math.floor(((now - startedAt) / 1000) * perSecond));
    for (; sent < wanted; sent++) due.push(now);
    for (let asking = Math.min(due.length, free.length); asking > 0; asking--) {
      const connection = free.pop();
      if (connection) serve(connection).catch(reject);
    }
  }, tickMs);
  try {
    await promise;
  } finally {
    clearInterval(timer);
    for (const connection of all) connection.close();
  }
  return { latenciesMs, cacheStates };
}
