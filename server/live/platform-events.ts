import { setTimeout as wait } from 'node:timers/promises';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { type Dispatcher, Pool } from 'undici';
import type { z } from 'zod';
import { platformPrefix } from '../../shared/contract/api-paths.ts';
import { DrawEvent, ResultEvent } from '../../shared/contract/events.ts';
import { narrowestTags } from '../cache/tags.ts';
import type { Log } from '../log.ts';

export interface PlatformEventsOptions {
  /** The platform's origin, such as `http://127.0.0.1:4000`. */
  origin: string;
  /** Returns the authentication headers of a connection. They are created for each connection. */
  headers: (path: string) => Record<string, string>;
  /**
   * Called when the result of a draw was published. `id` is the platform's event id. If one of the event's tags is a
   * prefix of another (`results` and `results:keno`), only the longer tag is kept. A Keno draw therefore does not purge
   * the lists of other games.
   */
  onResult: (event: ResultEvent, id: string | null) => void;
  /**
   * Called when sales for a draw have closed, or when the last prize of a large draw was posted. The event's tags
   * identify the data that has changed.
   */
  onDraw: (event: DrawEvent, id: string | null) => void;
  /** Called when events may have been missed, so all data that depends on results must be reloaded. */
  onReset: () => void;
  /** Polls for new results. Called while the stream is disconnected. */
  poll: () => Promise<void>;
  log: Log;
  /** Returns a random number from 0 to 1. Tests replace it. */
  random?: (() => number) | undefined;
  silenceMs?: number | undefined;
  pollMs?: number | undefined;
  firstRetryMs?: number | undefined;
}

export interface PlatformEvents {
  start(): void;
  stop(): Promise<void>;
  readonly connected: boolean;
}

const path = `${platformPrefix}/events`;
const slowestRetryMs = 15_000;
const longestEvent = 1024 * 1024;

class StreamEnded extends Error {}

function createPool(origin: string, silenceMs: number): Pool {
  return new Pool(origin, {
    connections: 1,
    connect: { timeout: 2000 },
    headersTimeout: 5000,
    // The platform sends data at least every 15 s. If no data arrives for `silenceMs`, the connection counts as lost.
    bodyTimeout: silenceMs,
  });
}

function readEvent<E extends z.ZodType>(schema: E, data: string) {
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(data);
  } catch {
    // `parsed` stays null if the data is not JSON. The schema rejects null, so such data is an invalid event.
  }
  return schema.safeParse(parsed);
}

/** @throws StreamEnded if the response is not an event stream */
async function checkIsStream({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<void> {
  const type = String(headers['content-type'] ?? '');
  if (statusCode === 200 && type.startsWith('text/event-stream')) return;
  await body.dump({ limit: 65_536 });
  throw new StreamEnded(`no stream: ${statusCode} ${type}`);
}

/** @param lastId the newest event id that the platform has sent, or null */
function handleEvent(
  { onResult, onDraw, onReset, log }: PlatformEventsOptions,
  { event, data }: EventSourceMessage,
  lastId: string | null,
): void {
  if (event === 'reset') return onReset();
  if (event === 'result') {
    const result = readEvent(ResultEvent, data);
    if (result.success) return onResult({ ...result.data, tags: narrowestTags(result.data.tags) }, lastId);
  } else if (event === 'closed' || event === 'posted') {
    const draw = readEvent(DrawEvent, data);
    if (draw.success) return onDraw(draw.data, lastId);
  } else {
    return;
  }
  log.warn({ id: lastId, event }, 'invalid event from the platform, reloading results');
  onReset();
}

/**
 * Receives results as server-sent events when the platform publishes them. A lost connection is resumed with
 * Last-Event-ID, with growing delays between attempts. `onReset` is called if events may have been lost, for example
 * after the platform sent `reset`. While the stream is disconnected, `poll` is called.
 */
export function createPlatformEvents(options: PlatformEventsOptions): PlatformEvents {
  const { origin, headers, onReset, poll, log, random = Math.random } = options;
  const { silenceMs = 40_000, pollMs = 15_000, firstRetryMs = 500 } = options;
  const ending = new AbortController();
  const pool = createPool(origin, silenceMs);
  let lastId: string | null = null;
  let connected = false;
  let failures = 0;
  let running: Promise<void> | null = null;

  /** Waits for a time, or until stop() is called. */
  const pause = (ms: number): Promise<void> =>
    wait(ms, undefined, { signal: ending.signal }).catch(() => undefined);

  /**
   * Reads one connection until it ends.
   * @throws the error that ended the connection
   */
  const listen = async (): Promise<never> => {
    const sent = lastId;
    const response = await pool.request({
      method: 'GET',
      path,
      headers: {
        ...headers(path),
        accept: 'text/event-stream',
        ...(sent === null ? {} : { 'last-event-id': sent }),
      },
      signal: ending.signal,
    });
    await checkIsStream(response);
    connected = true;
    log.info({ lastEventId: sent }, "connected to the platform's event stream");
    // Without an event id, the events since the last connection cannot be requested, so reload all data. At the very
    // first attempt, no event can have been missed.
    if (sent === null && failures > 0) onReset();
    const parser = createParser({
      onEvent: (message) => handleEvent(options, message, lastId),
      onId: (id) => {
        lastId = id === '' ? null : id;
      },
      maxBufferSize: longestEvent,
    });
    const decoder = new TextDecoder();
    for await (const piece of response.body) {
      failures = 0;
      parser.feed(decoder.decode(piece, { stream: true }));
    }
    throw new StreamEnded('the stream ended');
  };

  const pollWithoutStream = async (): Promise<void> => {
    for (;;) {
      await pause(pollMs * (0.8 + 0.4 * random()));
      if (ending.signal.aborted) return;
      if (!connected)
        await poll().catch((error: unknown) => log.warn({ err: error }, 'polling for results failed'));
    }
  };

  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      try {
        await listen();
      } catch (error) {
        if (ending.signal.aborted) return;
        if (connected || failures === 0) log.warn({ err: error }, 'event stream lost, retrying');
      }
      connected = false;
      const delayMs = Math.min(slowestRetryMs, firstRetryMs * 2 ** Math.min(failures, 10));
      failures++;
      await pause(delayMs * (0.5 + 0.5 * random()));
    }
  };

  return {
    start() {
      running ??= Promise.all([run(), pollWithoutStream()]).then(() => undefined);
    },
    async stop() {
      ending.abort();
      connected = false;
      await running;
      await pool.destroy();
    },
    get connected() {
      return connected;
    },
  };
}
