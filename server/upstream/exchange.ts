import type { Dispatcher } from 'undici';

export interface Exchange {
  method: 'GET' | 'POST';
  /** Path and query, as sent. */
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

export interface Exchanged {
  status: number;
  /** The whole body, out of UTF-8. */
  text: string;
}

/** Why an exchange was given up from this side. */
export type GivenUp = 'late' | 'unwanted';

export class ExchangeGivenUp extends Error {
  readonly why: GivenUp;
  constructor(why: GivenUp) {
    super(why);
    this.why = why;
  }
}

export interface ExchangeLimits {
  /** Until the answer's head is there, ms. */
  headMs: number;
  /** From then until the whole of it is there, however steadily it drips, ms. */
  bodyMs: number;
  /** Both together, ms. */
  totalMs: number;
}

const byteOrderMark = '\ufeff';

/**
 * One request and its whole answer, straight over undici's dispatcher: its own `request` makes a stream of each body
 * and takes an AbortSignal for each call, and both together cost more than all that a player's call is checked for.
 * @param signal of whoever wants the answer
 * @throws ExchangeGivenUp, and what undici says
 */
export const exchange = (
  dispatcher: Pick<Dispatcher, 'dispatch'>,
  { method, path, headers, body = '' }: Exchange,
  { headMs, bodyMs, totalMs }: ExchangeLimits,
  signal?: AbortSignal,
): Promise<Exchanged> =>
  new Promise((resolve, reject) => {
    const endsAt = performance.now() + totalMs;
    const pieces: Buffer[] = [];
    let status = 0;
    let under: Dispatcher.DispatchController | undefined;
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
    const giveUp = (why: GivenUp): void => {
      if (isOver) return;
      const error = new ExchangeGivenUp(why);
      fail(error);
      // One that still waits for a connection is ended when it gets one.
      under?.abort(error);
    };
    const onLate = () => giveUp('late');
    const onUnwanted = () => giveUp('unwanted');
    let timer = setTimeout(onLate, Math.min(headMs, totalMs));
    if (signal?.aborted) {
      onUnwanted();
      return;
    }
    signal?.addEventListener('abort', onUnwanted, { once: true });
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        under = controller;
        if (isOver) controller.abort(new ExchangeGivenUp('unwanted'));
      },
      onResponseStart(_controller, statusCode) {
        // Before it there may be others that say nothing yet (RFC 9110 §15.2).
        if (isOver || statusCode < 200) return;
        status = statusCode;
        clearTimeout(timer);
        timer = setTimeout(onLate, Math.min(bodyMs, endsAt - performance.now()));
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
        resolve({ status, text: text.startsWith(byteOrderMark) ? text.slice(1) : text });
      },
      onResponseError: (_controller, error) => fail(error),
    };
    try {
      dispatcher.dispatch({ method, path, headers, body: body === '' ? null : body }, handler);
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)));
    }
  });
