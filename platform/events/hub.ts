import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { channel, eventRange, eventsAfter, type StoredEvent } from './repository.ts';

export type Listener = (event: StoredEvent) => void;

export interface EventHub {
  /** Begins to listen; resolves once the first connection stands. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Hears every event from now on, in order; the returned function ends it. */
  subscribe(listener: Listener): () => void;
  /** What the caller has missed since an id; `resetTo` where that is too much to tell, or the id is unknown. */
  missedSince(id: number | null): Promise<Missed>;
}

export type Missed = { events: StoredEvent[] } | { resetTo: number };

const replayLimit = 1000;
const batch = 200;
/** A notification can get lost with a connection that died unnoticed. */
const checkMs = 15_000;
const retryMs = 1000;

/**
 * Speaks every event of the database to this process's subscribers, whichever process made it. Notifications only
 * say that there is something to read; what is read goes by id, so none is lost or doubled over reconnections.
 */
export function createEventHub({ database, logger }: { database: Database; logger: Logger }): EventHub {
  const listeners = new Set<Listener>();
  const ending = new AbortController();
  let lastId: number | null = null;
  let client: pg.Client | null = null;
  let reading: Promise<void> | null = null;
  let readAgain = false;
  let check: NodeJS.Timeout | undefined;
  let reconnecting = false;

  const readNew = async (): Promise<void> => {
    do {
      readAgain = false;
      for (let more = true; more; ) {
        lastId ??= (await eventRange(database.db)).newest;
        const found = await eventsAfter(database.db, lastId, batch);
        for (const event of found) {
          lastId = event.id;
          for (const listener of listeners) listener(event);
        }
        more = found.length === batch;
      }
    } while (readAgain);
  };

  /** One reader at a time; who comes meanwhile makes it look once more. */
  const poke = (): void => {
    readAgain = true;
    reading ??= readNew()
      .catch((error: unknown) =>
        logger.warn({ err: error }, 'new events could not be read; tried again soon'),
      )
      .finally(() => {
        reading = null;
      });
  };

  const listen = async (): Promise<void> => {
    const fresh = await database.connect();
    try {
      await fresh.query(`listen ${channel}`);
    } catch (error) {
      await fresh.end().catch(() => undefined);
      throw error;
    }
    client = fresh;
    fresh.on('notification', poke);
    fresh.once('end', () => {
      client = null;
      if (!ending.signal.aborted) void reconnect();
    });
    lastId ??= (await eventRange(database.db)).newest;
    poke();
  };

  const reconnect = async (): Promise<void> => {
    if (reconnecting) return;
    reconnecting = true;
    logger.warn('the connection that hears of new results is gone; connecting again');
    for (let connected = false; !connected && !ending.signal.aborted; ) {
      try {
        await wait(retryMs, undefined, { signal: ending.signal });
        await listen();
        connected = true;
        logger.info('new results are heard of again');
      } catch (error) {
        if (!ending.signal.aborted) logger.debug({ err: error }, 'not yet');
      }
    }
    reconnecting = false;
    // It may have broken again before this line.
    if (client === null && !ending.signal.aborted) void reconnect();
  };

  return {
    start: async () => {
      await listen();
      check = setInterval(poke, checkMs);
      check.unref();
    },
    stop: async () => {
      ending.abort();
      clearInterval(check);
      listeners.clear();
      await client?.end().catch(() => undefined);
      await reading;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    missedSince: async (id) => {
      const { oldest, newest } = await eventRange(database.db);
      if (id === null || id > newest || id + 1 < oldest) return { resetTo: newest };
      const missed = await eventsAfter(database.db, id, replayLimit + 1);
      return missed.length > replayLimit ? { resetTo: newest } : { events: missed };
    },
  };
}
