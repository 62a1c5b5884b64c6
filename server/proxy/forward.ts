import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyReply } from 'fastify';
import type { Dispatcher } from 'undici';
import { traceHeaders } from '../ops/request-context.ts';
import { type PlatformCredentials, platformHeaders } from '../upstream/platform-client.ts';
import type { Transport, UpstreamResponse } from '../upstream/transport.ts';

export interface Forwarded {
  /** The call's name, which is its path. */
  name: string;
  /** The exact bytes that are sent, as text. */
  text: string;
  /** Opens the player's session; null: a visitor. */
  token: string | null;
  /** Where the player's browser is. */
  address: string;
  /** Aborts when nobody waits any more. */
  signal?: AbortSignal | undefined;
}

/** What http-proxy asks of whoever sends its requests. */
export interface Sender {
  request: Dispatcher['request'];
}

export interface Forwarding {
  /** For http-proxy's option `undici`. */
  sender: Sender;
  /**
   * @param reply one of a route of http-proxy; it is not answered here
   * @throws UpstreamError
   */
  forward(reply: FastifyReply, forwarded: Forwarded): Promise<UpstreamResponse>;
}

/** One request under way: http-proxy itself takes no signal, and logs each browser that goes away as a failure. */
interface UnderWay {
  signal: AbortSignal;
  body: Dispatcher.ResponseData['body'] | null;
  isRead: boolean;
  onHead(): void;
  reject(error: unknown): void;
}

export const platformPrefix = '/api/v1';
/** Nothing of what an upstream says in its headers comes down. */
const noHeaders = () => ({});
const noQuery = () => '';

/**
 * Sends players' calls with @fastify/http-proxy over an upstream's own connections, within its limits and behind its
 * breaker. Of the browser's headers none goes up: what goes is listed here, and signed last.
 */
export function createForwarding(
  transport: Pick<Transport, 'pool' | 'guard'>,
  credentials: PlatformCredentials,
): Forwarding {
  const underWay = new AsyncLocalStorage<UnderWay>();

  const request: Sender['request'] = (
    options: Dispatcher.RequestOptions,
    callback?: (error: Error | null, data: Dispatcher.ResponseData) => void,
  ) => {
    const current = underWay.getStore();
    const response = transport.pool.request({ ...options, signal: current?.signal });
    const told = async (): Promise<void> => {
      const answer = await response;
      current?.onHead();
      if (current) current.body = answer.body;
      callback?.(null, answer);
      // http-proxy drops the answer to a browser that is gone, and says so to nobody.
      if (current?.isRead === false) current?.reject(new Error('nobody waits any more'));
    };
    told().catch((error: unknown) => current?.reject(error));
    return response;
  };

  const send = (
    reply: FastifyReply,
    { name, text, token, address }: Forwarded,
    signal: AbortSignal,
    onHead: () => void,
  ) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const path = `${platformPrefix}/${name}`;
      const current: UnderWay = { signal, onHead, reject, body: null, isRead: false };
      underWay.run(current, () =>
        reply.from(path, {
          body: text,
          contentType: 'application/json',
          queryString: noQuery,
          rewriteHeaders: noHeaders,
          rewriteRequestHeaders: () => ({
            'content-type': 'application/json',
            accept: 'application/json',
            'x-player-address': address,
            ...(token === null ? {} : { authorization: `Bearer ${token}` }),
            ...traceHeaders(),
            ...platformHeaders(credentials, path, text, Date.now()),
          }),
          onError: (_reply, { error }) => reject(error),
          onResponse: (_request, _reply, { statusCode }) => {
            current.isRead = true;
            current.body?.text().then((said) => resolve({ status: statusCode, text: said }), reject);
          },
        }),
      );
    });

  return {
    sender: { request },
    forward: (reply, forwarded) =>
      transport.guard({ label: forwarded.name, signal: forwarded.signal }, (signal, onHead) =>
        send(reply, forwarded, signal, onHead),
      ),
  };
}
