import { EventEmitter } from 'node:events';
import type { ReactElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

/** A stream that compresses may hold bytes back until `flush`. */
export type Output = NodeJS.WritableStream & { flush?: () => void };

export interface StreamOptions {
  identifierPrefix: string;
  nonce: string;
  /** Waits for all data, so that no script has to put late parts in their place. */
  isWhole: boolean;
  /** Sends the headers and everything before the app. Called once, when the shell can be rendered. */
  begin: () => Output;
  /** Called when the shell has been written: everything after the app. */
  afterShell: (output: Output) => void;
  /** Called after the last part of the app. Ends the output. */
  finish: (output: Output) => Promise<void>;
  /** An error after the shell: the browser renders that part again. */
  onLateError: (error: unknown) => void;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  limitMs: number;
}

/** Passes React's bytes on, but leaves the end of the document to its owner. */
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
 * Streams an app as a React root of its own into a document: its shell at once, each late part as its data arrives.
 * Resolves when the app is complete, or was aborted by `signal` or the limit.
 * @throws what a component threw before the shell was ready; `begin` was not called then
 */
export function streamApp(element: ReactElement, options: StreamOptions): Promise<void> {
  const { identifierPrefix, nonce, isWhole, signal, limitMs } = options;
  return new Promise((resolve, reject) => {
    let hasBegun = false;
    // React calls back after this function has returned, so `pipe` and `abort` exist by then.
    const begin = () => {
      hasBegun = true;
      const output = options.begin();
      const ended = Promise.withResolvers<void>();
      pipe(new AppSink(output, ended.resolve));
      options.afterShell(output);
      // React may have ended the app within `pipe`, before the rest of the frame was written.
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
