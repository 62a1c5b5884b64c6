import { type AddressInfo, connect as connectSocket, type Socket } from 'node:net';

export interface Answer {
  status: number;
  /** The head as text, without the empty line at its end. */
  head: string;
  /** Size of the body on the wire, in bytes. */
  bytes: number;
}

/** @returns the first value of a header, or '' */
export function headerOf({ head }: Pick<Answer, 'head'>, name: string): string {
  const line = new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(head);
  return line?.[1]?.trim() ?? '';
}

/**
 * Returns the bytes of a GET request.
 * @param headers names and values
 */
export function getRequest(path: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}\r\n`;
}

type Headers = Readonly<Record<string, string>>;

function requestWithBody(path: string, headers: Headers, type: string, body: string): string {
  const lines = Object.entries({ ...headers, 'Content-Type': type }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const length = Buffer.byteLength(body);
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}Content-Length: ${length}\r\n\r\n${body}`;
}

/**
 * Returns the bytes of a JSON POST request.
 * @param headers names and values, including `host`
 */
export function postRequest(path: string, headers: Headers, body: string): string {
  return requestWithBody(path, headers, 'application/json', body);
}

/**
 * Returns the bytes of a form's POST request.
 * @param headers names and values, including `host`
 */
export function formRequest(path: string, headers: Headers, fields: URLSearchParams): string {
  return requestWithBody(path, headers, 'application/x-www-form-urlencoded', fields.toString());
}

const headEnd = Buffer.from('\r\n\r\n');
const lineEnd = Buffer.from('\r\n');

/**
 * Parses HTTP/1.1 answers incrementally, and discards the bodies. A body has a Content-Length or is chunked (RFC 9112
 * §6). A general HTTP client would use more processor time than the measured server.
 * @throws from the returned function for a malformed answer
 */
export function createAnswerReader(onAnswer: (answer: Answer) => void): (piece: Buffer) => void {
  let pending: Buffer = Buffer.alloc(0);
  let current: Answer | null = null;
  let chunked = false;
  /** Remaining bytes of the body, or of the current chunk and its line end. */
  let left = 0;
  let isLastChunk = false;

  const finish = (): void => {
    if (current) onAnswer(current);
    current = null;
  };

  const readHead = (): boolean => {
    const end = pending.indexOf(headEnd);
    if (end < 0) return false;
    const head = pending.toString('latin1', 0, end);
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1]);
    if (!status) throw new Error(`no answer: ${head.slice(0, 80)}`);
    pending = pending.subarray(end + headEnd.length);
    current = { status, head, bytes: 0 };
    const isEmpty = status === 304 || status === 204;
    chunked = !isEmpty && /^transfer-encoding:[ \t]*chunked/im.test(head);
    isLastChunk = false;
    const length = /^content-length:[ \t]*(\d+)/im.exec(head)?.[1];
    if (!chunked && !isEmpty && length === undefined) throw new Error('an answer without an end');
    left = chunked || isEmpty ? 0 : Number(length);
    if (!chunked) current.bytes = left;
    if (!chunked && left === 0) finish();
    return true;
  };

  const skip = (): boolean => {
    if (pending.length === 0) return false;
    const taken = Math.min(left, pending.length);
    pending = pending.subarray(taken);
    left -= taken;
    if (left === 0 && (!chunked || isLastChunk)) finish();
    return true;
  };

  const readChunkSize = (): boolean => {
    const end = pending.indexOf(lineEnd);
    if (end < 0) return false;
    const size = Number.parseInt(pending.toString('latin1', 0, end), 16);
    if (Number.isNaN(size)) throw new Error('a chunk without a size');
    pending = pending.subarray(end + lineEnd.length);
    if (current) current.bytes += size;
    isLastChunk = size === 0;
    left = size + lineEnd.length;
    return true;
  };

  const step = (): boolean => {
    if (!current) return readHead();
    return left > 0 ? skip() : readChunkSize();
  };

  return (piece) => {
    pending = pending.length === 0 ? piece : Buffer.concat([pending, piece]);
    while (step());
  };
}

export interface Connection {
  /** Sends a request. Pipelined answers arrive in order. @throws if the connection closes first */
  ask(request: string): Promise<Answer>;
  /** False after the peer or an error has closed the connection. */
  readonly isOpen: boolean;
  close(): void;
}

interface Waiting {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

/** Opens a keep-alive connection to a loopback port. */
export function connect(port: AddressInfo['port']): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connectSocket({ host: '127.0.0.1', port, noDelay: true });
    const waiting: Waiting[] = [];
    let isOpen = false;
    let ended: Error | null = null;
    const end = (error: Error): void => {
      isOpen = false;
      ended ??= error;
      reject(ended);
      for (const { reject: refuse } of waiting.splice(0)) refuse(ended);
      socket.destroy();
    };
    const read = createAnswerReader((answer) => waiting.shift()?.resolve(answer));
    socket.on('data', (piece) => {
      try {
        read(piece);
      } catch (error) {
        end(error instanceof Error ? error : new Error(String(error)));
      }
    });
    socket.once('error', end);
    socket.once('close', () => end(new Error('the connection was closed')));
    socket.once('connect', () => {
      isOpen = true;
      resolve({
        ask: (request) =>
          new Promise((take, refuse) => {
            if (ended) return refuse(ended);
            waiting.push({ resolve: take, reject: refuse });
            socket.write(request, 'utf8');
          }),
        get isOpen() {
          return isOpen;
        },
        close: () => void socket.destroy(),
      });
    });
  });
}

/** Opens many connections in batches, because the accept queue of a socket is short. */
export async function connectMany(port: number, count: number, atOnce = 100): Promise<Connection[]> {
  const connections: Connection[] = [];
  while (connections.length < count) {
    const some = Math.min(atOnce, count - connections.length);
    connections.push(...(await Promise.all(Array.from({ length: some }, () => connect(port)))));
  }
  return connections;
}
