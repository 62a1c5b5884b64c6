import { get } from 'node:http';
import type { Recorded } from './bare-node.ts';

/** What Node adds by itself, of one connection or one answer each. */
const own = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** Asks once, and keeps the answer as it stands on the wire, less the headers that Node adds by itself. */
export function record(origin: string, path: string, encoding: string): Promise<Recorded> {
  return new Promise((resolve, reject) => {
    // The path as it is given: URL would tidy what must stay untidy.
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
        // The first answer of a page is streamed; those measured have a length, and so must the baseline's.
        if (!hasLength) headers.push('Content-Length', String(body.length));
        resolve({ path, status: response.statusCode ?? 0, headers, body: body.toString('base64') });
      });
    }).on('error', reject);
  });
}
