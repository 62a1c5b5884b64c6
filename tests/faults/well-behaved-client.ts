import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';

const pauseMs = 10;

/** Creates a client with one keep-alive connection. */
const wellBehavedClient = (origin: string) => {
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
  return { get, close: () => agent.destroy() };
};

/**
 * Runs `work` against a site. Meanwhile, a well-behaved client sends requests and checks every answer.
 * @param known the paths that the client requests, with the expected bodies
 * @returns the result of `work`
 */
export const withWellBehavedClient = async <T>(
  origin: string,
  known: ReadonlyMap<string, string>,
  work: () => Promise<T>,
): Promise<T> => {
  const client = wellBehavedClient(origin);
  const over = new AbortController();
  const sendRequests = async (): Promise<number> => {
    let rounds = 0;
    for (; !over.signal.aborted || rounds === 0; rounds++) {
      for (const [path, text] of known) expect(await client.get(path), path).toBe(text);
      // The pause keeps the load low, but is so short that the client notices even a short fault.
      await wait(pauseMs);
    }
    return rounds;
  };
  const requests = sendRequests();
  try {
    return await work();
  } finally {
    over.abort();
    expect(await requests).toBeGreaterThan(0);
    client.close();
  }
};
