import type { Answer } from '../../shared/contract/envelope.ts';

/** A phone on a slow network needs minutes to send pictures. */
const timeoutMs = 300_000;

/**
 * Sends the files of a form. XMLHttpRequest is used because fetch does not report how much was sent.
 * @param onProgress receives the sent share, from 0 to 1
 * @returns null if the site did not answer
 */
export function sendFiles<Data>(
  path: string,
  files: FormData,
  onProgress: (share: number) => void,
): Promise<Answer<Data> | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.responseType = 'json';
    request.timeout = timeoutMs;
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total ? loaded / total : 0),
    );
    request.addEventListener('loadend', () => resolve(request.response));
    request.send(files);
  });
}
