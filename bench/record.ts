import { get } from 'node:http';
import type { Recorded } from './bare-node.ts';

/** Headers that are not recorded, because Node adds them to every answer. */
const own = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** Sends one request. @returns the raw answer without the headers that Node adds */
export function record(origin: string, path: string, encoding: string): Promise<Recorded> {
  return new Promise((resolve, reject) => {
    // The path is sent unchanged, because URL would normalise it.
    const { hostname, port } = new URL(origin);
    get({ hostname, port, path, headers: { 'accept-encoding': encoding } }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () => {
        const headers: string[] = [];
        for (let index = 0; index < response.rawHeaders.length; index += 2) {
          const [name = '', value = ''] = response.rawHeaders.slice(index, index + 2);
          if (!own.has(name.toLowerCase())) headers.push(name, value);
        }
        const body = Buffer.concat(pieces);
        const hasLength = headers.some((name) => name.toLowerCase() === 'content-length');
        // The first answer of a page is streamed without Content-Length. The measured answers have this header, so the
        // baseline must send it too.
        if (!hasLength) headers.push('Content-Length', String(body.length));
        resolve({ path, status: response.statusCode ?? 0, headers, body: body.toString('base64') });
      });
    }).on('error', reject);
  });
}
