import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import { type ScriptName, scripts } from './scripts.ts';

export type RedisLink = ReturnType<typeof createRedisLink>;

/** A Redis that is slower than this is no help, ms. */
const patienceMs = 200;
/** For commands that are not ours, ms. */
const commandLimitMs = 1000;
const connectLimitMs = 1000;
/** A connection on which nothing comes back for so long is given up for a new one, ms. */
const silenceLimitMs = 10_000;
const longestReconnectMs = 2000;

const digestOf = (name: ScriptName) => createHash('sha1').update(scripts[name]).digest('hex');
const digests: Record<ScriptName, string> = {
  take: digestOf('take'),
  put: digestOf('put'),
  extend: digestOf('extend'),
  release: digestOf('release'),
  purge: digestOf('purge'),
  renew: digestOf('renew'),
  catchUp: digestOf('catchUp'),
};

/**
 * One connection to Redis or Valkey that fails at once where there is none and within 200 ms where it is slow.
 * Commands reach Redis in the order in which they are given.
 */
export function createRedisLink(url: string) {
  const client = new Redis(url, {
    protocol: 2,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: commandLimitMs,
    connectTimeout: connectLimitMs,
    socketTimeout: silenceLimitMs,
    retryStrategy: (times) => Math.min(times * 100, longestReconnectMs),
    connectionName: 'golden-lotto-site',
    disableClientInfo: true,
  });
  let trouble: Error | null = null;
  client.on('error', (error) => {
    trouble = error;
  });
  client.on('ready', () => {
    trouble = null;
  });

  return {
    client,

    /** Why there is no connection just now; null where there is one, or none was tried. */
    get trouble(): Error | null {
      return trouble;
    },

    /** Gives Redis the scripts, so that each runs by its digest, in the order in which it was called. */
    async prepare(): Promise<void> {
      await Promise.all(Object.values(scripts).map((lua) => client.script('LOAD', lua)));
    },

    /** @throws whatever Redis, the connection or the time limit says */
    async run(
      name: ScriptName,
      keys: readonly string[],
      args: readonly (string | number)[],
    ): Promise<unknown> {
      const answer = client.evalsha(digests[name], keys.length, ...keys, ...args);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => {
          // Where this process was the slow one, the answer is there already, and is read before this.
          setImmediate(() => reject(new Error(`Redis has not answered within ${patienceMs} ms`)));
        }, patienceMs);
      });
      try {
        return await Promise.race([answer, late]);
      } finally {
        clearTimeout(timer);
      }
    },

    /** Resolves when it is connected, or after a second. */
    async connected(): Promise<void> {
      if (client.status === 'ready') return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, connectLimitMs);
        client.once('ready', () => {
          clearTimeout(timer);
          resolve();
        });
        client.once('close', () => {
          clearTimeout(timer);
          resolve();
        });
      });
    },

    close: () => client.disconnect(),
  };
}
