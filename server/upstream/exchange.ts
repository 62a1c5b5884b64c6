import type { Dispatcher } from 'undici';

export interface Exchange {
  method: 'GET' | 'POST';
  /** Path and query, as sent. */
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface Exchanged {
  status: number;
  /** Header names are in lower case. */
  headers: ResponseHeaders;
  /** The whole body, decoded from UTF-8. */
  text: string;
}

/**
 * Why the site cancelled an exchange. 'late': the time limit ended after the request was sent. 'queued': the time limit
 * ended before a connection became free. 'unwanted': the caller no longer needs the answer.
 */
export type CancelReason = 'late' | 'queued' | 'unwanted';

export class ExchangeCancelled extends Error {
  readonly why: CancelReason;
  constructor(why: CancelReason) {
    super(why);
    this.why = why;
  }
}

export interface ExchangeLimits {
  /** Time limit until the answer's head has arrived, in ms. */
  headMs: number;
  /** Time limit from the head until the whole body has arrived, in ms. Slowly arriving bytes do not extend it. */
  bodyMs: number;
  /** Time limit for head and body together, in ms. */
  totalMs: number;
}

const byteOrderMark = '\ufeff';

/**
 * Sends one request directly on undici's dispatcher, and reads the whole answer. undici's own `request` creates a
 * stream and an AbortSignal for each request. Creating both takes longer than all checks of a player's API call.
 * @param signal cancels the request
 * @throws ExchangeCancelled, or undici's error
 */
export const exchange = (
  dispatcher: Pick<Dispatcher, 'dispatch'>,
  { method, path, headers, body = '' }: Exchange,
  { headMs, bodyMs, totalMs }: ExchangeLimits,
  signal?: AbortSignal,
): Promise<Exchanged> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const endsAt = startedAt + totalMs;
    /** Deadline of the part that is being received: first the head, then the body. */
    let partEndsAt = startedAt + Math.min(headMs, totalMs);
    const pieces: Buffer[] = [];
    let status = 0;
    let answerHeaders: ResponseHeaders = {};
    let dispatched: Dispatcher.DispatchController | undefined;
    let isOver = false;
    const end = (): void => {
      isOver = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', onUnwanted);
    };
    const fail = (error: Error): void => {
      if (isOver) return;
      end();
      reject(error);
    };
    const cancel = (why: CancelReason): void => {
      if (isOver) return;
      const error = new ExchangeCancelled(why);
      fail(error);
      // A request that still waits for a connection cannot be aborted yet. It is aborted when it gets a connection.
      dispatched?.abort(error);
    };
    const onTimer = () => {
      const leftMs = partEndsAt - performance.now();
      // The timer was set for the head. If time is left, the head has arrived meanwhile, and the deadline of the body
      // applies.
      if (leftMs > 0) timer = setTimeout(onTimer, leftMs);
      else cancel(dispatched ? 'late' : 'queued');
    };
    const onUnwanted = () => cancel('unwanted');
    let timer = setTimeout(onTimer, Math.min(headMs, totalMs));
    if (signal?.aborted) {
      onUnwanted();
      return;
    }
    signal?.addEventListener('abort', onUnwanted, { once: true });
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        dispatched = controller;
        if (isOver) controller.abort(new ExchangeCancelled('unwanted'));
      },
      onResponseStart(_controller, statusCode, received) {
        // Ignore interim responses, which precede the answer (RFC 9110 §15.2).
        if (isOver || statusCode < 200) return;
        status = statusCode;
        answerHeaders = received;
        const headEndsAt = partEndsAt;
        partEndsAt = Math.min(performance.now() + bodyMs, endsAt);
        // Most bodies arrive together with the head, so restarting the timer is usually wasted work. Restart it only if
        // it would fire after the body's deadline.
        if (partEndsAt >= headEndsAt) return;
        clearTimeout(timer);
        onTimer();
      },
      onResponseData(_controller, piece) {
        pieces.push(piece);
      },
      onResponseEnd() {
        if (isOver) return;
        end();
        const [only] = pieces;
        const bytes = pieces.length === 1 && only ? only : Buffer.concat(pieces);
        const text = bytes.toString('utf8');
        resolve({
          status,
          headers: answerHeaders,
          text: text.startsWith(byteOrderMark) ? text.slice(1) : text,
        });
      },
      onResponseError: (_controller, error) => fail(error),
    };
    try {
      dispatcher.dispatch({ method, path, headers, body: body === '' ? null : body }, handler);
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)));
    }
  });
