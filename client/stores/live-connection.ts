import type { LatestCards, LiveHello, LiveResult } from '../../shared/pages/live.ts';
import { createPolling } from './polling.ts';

/** The part of EventSource that the connection uses. Tests pass a fake. */
export interface Stream {
  readonly readyState: number;
  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
}

/** The browser functions that the connection uses. Tests pass fakes. */
export interface Surroundings {
  /** @returns null if the browser does not support event streams */
  openStream(): Stream | null;
  /** @throws when the request fails */
  fetchLatest(): Promise<LatestCards>;
  /** Random number from 0 to 1, for jitter. */
  random(): number;
  isHidden(): boolean;
  /** @returns a function that removes the listener */
  onVisibility(listener: () => void): () => void;
  report(error: unknown): void;
}

export interface News {
  hello(hello: LiveHello): void;
  result(result: LiveResult): void;
  latest(latest: LatestCards): void;
  /** Whether, for any game, the server has a newer draw than the page shows. */
  isBehind(draws: LiveHello['draws']): boolean;
}

export const retryStreamMs = 120_000;
const failuresUntilPolling = 3;
/** The server sends a hello event every 25 s. If three hello events in a row do not arrive, the connection is dead. */
export const silenceMs = 75_000;
const closed = 2;

type TimerName = 'reconnect' | 'retry' | 'silence';

/** Creates a set of named timers. `set` cancels an earlier timer of the same name. */
function createTimers() {
  const timers = new Map<TimerName, ReturnType<typeof setTimeout>>();
  return {
    set(name: TimerName, ms: number, act: () => void) {
      clearTimeout(timers.get(name));
      timers.set(name, setTimeout(act, ms));
    },
    clear() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

/**
 * Keeps a page up to date by server-sent events. After three failures in a row, or if the browser has no EventSource,
 * the connection polls every 15 s. A jitter of 20 % prevents many browsers from polling at the same moment. While the
 * connection polls after failures, it retries the event stream at intervals. A hidden page has no connection. A page
 * that becomes visible again fetches the latest results.
 * @returns a function that starts the connection, and a function that stops it until the next start
 */
export function createLiveConnection(browser: Surroundings, news: News) {
  let stream: Stream | null = null;
  let failures = 0;
  let hellos = 0;
  let catchUp = false;
  let stopVisibility: (() => void) | undefined;
  let run = 0;
  const timers = createTimers();
  const jittered = (ms: number) => ms * (0.8 + 0.4 * browser.random());

  const fetchLatest = async () => {
    const current = run;
    const latest = await browser.fetchLatest();
    if (current === run) news.latest(latest);
  };
  const polling = createPolling(fetchLatest, jittered);

  const disconnect = () => {
    run++;
    stream?.close();
    stream = null;
    polling.stop();
    timers.clear();
  };

  const read = (event: MessageEvent<string>, use: (data: string) => void) => {
    try {
      use(event.data);
    } catch (error) {
      browser.report(error);
    }
    if (hellos > 1) timers.set('silence', silenceMs, reconnect);
  };

  const reconnect = () => {
    disconnect();
    catchUp = true;
    connect();
  };

  const onHello = (data: string) => {
    const hello: LiveHello = JSON.parse(data);
    failures = 0;
    hellos++;
    polling.stop();
    news.hello(hello);
    if (catchUp || news.isBehind(hello.draws)) fetchLatest().catch((error: unknown) => browser.report(error));
    catchUp = false;
  };

  const onError = (failed: Stream) => {
    if (failed !== stream) return;
    failures++;
    catchUp = true;
    if (failures >= failuresUntilPolling) {
      failed.close();
      stream = null;
      polling.start();
      timers.set('retry', jittered(retryStreamMs), connect);
    } else if (failed.readyState === closed) {
      // EventSource does not reconnect after an HTTP error or a response that is not an event stream. Reconnect here.
      timers.set('reconnect', jittered(1000 * 2 ** failures), connect);
    }
  };

  function connect() {
    hellos = 0;
    const opened = browser.openStream();
    stream = opened;
    if (!opened) {
      polling.start();
      return;
    }
    opened.addEventListener('hello', (event) => read(event, onHello));
    opened.addEventListener('result', (event) => read(event, (data) => news.result(JSON.parse(data))));
    opened.addEventListener('error', () => onError(opened));
  }

  const onVisibility = () => {
    if (browser.isHidden()) {
      disconnect();
      catchUp = true;
    } else if (!stream && !polling.isActive()) {
      failures = 0;
      connect();
    }
  };

  return {
    start() {
      stopVisibility = browser.onVisibility(onVisibility);
      if (!browser.isHidden()) connect();
    },
    stop() {
      stopVisibility?.();
      disconnect();
    },
  };
}
