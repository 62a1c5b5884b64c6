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
}

/**
 * Renders a document whose data is all there: nothing is pending, so React puts no script of its own into it.
 * @param onward gets the bytes while React makes them (the first who asked), or null; it is ended here
 * @param startOnward called when the first bytes are certain and none is sent yet
 * @returns all bytes
 * @throws what a component threw; `onward` is then untouched, unless bytes had been sent
 */
export function renderDocument(
  element: ReactElement,
  onward: Writable | null = null,
  startOnward: () => void = () => {},
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const keep = new Keep(onward);
    const { pipe, abort } = renderToPipeableStream(element, {
      // Boundaries are never put out of place with a script: the bytes are stored as they are.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onShellError: reject,
      onError(error) {
        // What fails inside a boundary would be stored as a hole.
        reject(error);
        abort();
      },
      onAllReady() {
        startOnward();
        pipe(keep);
      },
    });
    keep.once('finish', () => {
      onward?.end();
      resolve(Buffer.concat(keep.pieces));
    });
    keep.once('error', reject);
  });
}
