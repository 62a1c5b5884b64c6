import { AsyncLocalStorage } from 'node:async_hooks';
import { type Dispatcher, Pool } from 'undici';

/** A provider's page, or a word about one payment. */
const answerBytes = 256 * 1024;
const connectMs = 1000;
/** Sandbox pages and webhooks are few: what hangs there takes nothing from calls. */
const connections = 32;

type Done<T> = (error: Error | null, data: Dispatcher.ResponseData<T>) => void;

/**
 * The connections of what is passed through, as http-proxy takes them. It gives its requests no signal: the one of
 * whoever asks is kept beside, so that a browser that goes ends what goes on for it upstream.
 */
export function createConnections(origin: string) {
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    connect: { timeout: connectMs },
    // The signal keeps the time, of the head and the body together.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: answerBytes,
    keepAliveTimeout: 20_000,
  });
  const wanted = new AsyncLocalStorage<AbortSignal>();

  function request<T = null>(options: Dispatcher.RequestOptions<T>): Promise<Dispatcher.ResponseData<T>>;
  function request<T = null>(options: Dispatcher.RequestOptions<T>, done: Done<T>): void;
  function request<T>(options: Dispatcher.RequestOptions<T>, done?: Done<T>) {
    const asked = { ...options, signal: wanted.getStore() ?? null };
    return done ? pool.request(asked, done) : pool.request(asked);
  }

  return {
    request,
    /** What `work` asks for ends with the signal. */
    within: <T>(signal: AbortSignal, work: () => T): T => wanted.run(signal, work),
    close: () => pool.destroy(),
  };
}
