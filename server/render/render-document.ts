import { Writable } from 'node:stream';
import type { ReactElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

/** Keeps what it passes on. React writes in small pieces; `onward` gets the same pieces at once. */
class Keep extends Writable {
  readonly pieces: Buffer[] = [];
  readonly #onward: Writable | null;

  constructor(onward: Writable | null) {
    super();
    this.#onward = onward;
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.pieces.push(piece);
    this.#onward?.write(piece);
    done();
  }

  override _final(done: (error?: Error) => void): void {
    this.#onward?.end();
    done();
  }
}

/**
 * Renders a document whose data is all there: nothing is pending, so React puts no script of its own into it.
 * @param begin gives where the bytes go while React makes them (to the first who asked), or null; called when the
 *   document is certain
 * @returns all bytes
 * @throws what a component threw; `begin` was not called then
 */
export function renderDocument(
  element: ReactElement,
  begin: (() => Writable) | null = null,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let failed = false;
    const { pipe, abort } = renderToPipeableStream(element, {
      // Boundaries are never put out of place with a script: the bytes are stored as they are.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onShellError: reject,
      onError(error) {
        // What fails inside a boundary would be stored as a hole.
        failed = true;
        reject(error);
        abort();
      },
      onAllReady() {
        if (failed) return;
        const keep = new Keep(begin?.() ?? null);
        keep.once('finish', () => resolve(Buffer.concat(keep.pieces)));
        keep.once('error', reject);
        pipe(keep);
      },
    });
  });
}
