import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The received body, which may be compressed. */
  bytes: Buffer;
  /** The decompressed body as text. */
  text: string;
}

export interface Ask {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string;
}

const decode = (bytes: Buffer, coding: string | undefined): Buffer => {
  if (bytes.length === 0 || coding === undefined) return bytes;
  if (coding === 'br') return brotliDecompressSync(bytes);
  if (coding === 'gzip') return gunzipSync(bytes);
  throw new Error(`unexpected coding ${coding}`);
};

/** Sends one request on a new connection. It sends the path and the headers unchanged and follows no redirects. */
export const ask = (
  origin: string,
  path: string,
  { method = 'GET', headers = {}, body }: Ask = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const outgoing = request({ hostname, port, path, method, headers, agent: false }, (incoming) => {
      const pieces: Buffer[] = [];
      incoming.on('data', (piece: Buffer) => pieces.push(piece));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const bytes = Buffer.concat(pieces);
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          bytes,
          text: decode(bytes, incoming.headers['content-encoding']).toString('utf8'),
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });

/** Sends bytes that may be invalid HTTP. @returns everything received until the server closes the connection */
export const askRaw = (origin: string, bytes: string | Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    let said = '';
    socket.on('data', (piece: Buffer) => {
      said += piece.toString('latin1');
    });
    // A server that rejects a request may reset the connection after its answer. Such a reset is not an error.
    socket.on('error', (error) => (said === '' ? reject(error) : resolve(said)));
    socket.on('close', () => resolve(said));
    socket.write(bytes);
  });

export const statusOf = (raw: string): number => Number(/^HTTP\/1\.[01] (\d{3})/.exec(raw)?.[1] ?? 0);
