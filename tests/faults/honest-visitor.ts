import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';

const PAUSE_MS = 10;

/** One connection, kept; what it gets must be right each time. */
const honestVisitor = (origin: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = new URL(origin);
  const get = (path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const asked = request({ port, host: '127.0.0.1', path, agent }, (response) => {
        let text = String(response.statusCode === 200 ? '' : response.statusCode);
        response.setEncoding('utf8');
        response.on('data', (piece: string) => {
          text += piece;
        });
        response.on('error', reject);
        response.on('end', () => resolve(text));
      });
      asked.on('error', reject);
      asked.end();
    });
  return { get, leave: () => agent.destroy() };
};

/**
 * Does something to a site while an honest visitor goes on asking.
 * @param known each path that the visitor asks for, and what must come
 * @returns what `work` gave
 */
export const whileVisited = async <T>(
  origin: string,
  known: ReadonlyMap<string, string>,
  work: () => Promise<T>,
): Promise<T> => {
  const visitor = honestVisitor(origin);
  const over = new AbortController();
  const visit = async (): Promise<number> => {
    let rounds = 0;
    for (; !over.signal.aborted || rounds === 0; rounds++) {
      for (const [path, text] of known) expect(await visitor.get(path), path).toBe(text);
      // Often enough to notice, and not so often that the visitor is the load.
      await wait(PAUSE_MS);
    }
    return rounds;
  };
  const visiting = visit();
  try {
    return await work();
  } finally {
    over.abort();
    expect(await visiting).toBeGreaterThan(0);
    visitor.leave();
  }
};
