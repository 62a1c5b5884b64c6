import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import { clientGoneSignal } from '../calls/client-gone-signal.ts';
import type { Log } from '../log.ts';
import type { Breaker } from '../upstream/breaker.ts';
import { callerAt } from '../upstream/outage-evidence.ts';
import { errorKindOf, type UpstreamObservation } from '../upstream/transport.ts';
import { UpstreamError } from '../upstream/upstream-error.ts';
import type { PaymentConnections } from './connections.ts';
import { isOwnPath } from './passed-headers.ts';

export const upstreamName = 'platform-payments';

export interface RelayOptions {
  connections: PaymentConnections;
  breaker: Breaker;
  log: Log;
  observe: (observation: UpstreamObservation) => void;
}

/**
 * Time limit for one request. It is shorter than the 12 s after which the proxies in front of this site give up. It is
 * longer than the 5 s that the payment sandbox can take to answer.
 */
const totalMs = 9000;

type ReplyOptions = Parameters<FastifyReply['from']>[1];

function errorOf(error: unknown, label: string, isGone: boolean, isLate: boolean): UpstreamError {
  if (error instanceof UpstreamError) return error;
  if (isGone) return new UpstreamError(upstreamName, 'aborted', `${label}: the client disconnected`);
  const kind = isLate ? 'timeout' : errorKindOf(error);
  return new UpstreamError(upstreamName, kind, `${label}: ${kind}`, { cause: error });
}

/**
 * Checks the status and the redirect target of a response.
 * @throws UpstreamError if the response must not be sent to the client
 */
function checkHead(label: string, status: number, headers: IncomingHttpHeaders): void {
  if (status >= 500 || (status >= 300 && status < 400 && !isOwnPath(headers.location)))
    throw new UpstreamError(upstreamName, 'bad-status', `${label} answered ${status}`, { status });
}

/**
 * Creates the function that sends one request to the platform. It streams the response to the client with http-proxy's
 * `reply.from`.
 * @param label for logs and metrics
 * @returns a function that returns whether a response was sent. After `false`, the client has received nothing yet
 */
export function createRelay(label: string, { connections, breaker, log, observe }: RelayOptions) {
  /** Makes one attempt. @throws an error only while nothing has been sent to the client */
  const relayOnce = (
    reply: FastifyReply,
    destination: string,
    options: ReplyOptions,
    signal: AbortSignal,
  ): Promise<void> =>
    new Promise((resolve, reject) => {
      const onAbort = () => reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      const send = () =>
        reply.from(destination, {
          ...options,
          onResponse(_request, _reply, { statusCode, stream }) {
            signal.removeEventListener('abort', onAbort);
            try {
              signal.throwIfAborted();
              checkHead(label, statusCode, { location: String(reply.getHeader('location')) });
            } catch (error) {
              stream.on('error', () => undefined).destroy();
              reject(error);
              return;
            }
            resolve();
            void reply.send(stream);
          },
          onError(_reply, { error }) {
            signal.removeEventListener('abort', onAbort);
            reject(error.cause ?? error);
          },
        });
      connections.within(signal, send);
    });

  return async (reply: FastifyReply, destination: string, options: ReplyOptions): Promise<boolean> => {
    const gone = clientGoneSignal(reply.raw);
    const late = AbortSignal.timeout(totalMs);
    const startedAt = performance.now();
    let outcome: UpstreamObservation['outcome'] = 'ok';
    try {
      await breaker.run(callerAt(reply.request.ip), async () => {
        try {
          await relayOnce(reply, destination, options, AbortSignal.any([gone, late]));
        } catch (error) {
          throw errorOf(error, label, gone.aborted, late.aborted);
        }
      });
      return true;
    } catch (error) {
      outcome = error instanceof UpstreamError ? error.kind : 'bad-answer';
      if (outcome !== 'aborted') log.warn({ err: error, label }, 'request not passed through');
      return false;
    } finally {
      const seconds = (performance.now() - startedAt) / 1000;
      observe({ upstream: upstreamName, label, outcome, seconds });
    }
  };
}
