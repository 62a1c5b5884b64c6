import type { Logger } from 'pino';
import { codes } from '../../shared/contract/codes.ts';
import { Refusal } from '../http/refusal.ts';

/** The site waits longer than this for an answer of the platform. */
const limitMs = 5000;

/**
 * Calls a provider for a player who waits. The caller holds no transaction.
 * @param logged ids for the log line of a failure
 * @throws Refusal paymentsUnavailable if the provider fails or does not answer in time. The result is then unknown
 */
export async function callProvider<T>(
  { logger }: { logger: Pick<Logger, 'warn'> },
  logged: Readonly<Record<string, string>>,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(limitMs);
  // Some clients ignore the signal, so the player must not wait for the call itself.
  const late = Promise.withResolvers<never>();
  const onAbort = () => late.reject(new Error('payment provider too slow'));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([call(signal), late.promise]);
  } catch (error) {
    logger.warn({ err: error, ...logged }, 'payment provider failed');
    throw new Refusal(codes.paymentsUnavailable);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
