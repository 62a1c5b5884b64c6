import { EventEmitter } from 'node:events';
import type { Writable } from 'node:stream';
import type { ReactElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

/**
 * Collects React's output and forwards each chunk to the first client. It never applies backpressure, because a
 * document is small and is stored completely anyway.
 */
class DocumentSink extends EventEmitter implements NodeJS.WritableStream {
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
 * Renders a document whose data is completely loaded. No part is pending, so React adds no script of its own.
 * @param begin returns the first client's response, which receives the bytes while React renders them, or null. It is
 * called when all components have been rendered without an error
 * @returns all bytes
 * @throws the error of a component that fails; `begin` is then not called
 */
export function renderDocument(
  element: ReactElement,
  begin: (() => Writable | null) | null = null,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let failed = false;
    const { pipe, abort } = renderToPipeableStream(element, {
      // An infinite size keeps large Suspense boundaries in place. Otherwise, React would send these boundaries later
      // and add a script that moves them into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onShellError: reject,
      onError(error) {
        // Reject the document, because a failed boundary would be missing in the stored bytes.
        failed = true;
        reject(error);
        abort();
      },
      onAllReady() {
        if (failed) return;
        const keep = new DocumentSink(begin?.() ?? null);
        keep.once('finish', () => resolve(Buffer.concat(keep.pieces)));
        pipe(keep);
      },
    });
  });
}
