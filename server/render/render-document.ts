import { EventEmitter } from 'node:events';
import type { Writable } from 'node:stream';
import type { ReactElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

/**
 * Collects React's output and sends it to the first client as one piece. All data is loaded, so React writes the whole
 * document in one turn of the event loop. Sending the 60 chunks of a document one by one would only take longer. The
 * sink applies no backpressure, because a document is small and is kept in memory for the cache in any case.
 */
class DocumentSink extends EventEmitter implements NodeJS.WritableStream {
  readonly writable = true;
  readonly #chunks: Uint8Array[] = [];
  readonly #onDocument: (bytes: Buffer) => void;

  constructor(onDocument: (bytes: Buffer) => void) {
    super();
    this.#onDocument = onDocument;
  }

  write(chunk: Uint8Array | string): boolean {
    this.#chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    return true;
  }

  end(): this {
    this.#onDocument(bytesOf(this.#chunks));
    return this;
  }
}

/**
 * Copies all chunks into one buffer with its own memory. Buffer.concat would put a small page into Node's shared pool.
 */
function bytesOf(chunks: readonly Uint8Array[]): Buffer {
  const all = Buffer.allocUnsafeSlow(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/**
 * Renders a document whose data is completely loaded. No part is pending, so React adds no script of its own.
 * @param begin called when all components have been rendered without an error. It returns the response that receives
 * the bytes, or null if no response should receive them
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
        const first = begin?.() ?? null;
        pipe(
          new DocumentSink((bytes) => {
            first?.end(bytes);
            resolve(bytes);
          }),
        );
      },
    });
  });
}
