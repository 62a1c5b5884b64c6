import { setTimeout as sleep } from 'node:timers/promises';
import type { PurgeNote } from '../cache/purge.ts';
import type { Log } from '../log.ts';
import { createPurgeExchange } from './purge-exchange.ts';
import type { RedisLink } from './redis-link.ts';
import type { ReadShared, SharedOutcome } from './shared-read.ts';
import { createSharedValues } from './shared-values.ts';

/** The data that the instances of a site share: upstream values, each loaded once, and purges. */
export interface SharedTier {
  read: ReadShared;
  /**
   * Sends a purge to the other instances, or keeps it while this instance is alone. Resolves when the others can
   * receive it, or when sending failed; never rejects.
   */
  announce(note: PurgeNote): Promise<void>;
  /** Whether this instance shares values and purges now. */
  readonly joined: boolean;
  /** Resolves after the first attempt to join, whether it succeeded or not. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface SharedTierOptions {
  link: Pick<RedisLink, 'run' | 'prepare' | 'connected' | 'close' | 'trouble'>;
  /** Customer code: two customers may share a Redis. */
  ucid: string;
  /** Values of another build may have another shape. */
  buildId: string;
  /** A secret of the instances: a value without its seal is ignored. */
  secret: string;
  log: Log;
  /** Called for each purge of another instance. */
  onPurge: (note: PurgeNote) => void;
  /** Called where purges were missed and are unknown. */
  onGap: () => void;
  count?: ((outcome: SharedOutcome) => void) | undefined;
  nowMs?: (() => number) | undefined;
}

/** Interval at which this instance fetches the others' purges. */
const catchUpMs = 200;
const longestPauseMs = 2000;

/**
 * Shares upstream values and purges between instances through Redis. The site works without Redis: when it fails, this
 * instance is alone at once. It rejoins by itself, after it has applied the purges that it missed.
 */
export function createSharedTier(options: SharedTierOptions): SharedTier {
  const { link, log, onPurge, onGap, count = () => undefined, nowMs = Date.now } = options;
  // One hash tag: all keys of a customer stay on one node of a cluster.
  const keyName = (...parts: string[]) => [`{golden-lotto:${options.ucid}}`, ...parts].join(':');
  const purgeKeys = [keyName('purges'), keyName('purge-stream')] as const;
  const purges = createPurgeExchange({ link, keyName, purgeKeys, onPurge, onGap });

  let joined = false;
  let isFirstTry = true;
  let failures = 0;
  const ending = new AbortController();

  const leave = (error: unknown): void => {
    // Logged once for each outage, and once where Redis is down from the start.
    if (joined || isFirstTry)
      log.warn({ err: link.trouble ?? error }, 'Redis failed, continuing as a single instance');
    joined = false;
    isFirstTry = false;
  };

  const catchUp = async (): Promise<void> => {
    try {
      if (!joined) await link.prepare();
      // Repeat until no purge is pending: all must be sent before this instance reads shared values.
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
        // Redis runs commands in order: later reads of this instance see the purge.
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

/** The tier of a site with one instance. */
export const singleInstance: SharedTier = {
  joined: false,
  read: (_read, load) => load(),
  announce: async () => undefined,
  start: async () => undefined,
  close: async () => undefined,
};
