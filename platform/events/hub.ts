import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { channel, eventRange, eventsAfter, type StoredEvent } from './repository.ts';

export type Listener = (event: StoredEvent) => void;

export interface EventHub {
  /** Connects to PostgreSQL's notification channel. Resolves when the hub is connected. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /**
   * From now on, calls the listener with every new event, in order. Returns a function that unsubscribes the listener.
   */
  subscribe(listener: Listener): () => void;
  /**
   * Returns the events after an id. If there are more than 1,000 events after the id, or if the id is unknown, returns
   * the newest id as `resetTo`.
   */
  missedSince(id: number | null): Promise<Missed>;
}

export type Missed = { events: StoredEvent[] } | { resetTo: number };

const replayLimit = 1000;
const batchSize = 200;
/**
 * The hub reads new events at this interval even without a notification, because notifications are lost while the
 * connection is broken.
 */
const checkMs = 15_000;
const retryMs = 1000;

/** Opens a connection that receives the notifications of new events. */
async function connectListening(database: Database): Promise<pg.Client> {
  const client = await database.connect();
  try {
    await client.query(`listen ${channel}`);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return client;
}

async function missedSince({ db }: Database, id: number | null): Promise<Missed> {
  const { oldest, newest } = await eventRange(db);
  if (id === null || id > newest || id + 1 < oldest) return { resetTo: newest };
  const missed = await eventsAfter(db, id, replayLimit + 1);
  return missed.length > replayLimit ? { resetTo: newest } : { events: missed };
}

/**
 * Delivers events of all processes to the subscribers in this process. A notification from PostgreSQL triggers a read
 * of all events with newer ids. A reconnection therefore neither loses nor repeats an event.
 */
export function createEventHub({ database, logger }: { database: Database; logger: Logger }): EventHub {
  const listeners = new Set<Listener>();
  const ending = new AbortController();
  let lastId: number | null = null;
  let client: pg.Client | null = null;
  let reading: Promise<void> | null = null;
  let readAgain = false;
  let check: NodeJS.Timeout | undefined;
  let reconnecting: Promise<void> | null = null;

  const readNew = async (): Promise<void> => {
    do {
      readAgain = false;
      for (let more = true; more; ) {
        lastId ??= (await eventRange(database.db)).newest;
        const found = await eventsAfter(database.db, lastId, batchSize);
        for (const event of found) {
          lastId = event.id;
          for (const listener of listeners) listener(event);
        }
        more = found.length === batchSize;
      }
    } while (readAgain);
  };

  /** Starts a read of new events. If a read is already running, another read starts after it. */
  const poke = (): void => {
    readAgain = true;
    reading ??= readNew()
      .catch((error: unknown) => logger.warn({ err: error }, 'reading events failed, retrying'))
      .finally(() => {
        reading = null;
      });
  };

  const listen = async (): Promise<void> => {
    const fresh = await connectListening(database);
    // If the hub was stopped while it was connecting, close the new connection.
    if (ending.signal.aborted) return fresh.end();
    client = fresh;
    fresh.on('notification', poke);
    fresh.once('end', () => {
      client = null;
      startReconnecting();
    });
    lastId ??= (await eventRange(database.db)).newest;
    poke();
  };

  const reconnect = async (): Promise<void> => {
    logger.warn('event channel lost, reconnecting');
    for (let connected = false; !connected && !ending.signal.aborted; ) {
      try {
        await wait(retryMs, undefined, { signal: ending.signal });
        await listen();
        connected = true;
        logger.info('event channel reconnected');
      } catch (error) {
        if (!ending.signal.aborted) logger.debug({ err: error }, 'event channel reconnection failed');
      }
    }
  };

  const startReconnecting = (): void => {
    if (ending.signal.aborted) return;
    reconnecting ??= reconnect().finally(() => {
      reconnecting = null;
      // Reconnect if the new connection has already broken.
      if (client === null) startReconnecting();
    });
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
      await reconnecting;
      await reading;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    missedSince: (id) => missedSince(database, id),
  };
}
