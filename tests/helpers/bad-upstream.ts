import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Behaviours of a misbehaving upstream. Only 'answer' is correct. */
export type Manner =
  | { is: 'answer'; body: unknown; status?: number }
  /** Sends a fixed body. */
  | { is: 'text'; text: string | Buffer; status?: number; headers?: Record<string, string> }
  /** Accepts the request but never answers. */
  | { is: 'hang' }
  /** Sends the response head and the start of the body, but never the rest. */
  | { is: 'hang-in-body' }
  /** Sends one byte at a time without end. */
  | { is: 'drip' }
  | { is: 'reset' }
  | { is: 'reset-in-body' }
  /** Declares a longer body than it sends, and closes the connection. */
  | { is: 'short' }
  /** Sends bytes without end. */
  | { is: 'huge' }
  /** Sends bytes that are not HTTP. */
  | { is: 'gibberish' };

export interface Received {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

const pieceBytes = 65_536;
const dripMs = 5;

/** Sends an incorrect answer. The timers of the answer stop when the connection closes. */
function misbehave(manner: Exclude<Manner, { is: 'answer' | 'text' }>, res: ServerResponse): void {
  const json = { 'content-type': 'application/json' };
  switch (manner.is) {
    case 'hang':
      return;
    case 'hang-in-body':
      res.writeHead(200, json).write('{"success":');
      return;
    case 'drip': {
      res.writeHead(200, json);
      const timer = setInterval(() => res.write(' '), dripMs);
      res.once('close', () => clearInterval(timer));
      return;
    }
    case 'reset':
      res.socket?.resetAndDestroy();
      return;
    case 'reset-in-body':
      res.writeHead(200, json);
      res.write('{"success":', () => res.socket?.resetAndDestroy());
      return;
    case 'short':
      res.writeHead(200, { ...json, 'content-length': '1000' });
      res.write('{"success":true', () => res.socket?.end());
      return;
    case 'huge': {
      res.writeHead(200, json);
      const piece = Buffer.alloc(pieceBytes, ' ');
      const more = () => {
        while (!res.destroyed && res.write(piece));
      };
      res.on('drain', more);
      more();
      return;
    }
    case 'gibberish':
      res.socket?.end('once upon a time\r\n\r\n');
  }
}

export function behave(manner: Manner, res: ServerResponse): void {
  res.on('error', () => undefined);
  if (manner.is === 'answer') {
    res.writeHead(manner.status ?? 200, { 'content-type': 'application/json' });
    res.end(JSON.stringify(manner.body));
  } else if (manner.is === 'text') {
    res.writeHead(manner.status ?? 200, { 'content-type': 'application/json', ...manner.headers });
    res.end(manner.text);
  } else {
    misbehave(manner, res);
  }
}

/** Starts a real HTTP server that answers each request as the test defines. The server records the requests. */
export async function startBadUpstream() {
  const script: Manner[] = [];
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const apart = new Set<string>();
  let otherwise: Manner = { is: 'answer', body: {} };

  const server = createServer((req, res) => {
    const pieces: Buffer[] = [];
    req.on('data', (piece: Buffer) => pieces.push(piece));
    req.on('end', () => {
      if (apart.has(req.url ?? '')) return behave({ is: 'answer', body: {} }, res);
      received.push({
        method: req.method ?? '',
        url: req.url ?? '',
        headers: req.headers,
        body: Buffer.concat(pieces).toString(),
      });
      return behave(script.shift() ?? otherwise, res);
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address ? address.port : port);
      });
    });
  /** Resets all connections, as a killed process does. */
  const kill = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.resetAndDestroy();
    });
  const port = await listen(0);

  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    /** Queues answers for the next requests, one for each request. */
    next: (...manners: Manner[]) => void script.push(...manners),
    /** Sets the answer to all requests for which `next` has queued no answer. */
    always(manner: Manner) {
      otherwise = manner;
    },
    /**
     * Answers requests to this URL with an empty object. These requests take no queued answer and are not recorded,
     * because a page may make them in parallel with the call under test.
     */
    answerApart: (url: string) => void apart.add(url),
    kill,
    /** Starts the server again on the same port. */
    revive: () => listen(port),
    stop: () => (server.listening ? kill() : Promise.resolve()),
  };
}

export type BadUpstream = Awaited<ReturnType<typeof startBadUpstream>>;
