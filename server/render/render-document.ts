import { EventEmitter } from 'node:events';
import type { Writable } from 'node:stream';
import type { ReactElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

/**
 * Collects React's output and passes each piece on to the first client. Never applies backpressure: a document is
 * small, and all of it is stored anyway.
 */
class Keep extends EventEmitter implements NodeJS.WritableStream {
  readonly writable = true;
  readonly pieces: Uint8Array[] = [];
  readonly #onward: Writable | null;

  constructor(onward: Writable | null) {
    super();
    this.#onward = onward;
  }

  write(piece: Uint8Array | string): boolean {
    this.pieces.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
    this.#onward?.write(piece);
    return true;
  }

  end(): this {
    this.#onward?.end();
    this.emit('finish');
    return this;
  }
}

/**
 * Renders a document whose data is all there: nothing is pending, so React puts no script of its own into it.
 * @param begin returns a stream for the bytes while React makes them (the first client's), or null; called when the
 *   document is certain
 * @returns all bytes
 * @throws the error of a component; `begin` was not called then
 */
export function renderDocument(
  element: ReactElement,
  begin: (() => Writable | null) | null = null,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let failed = false;
    const { pipe, abort } = renderToPipeableStream(element, {
      // Boundaries are never put out of place with a script: the bytes are stored as they are.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onShellError: reject,
      onError(error) {
        // A failed boundary would be stored as a hole.
        failed = true;
        reject(error);
        abort();
      },
      onAllReady() {
        if (failed) return;
        const keep = new Keep(begin?.() ?? null);
        keep.once('finish', () => resolve(Buffer.concat(keep.pieces)));
        pipe(keep);
      },
    });
  });
}
