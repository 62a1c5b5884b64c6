import { EventEmitter } from 'node:events';
import type { Writable } from 'node:stream';
import type { ReactElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

/**
 * Collects React's output and forwards each chunk to the first client. It applies no backpressure: a document is small,
 * and the whole document is kept in memory for the cache in any case.
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

  /** Returns all bytes in memory of their own. Buffer.concat would put a small page into Node's shared pool. */
  bytes(): Buffer {
    const all = Buffer.allocUnsafeSlow(this.pieces.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of this.pieces) {
      all.set(piece, at);
      at += piece.length;
    }
    return all;
  }

  end(): this {
    this.#onward?.end();
    this.emit('finish');
    return this;
  }
}

/**
 * Renders a document whose data is completely loaded. No part is pending, so React adds no script of its own.
 * @param begin called when all components have been rendered without an error. It returns the first client's response,
 * which receives the bytes while React renders them, or null
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
        // Reject the whole document, because the failed part would be missing in the bytes that the cache stores.
        failed = true;
        reject(error);
        abort();
      },
      onAllReady() {
        if (failed) return;
        const keep = new DocumentSink(begin?.() ?? null);
        keep.once('finish', () => resolve(keep.bytes()));
        pipe(keep);
      },
    });
  });
}
