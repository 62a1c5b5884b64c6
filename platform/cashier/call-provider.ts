import type { Logger } from 'pino';
import { codes } from '../../shared/contract/codes.ts';
import { Refusal } from '../http/refusal.ts';

/** Time limit of a call. The site's own time limit for a response from the platform is longer. */
const limitMs = 5000;

/**
 * Calls a payment provider while the player waits for the response. The caller must not hold a database transaction.
 * @param logged ids for the log line of a failure
 * @throws Refusal paymentsUnavailable if the provider fails or does not answer in time. It is then unknown whether the
 *   provider has performed the call
 */
export async function callProvider<T>(
  { logger }: { logger: Pick<Logger, 'warn'> },
  logged: Readonly<Record<string, string>>,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(limitMs);
  // Some provider clients ignore the signal. Stop waiting at the time limit even if the call continues.
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
