import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { isTag } from '../cache/tags.ts';
import type { Log } from '../log.ts';
import type { Metrics } from './metrics.ts';
import { createHostCheck } from './own-hosts.ts';

export interface OpsOptions {
  /** Returns true if the site can receive visitors, because its caches are warm and it is not stopping. */
  isReady: () => boolean;
  metrics: Pick<Metrics, 'text' | 'contentType'>;
  /** Null means that purging over HTTP is off. */
  purgeToken: string | null;
  purge: (tags: readonly string[], options: { hard: boolean }) => void | Promise<PurgeOutcome>;
  /** Host names under which this port may be requested, besides `localhost` and IP addresses. */
  names: readonly string[];
  log: Log;
}

/** The number of workers, and how many of them confirmed a purge in time. */
export interface PurgeOutcome {
  workers: number;
  confirmed: number;
}

export interface OpsServer {
  /** @returns the port that the server listens on */
  listen(host: string, port: number): Promise<number>;
  close(): Promise<void>;
}

const maxBodyBytes = 16_384;
const PurgeBody = z.strictObject({
  tags: z.array(z.string().refine(isTag, 'must be a tag such as results:keno')).min(1).max(64),
  hard: z.boolean().optional(),
});

function answer(res: ServerResponse, status: number, body: unknown, headers: string[] = []): void {
  const text = JSON.stringify(body);
  res.writeHead(status, [
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(Buffer.byteLength(text)),
    'Cache-Control',
    'no-store',
    ...headers,
  ]);
  res.end(text);
}

/**
 * Reads the body of a request, or returns null if the body is too large. The rest of a body that is too large is read
 * and discarded, so that the client receives the answer.
 */
function readBody(req: IncomingMessage): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    req.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > maxBodyBytes) resolve(null);
      else pieces.push(piece);
    });
    req.on('end', () => resolve(Buffer.concat(pieces).toString('utf8')));
    req.on('error', reject);
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in constant time, so that response times do not reveal the token. */
const isBearer = (given: string | undefined, token: string): boolean =>
  timingSafeEqual(digest(given ?? ''), digest(`Bearer ${token}`));

/** Creates the server for health, metrics and purges, on a separate port that the public cannot reach. */
export function createOpsServer({ isReady, metrics, purgeToken, purge, names, log }: OpsOptions): OpsServer {
  const isOwnHost = createHostCheck(names);

  const onPurge = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (purgeToken === null || !isBearer(req.headers.authorization, purgeToken))
      return answer(res, 401, { error: 'unauthorised' }, [
        'WWW-Authenticate',
        'Bearer',
        'Connection',
        'close',
      ]);
    const text = await readBody(req);
    if (text === null)
      return answer(res, 413, { error: `at most ${maxBodyBytes} bytes` }, ['Connection', 'close']);
    const body = PurgeBody.safeParse(readJson(text));
    if (!body.success) {
      const issue = body.error.issues[0];
      return answer(res, 400, { error: `${issue?.path.join('.') || 'body'}: ${issue?.message}` });
    }
    const { tags, hard = false } = body.data;
    const outcome = (await purge(tags, { hard })) ?? { workers: 1, confirmed: 1 };
    log.info({ tags, hard, ...outcome }, 'purged');
    // A worker that did not confirm in time may still apply the purge, but the operator cannot rely on that.
    const status = outcome.confirmed === outcome.workers ? 200 : 504;
    answer(res, status, { purged: tags, hard, ...outcome });
  };

  const get: Record<string, (res: ServerResponse) => void | Promise<void>> = {
    '/healthz': (res) => answer(res, 200, { status: 'ok' }),
    '/readyz': (res) =>
      isReady()
        ? answer(res, 200, { status: 'ready' })
        : answer(res, 503, { status: 'not ready' }, ['Retry-After', '1']),
    '/metrics': async (res) => {
      const text = await metrics.text();
      res.writeHead(200, ['Content-Type', metrics.contentType, 'Cache-Control', 'no-store']);
      res.end(text);
    },
  };

  const route = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (!isOwnHost(req.headers.host))
      return answer(res, 421, { error: 'unknown host: see OPS_NAMES' }, ['Connection', 'close']);
    const path = (req.url ?? '').split('?')[0] ?? '';
    const known = Object.hasOwn(get, path) ? get[path] : undefined;
    if (known && (req.method === 'GET' || req.method === 'HEAD')) return known(res);
    if (path === '/purge' && req.method === 'POST') return onPurge(req, res);
    if (known || path === '/purge')
      return answer(res, 405, { error: 'method not allowed' }, ['Allow', known ? 'GET, HEAD' : 'POST']);
    answer(res, 404, { error: 'not found' });
  };

  const server: Server = createServer((req, res) => {
    route(req, res).catch((error: unknown) => {
      log.error({ err: error }, 'ops request failed');
      if (res.headersSent) res.destroy();
      else answer(res, 500, { error: 'failed' });
    });
  });
  server.requestTimeout = 10_000;

  return {
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          const address = server.address();
          resolve(typeof address === 'object' && address ? address.port : port);
        });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
