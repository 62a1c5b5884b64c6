import { AsyncLocalStorage } from 'node:async_hooks';
import { type Dispatcher, Pool } from 'undici';

/** Maximum size of a platform response in bytes. It is large enough for a page of the payment sandbox. */
const answerBytes = 256 * 1024;
const connectMs = 1000;
/**
 * Maximum number of connections for webhooks and for the pages of the payment sandbox. Such requests are rare. API
 * calls use other connections, so that a slow webhook cannot delay them.
 */
const connections = 32;

type Done<T> = (error: Error | null, data: Dispatcher.ResponseData<T>) => void;

export type PaymentConnections = ReturnType<typeof createConnections>;

/**
 * Creates connections to the platform. The returned object has the interface that http-proxy expects. When a client
 * disconnects, an abort signal cancels the client's upstream request. An AsyncLocalStorage carries the signal, because
 * http-proxy cannot pass it on.
 */
export function createConnections(origin: string) {
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    connect: { timeout: connectMs },
    // The abort signal limits the time for head and body together, so undici's own timeouts are off.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: answerBytes,
    keepAliveTimeout: 20_000,
  });
  const signals = new AsyncLocalStorage<AbortSignal>();

  function request<T = null>(options: Dispatcher.RequestOptions<T>): Promise<Dispatcher.ResponseData<T>>;
  function request<T = null>(options: Dispatcher.RequestOptions<T>, done: Done<T>): void;
  function request<T>(options: Dispatcher.RequestOptions<T>, done?: Done<T>) {
    const withSignal = { ...options, signal: signals.getStore() ?? null };
    return done ? pool.request(withSignal, done) : pool.request(withSignal);
  }

  return {
    request,
    /** Runs `work`. Aborting the signal cancels all requests that `work` has sent. */
    within: <T>(signal: AbortSignal, work: () => T): T => signals.run(signal, work),
    close: () => pool.destroy(),
  };
}
