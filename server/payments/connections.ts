import { AsyncLocalStorage } from 'node:async_hooks';
import { type Dispatcher, Pool } from 'undici';

/** Maximum size of an answer, enough for a payment provider's page. */
const answerBytes = 256 * 1024;
const connectMs = 1000;
/**
 * Sandbox pages and webhooks are rare, so few connections suffice. The connections of calls are separate, so that a
 * slow webhook cannot delay calls.
 */
const connections = 32;

type Done<T> = (error: Error | null, data: Dispatcher.ResponseData<T>) => void;

export type PaymentConnections = ReturnType<typeof createConnections>;

/**
 * Creates connections to the platform, in the shape that http-proxy accepts. When a client disconnects, an abort signal
 * cancels its upstream request. http-proxy cannot pass this signal to the request, so an AsyncLocalStorage carries the
 * signal.
 */
export function createConnections(origin: string) {
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    connect: { timeout: connectMs },
    // The abort signal limits head and body together, so undici's own timeouts are off.
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
    /** Runs `work`. The signal cancels the requests that `work` sends. */
    within: <T>(signal: AbortSignal, work: () => T): T => signals.run(signal, work),
    close: () => pool.destroy(),
  };
}
