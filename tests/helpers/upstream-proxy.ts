import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { behave, type Manner } from './bad-upstream.ts';

export interface SeenRequest {
  method: string;
  /** Path and query of the request. */
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Whether the proxy has sent the whole answer. */
  answered: boolean;
  /** Whether the site disconnected before the end of the answer. */
  brokenOff: boolean;
}

/**
 * The ways in which the proxy treats a request. 'pass' forwards the request, 'hang' never answers, and 'drip' sends a
 * byte a second. 'nonsense' answers with HTML, 'fail' answers with 500, and 'cut' closes the connection. An object with
 * `change` replaces the body of the platform's answer. An object with `after` delays the answer. With a `Manner`, the
 * proxy sends the answer that bad-upstream.ts defines for this `Manner`.
 */
export type Treatment =
  | 'pass'
  | 'hang'
  | 'drip'
  | 'nonsense'
  | 'fail'
  | 'cut'
  | { change: (body: string) => string }
  | { after: Promise<unknown> }
  | Manner;

export interface UpstreamProxy {
  /** The proxy's origin, which stays the same after down() and up(). */
  url: string;
  /** All requests so far except GET /api/v1/events. A test may empty this list. */
  seen: SeenRequest[];
  /** Returns the number of requests so far whose path contains the text. */
  count(path?: string): number;
  /** Sets the rule that chooses a treatment for each request. By default every request is forwarded. */
  treat(rule: (request: SeenRequest) => Treatment): void;
  /** Stops listening and closes open connections. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** Forwards all later requests to the platform with this origin. */
  retarget(origin: string): void;
  close(): Promise<void>;
}

const readAll = async (stream: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of stream as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
};

/** Headers that apply only to a single connection. A proxy must not forward them. */
const hopByHop = new Set(['host', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']);
const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name)));

/** Returns functions that stop a server and start it again on the same port. */
const onOnePort = (server: Server) => {
  let port = 0;
  return {
    origin: () => `http://127.0.0.1:${port}`,
    listen: () =>
      new Promise<void>((resolve, reject) => {
        if (server.listening) return resolve();
        server.once('error', reject);
        server.listen(port, '127.0.0.1', () => {
          server.off('error', reject);
          const address = server.address();
          if (typeof address === 'object' && address) ({ port } = address);
          resolve();
        });
      }),
    stop: () =>
      new Promise<void>((resolve) => {
        if (!server.listening) return resolve();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const passOn = (): Treatment => 'pass';

/**
 * Starts a proxy between the site and a real platform. The proxy records the requests, and treats each request by the
 * rule that the test has set.
 * @param added headers that the proxy adds to each request
 */
export const startUpstreamProxy = async (
  origin: string,
  added: Record<string, string> = {},
): Promise<UpstreamProxy> => {
  let rule: (request: SeenRequest) => Treatment = passOn;
  let target = origin;
  const timers = new Set<NodeJS.Timeout>();

  const forward = (seen: SeenRequest, res: ServerResponse, change?: (body: string) => string): void => {
    const headers = { ...endToEnd(seen.headers), ...added };
    const onward = request(new URL(seen.url, target), { method: seen.method, headers, agent: false });
    res.once('close', () => onward.destroy());
    res.once('finish', () => {
      seen.answered = true;
    });
    onward.on('error', () => res.destroy());
    onward.on('response', (answer) => {
      answer.on('error', () => res.destroy());
      const kept = endToEnd(answer.headers);
      if (!change) {
        res.writeHead(answer.statusCode ?? 502, kept);
        res.flushHeaders();
        answer.on('aborted', () => res.destroy());
        answer.pipe(res);
        return;
      }
      readAll(answer).then(
        (body) => res.writeHead(answer.statusCode ?? 502, kept).end(change(body)),
        () => res.destroy(),
      );
    });
    onward.end(seen.body);
  };

  const treatments: Record<Extract<Treatment, string>, (seen: SeenRequest, res: ServerResponse) => void> = {
    pass: (seen, res) => forward(seen, res),
    hang: () => undefined,
    drip: (_seen, res) => {
      res.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => res.write(' '), 1000);
      timers.add(timer);
      res.once('close', () => clearInterval(timer));
    },
    nonsense: (_seen, res) => void res.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome!'),
    fail: (_seen, res) => void res.writeHead(500, { 'content-type': 'application/json' }).end('{}'),
    cut: (_seen, res) => void res.destroy(),
  };

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    res.on('error', () => undefined);
    const body = await readAll(req);
    const seen: SeenRequest = {
      method: req.method ?? '',
      url: req.url ?? '',
      headers: req.headers,
      body,
      answered: false,
      brokenOff: false,
    };
    res.once('close', () => {
      seen.brokenOff = !res.writableFinished;
    });
    // Requests for the event stream are not recorded, because no page causes them.
    if (!seen.url.startsWith('/api/v1/events')) proxy.seen.push(seen);
    const treatment = rule(seen);
    if (typeof treatment === 'string') treatments[treatment](seen, res);
    else if ('is' in treatment) behave(treatment, res);
    else if ('change' in treatment) forward(seen, res, treatment.change);
    else {
      await treatment.after;
      forward(seen, res);
    }
  };

  const server = createServer((req, res) => {
    answer(req, res).catch(() => res.destroy());
  });
  const port = onOnePort(server);
  await port.listen();

  const proxy: UpstreamProxy = {
    url: port.origin(),
    seen: [],
    count: (path = '') => proxy.seen.filter(({ url }) => url.includes(path)).length,
    treat: (next) => {
      rule = next;
    },
    down: port.stop,
    up: port.listen,
    retarget: (next) => {
      target = next;
    },
    close: async () => {
      for (const timer of timers) clearInterval(timer);
      await port.stop();
    },
  };
  return proxy;
};
