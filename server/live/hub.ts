import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LiveHello, LiveResult } from '../../shared/pages/live.ts';
import type { RawHeaders } from '../cache/page-entry.ts';
import { createAddressCounts } from './address-counts.ts';

export interface HubOptions {
  /** Returns the data of the event `hello`: the server's time and the newest draw of each game. */
  hello: () => LiveHello;
  /** Security headers that every response carries. */
  headers: RawHeaders;
  maxStreams?: number | undefined;
  /** The maximum number of open streams of one public IP address. 0 means no limit. */
  maxStreamsPerAddress?: number | undefined;
  onRefused?: ((reason: 'total' | 'address' | 'stopping') => void) | undefined;
  /** Returns a random number from 0 to 1. Tests replace it. */
  random?: (() => number) | undefined;
  /**
   * The maximum number of unread bytes of a client. A client with more unread bytes is disconnected, and then
   * reconnects with Last-Event-ID.
   */
  maxBufferedBytes?: number | undefined;
  heartbeatMs?: number | undefined;
}

export interface Hub {
  /**
   * Answers a request with an event stream in one language. The hub then owns the response.
   * @param address the browser's address, as the trusted proxies report it
   */
  subscribe(req: IncomingMessage, res: ServerResponse, lang: string, address?: string): void;
  /**
   * Sends a result to every open browser.
   * @param id the platform's event id, the same on every instance of the site; null if it is unknown
   * @param dataIn returns the result in a language; called at most once for each language
   */
  publish(id: string | null, dataIn: (lang: string) => LiveResult): void;
  readonly streams: number;
  /**
   * Ends every stream, and sends each client a random delay after which the client reconnects. Later requests are
   * rejected.
   */
  close(): void;
}

interface Recent {
  id: string | null;
  frameIn(lang: string): Buffer;
}

const recentKept = 50;
const retryMs = 3000;
/**
 * When the hub closes, each client receives a random delay between these two limits, so that the clients do not all
 * reconnect at once.
 */
const soonestReturnMs = 500;
const latestReturnMs = 5000;
const idShape = /^[\x21-\x7e]{1,64}$/;

const frame = (event: string, data: unknown, id: string | null): Buffer =>
  Buffer.from(`${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

/** Stores the newest events for clients that reconnect. */
function createRecentEvents() {
  const events: Recent[] = [];
  return {
    /** Stores an event. The event is serialised once for each language. */
    add(id: string | null, dataIn: (lang: string) => unknown): Recent {
      const known = id !== null && idShape.test(id) ? id : null;
      const frames = new Map<string, Buffer>();
      const event: Recent = {
        id: known,
        frameIn(lang) {
          const bytes = frames.get(lang) ?? frame('result', dataIn(lang), known);
          frames.set(lang, bytes);
          return bytes;
        },
      };
      events.push(event);
      if (events.length > recentKept) events.shift();
      return event;
    },
    /** Returns the events that follow the event with this id, oldest first. Returns null for an unknown id. */
    since(id: string): Recent[] | null {
      const at = events.findLastIndex((event) => event.id === id);
      return at < 0 ? null : events.slice(at + 1);
    },
    newestId: (): string | null => events.findLast(({ id }) => id !== null)?.id ?? null,
  };
}

/**
 * Manages the open event streams of browsers (server-sent events). A stream sends `hello` when it opens and every 25 s,
 * and `result` for each published draw. A client that reconnects with Last-Event-ID receives the events after that id,
 * or `reset` if the id is unknown. All streams in a language share one Buffer for each event.
 */
export function createHub(options: HubOptions): Hub {
  const { hello, headers, maxStreams = 10_000, maxBufferedBytes = 65_536, heartbeatMs = 25_000 } = options;
  const { maxStreamsPerAddress = 0, onRefused, random = Math.random } = options;
  const addresses = createAddressCounts(maxStreamsPerAddress);
  const open = new Map<ServerResponse, string>();
  const recent = createRecentEvents();
  let heartbeat: NodeJS.Timeout | null = null;
  let closed = false;

  const send = (res: ServerResponse, bytes: Buffer): void => {
    // Check the unread bytes before writing new bytes. The new bytes must not count, because a client that reconnects
    // may receive many missed events at once.
    if (res.writableLength > maxBufferedBytes) res.destroy();
    if (!res.destroyed) res.write(bytes);
  };

  const beat = (): void => {
    const bytes = frame('hello', hello(), null);
    for (const res of open.keys()) send(res, bytes);
  };

  const forget = (res: ServerResponse): void => {
    open.delete(res);
    if (open.size > 0 || heartbeat === null) return;
    clearInterval(heartbeat);
    heartbeat = null;
  };

  const turnAway = (res: ServerResponse, reason: 'total' | 'address' | 'stopping'): void => {
    onRefused?.(reason);
    res.writeHead(503, ['Retry-After', '30', 'Cache-Control', 'no-store', ...headers]);
    res.end();
  };

  return {
    subscribe(req, res, lang, address = '') {
      if (closed) return turnAway(res, 'stopping');
      if (open.size >= maxStreams) return turnAway(res, 'total');
      if (!addresses.mayOpen(address)) return turnAway(res, 'address');
      res.writeHead(200, [
        'Content-Type',
        'text/event-stream; charset=utf-8',
        'Cache-Control',
        'no-store',
        'X-Accel-Buffering',
        'no',
        ...headers,
      ]);
      if (req.method === 'HEAD') {
        res.end();
        return;
      }
      req.socket.setNoDelay(true);
      const leave = addresses.open(address);
      res.once('close', () => {
        leave();
        forget(res);
      });
      // A write after the client has disconnected is not an error.
      res.on('error', () => undefined);
      open.set(res, lang);
      heartbeat ??= setInterval(beat, heartbeatMs).unref();
      const newest = recent.newestId();
      const given = req.headers['last-event-id'];
      const missed = typeof given === 'string' && given !== '' ? recent.since(given) : [];
      const start = `retry: ${retryMs}\n\n`;
      // Send the newest event id with `hello` only if no events were missed. Otherwise, the browser would not request
      // the missed events again after a lost connection.
      const parts = [Buffer.from(start), frame('hello', hello(), missed?.length === 0 ? newest : null)];
      if (missed === null) parts.push(frame('reset', {}, newest));
      for (const event of missed ?? []) parts.push(event.frameIn(lang));
      send(res, Buffer.concat(parts));
    },

    publish(id, dataIn) {
      const event = recent.add(id, dataIn);
      for (const [res, lang] of open) send(res, event.frameIn(lang));
    },

    get streams() {
      return open.size;
    },

    close() {
      closed = true;
      for (const res of open.keys()) {
        const returnMs = Math.round(soonestReturnMs + random() * (latestReturnMs - soonestReturnMs));
        res.end(`retry: ${returnMs}\n\n`);
      }
    },
  };
}
