import { setTimeout as sleep } from 'node:timers/promises';
import type { PurgeNote } from '../cache/purge.ts';
import type { Log } from '../log.ts';
import { createPurgeExchange } from './purge-exchange.ts';
import type { RedisLink } from './redis-link.ts';
import type { ReadShared, SharedOutcome } from './shared-read.ts';
import { createSharedValues } from './shared-values.ts';

/** The data that the instances of a site share: purges, and upstream values that one instance loads for all. */
export interface SharedTier {
  read: ReadShared;
  /**
   * Sends a purge to the other instances, or stores it while Redis is unavailable. The promise resolves when the other
   * instances can receive the purge, or when sending failed. It never rejects.
   */
  announce(note: PurgeNote): Promise<void>;
  /** Whether this instance is connected to Redis and currently shares values and purges. */
  readonly joined: boolean;
  /** Connects to Redis. The promise resolves after the first attempt, whether it succeeded or not. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface SharedTierOptions {
  link: Pick<RedisLink, 'run' | 'prepare' | 'connected' | 'close' | 'trouble'>;
  /** Customer code. Redis keys contain it, because two customers may share one Redis. */
  ucid: string;
  /** Id of the build. Redis keys contain it, because values of another build may have another shape. */
  buildId: string;
  /** Secret that all instances share. A value that is not signed with this secret is ignored. */
  secret: string;
  log: Log;
  /** Called for each purge that another instance sends. */
  onPurge: (note: PurgeNote) => void;
  /** Called if this instance has missed purges that the stream in Redis no longer contains. */
  onGap: () => void;
  count?: ((outcome: SharedOutcome) => void) | undefined;
  nowMs?: (() => number) | undefined;
}

/** Interval in ms at which this instance fetches the purges of other instances. */
const catchUpMs = 200;
const longestPauseMs = 2000;

/**
 * Shares upstream values and purges between instances through Redis. If Redis fails, this instance immediately works
 * alone. When Redis works again, this instance applies the purges that it missed, and then shares values again.
 */
export function createSharedTier(options: SharedTierOptions): SharedTier {
  const { link, log, onPurge, onGap, count = () => undefined, nowMs = Date.now } = options;
  // Put one hash tag into each key, so that all keys of a customer are on one node of a cluster.
  const keyName = (...parts: string[]) => [`{golden-lotto:${options.ucid}}`, ...parts].join(':');
  const purgeKeys = [keyName('purges'), keyName('purge-stream')] as const;
  const purges = createPurgeExchange({ link, keyName, purgeKeys, onPurge, onGap });

  let joined = false;
  let isFirstTry = true;
  let failures = 0;
  const ending = new AbortController();

  const leave = (error: unknown): void => {
    // Log once for each outage, and once if Redis is down from the start.
    if (joined || isFirstTry)
      log.warn({ err: link.trouble ?? error }, 'Redis failed, continuing as a single instance');
    joined = false;
    isFirstTry = false;
  };

  const catchUp = async (): Promise<void> => {
    try {
      if (!joined) await link.prepare();
      // Repeat until no purge is pending, because this instance must send all its purges before it reads shared values.
      do await purges.catchUp();
      while (purges.hasPending());
      failures = 0;
      if (!joined) log.info('joined the other instances in Redis');
      joined = true;
      isFirstTry = false;
    } catch (error) {
      failures++;
      leave(error);
    }
  };

  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const pauseMs = Math.min(catchUpMs * 2 ** Math.min(failures, 4), longestPauseMs);
      await sleep(pauseMs, undefined, { signal: ending.signal }).catch(() => undefined);
      if (!ending.signal.aborted) await catchUp();
    }
  };
  let running: Promise<void> = Promise.resolve();

  return {
    read: createSharedValues({
      link,
      keyName,
      purgeKeys,
      buildId: options.buildId,
      secret: options.secret,
      isJoined: () => joined,
      leave,
      count,
      nowMs,
    }),

    async announce(note) {
      if (!joined) {
        purges.sendLater(note);
        return;
      }
      try {
        // Redis runs commands in order, so later reads of this instance see the purge.
        await purges.send(note);
      } catch (error) {
        leave(error);
        purges.sendLater(note);
      }
    },

    get joined() {
      return joined;
    },

    async start() {
      await link.connected();
      await catchUp();
      running = run();
    },

    async close() {
      joined = false;
      ending.abort();
      await running;
      link.close();
    },
  };
}

/** A shared tier without Redis, for a site with only one instance. Every read calls `load`. */
export const singleInstance: SharedTier = {
  joined: false,
  read: (_read, load) => load(),
  announce: async () => undefined,
  start: async () => undefined,
  close: async () => undefined,
};
