import { AsyncLocalStorage } from 'node:async_hooks';
import { type Dispatcher, Pool } from 'undici';

/** Enough for a provider's page. */
const answerBytes = 256 * 1024;
const connectMs = 1000;
/** Few, since sandbox pages and webhooks are rare. A hanging one takes no connection from calls. */
const connections = 32;

type Done<T> = (error: Error | null, data: Dispatcher.ResponseData<T>) => void;

export type PaymentConnections = ReturnType<typeof createConnections>;

/**
 * Connections to the platform, in the shape that http-proxy takes. http-proxy gives its requests no abort signal, so
 * the signal travels in an AsyncLocalStorage: a client that disconnects cancels its upstream request.
 */
export function createConnections(origin: string) {
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    connect: { timeout: connectMs },
    // The signal limits head and body together.
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
    /** Requests that `work` sends are cancelled by the signal. */
    within: <T>(signal: AbortSignal, work: () => T): T => signals.run(signal, work),
    close: () => pool.destroy(),
  };
}
