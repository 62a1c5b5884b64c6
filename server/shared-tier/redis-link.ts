import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import { type ScriptName, scripts } from './scripts.ts';

export type RedisLink = ReturnType<typeof createRedisLink>;

/**
 * Time limit for the Lua scripts that share values and purges between instances. After this time, loading a value from
 * its upstream is faster than waiting for Redis.
 */
const patienceMs = 200;
/** Time limit for the commands of the rate limiter. */
const commandLimitMs = 1000;
const connectLimitMs = 1000;
/** A connection to Redis is replaced if it receives nothing for this long. */
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
 * Opens one connection to Redis or Valkey. While there is no connection, commands fail immediately. On a slow
 * connection, scripts fail after 200 ms and other commands after a second. Redis receives the commands in the order in
 * which this process sent them.
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

    /** The last connection error. Null while connected, and before the first attempt. */
    get trouble(): Error | null {
      return trouble;
    },

    /** Loads the scripts into Redis, so that each script can be run by its digest. */
    async prepare(): Promise<void> {
      await Promise.all(Object.values(scripts).map((lua) => client.script('LOAD', lua)));
    },

    /** Runs one of the Lua scripts. @throws an error of Redis or of the connection, or a timeout */
    async run(
      name: ScriptName,
      keys: readonly string[],
      args: readonly (string | number)[],
    ): Promise<unknown> {
      const answer = client.evalsha(digests[name], keys.length, ...keys, ...args);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => {
          // If this process was blocked, the response may already have arrived. setImmediate lets Node read the
          // response before this promise rejects.
          setImmediate(() => reject(new Error(`Redis did not answer within ${patienceMs} ms`)));
        }, patienceMs);
      });
      try {
        return await Promise.race([answer, late]);
      } finally {
        clearTimeout(timer);
      }
    },

    /**
     * Waits for the connection. The promise resolves when the connection is ready or has failed, at the latest after a
     * second.
     */
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
