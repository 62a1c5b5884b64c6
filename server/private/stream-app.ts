import { EventEmitter } from 'node:events';
import type { ReactElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

/** A compressing stream may buffer bytes until `flush` is called. */
export type Output = NodeJS.WritableStream & { flush?: () => void };

export interface StreamOptions {
  identifierPrefix: string;
  nonce: string;
  /**
   * Whether to send the app only when all its data has arrived. The page then needs no script that moves late parts
   * into place.
   */
  isWhole: boolean;
  /**
   * Sends the headers and the part of the document before the app. Called once: when the shell (the app without its
   * late parts) is rendered, or, with `isWhole`, when the whole app is rendered.
   */
  begin: () => Output;
  /** Writes the part of the document after the app. Called when the shell has been written. */
  afterShell: (output: Output) => void;
  /** Ends the output. Called after the last part of the app. */
  finish: (output: Output) => Promise<void>;
  /** Called for an error that occurs after the shell was sent. The browser then renders the failed part again. */
  onLateError: (error: unknown) => void;
  /** A signal that aborts when the client disconnects. */
  signal: AbortSignal;
  limitMs: number;
}

/** Forwards React's bytes to the document's stream without ending that stream. */
class AppSink extends EventEmitter implements NodeJS.WritableStream {
  readonly writable = true;
  readonly #output: Output;
  readonly #onEnd: () => void;

  constructor(output: Output, onEnd: () => void) {
    super();
    this.#output = output;
    this.#onEnd = onEnd;
    output.on('drain', () => this.emit('drain'));
    output.on('close', () => this.emit('close'));
  }

  write(piece: Uint8Array | string): boolean {
    return this.#output.write(piece);
  }

  flush(): void {
    this.#output.flush?.();
  }

  end(): this {
    this.#onEnd();
    return this;
  }
}

/**
 * Streams an app into a document as a separate React root. The shell (the app without its late parts) is sent first.
 * Each late part is sent when its data arrives. With `isWhole`, everything is sent at once. The promise resolves when
 * the app is complete, or when `signal` or the time limit aborts the stream.
 * @throws the error of a component that fails before the shell is ready; `begin` is then not called
 */
export function streamApp(element: ReactElement, options: StreamOptions): Promise<void> {
  const { identifierPrefix, nonce, isWhole, signal, limitMs } = options;
  return new Promise((resolve, reject) => {
    let hasBegun = false;
    // `begin` uses `pipe`, which is assigned below. React calls `begin` only after `streamApp` has returned.
    const begin = () => {
      hasBegun = true;
      const output = options.begin();
      const ended = Promise.withResolvers<void>();
      pipe(new AppSink(output, ended.resolve));
      options.afterShell(output);
      // Finish the output only after React has ended the app and the rest of the frame was written. React may end the
      // app while `pipe` still runs, before `afterShell` is called. The promise defers the callback until `afterShell`
      // has returned.
      ended.promise
        .then(() => {
          settle();
          return options.finish(output);
        })
        .then(resolve, reject);
    };
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onGone);
    };
    const { pipe, abort } = renderToPipeableStream(element, {
      identifierPrefix,
      nonce,
      // An infinite size keeps large parts in place. Otherwise, React would send them after the rest of the page, and a
      // script would move them into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onShellReady: () => {
        if (!isWhole) begin();
      },
      onAllReady: () => {
        if (isWhole && !signal.aborted) begin();
      },
      onShellError: (error) => {
        settle();
        reject(error);
      },
      onError: (error) => {
        if (hasBegun && !signal.aborted) options.onLateError(error);
      },
    });
    const onGone = () => {
      settle();
      abort(signal.reason);
      resolve();
    };
    const timer = setTimeout(() => abort(new Error('the page took too long')), limitMs);
    signal.addEventListener('abort', onGone, { once: true });
    if (signal.aborted) onGone();
  });
}
