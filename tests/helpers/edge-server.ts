import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import fastify from 'fastify';
import { createFront } from '../../server/cache/front.ts';
import { createPageCache, type MadePage } from '../../server/cache/page-cache.ts';
import { createTagRegistry } from '../../server/cache/tags.ts';
import { createRecordingLog } from './recording-log.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends one request on a new connection, with exactly these headers. */
function ask(port: number, path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<Answer>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(pieces),
        }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Sends raw bytes. @returns everything received until the server closes the connection */
function raw(port: number, text: string) {
  return new Promise<string>((resolve, reject) => {
    const pieces: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (piece) => pieces.push(piece));
    socket.on('error', reject);
    socket.on('end', () => {
      socket.destroy();
      resolve(Buffer.concat(pieces).toString('latin1'));
    });
  });
}

/**
 * Starts a site with one kind of page and a clock that only the test moves. As in production, the page cache runs
 * before Fastify.
 */
export async function startEdge(options: { maxBytes?: number; maxAliases?: number } = {}) {
  let nowMs = Date.UTC(2026, 10, 21, 12);
  const tags = createTagRegistry();
  const { log, lines } = createRecordingLog();
  const pages = createPageCache({ maxBytes: options.maxBytes ?? 8_000_000, tags, log, nowMs: () => nowMs });
  /** A test can change the status and the text of pages for all later renders. If `failure` is set, rendering fails. */
  const state = { text: 'first', status: 200, failure: null as Error | null, made: 0, routed: 0 };

  const make = async (key: string): Promise<MadePage> => {
    state.made++;
    if (state.failure) throw state.failure;
    return {
      status: state.status,
      headers: ['Content-Type', 'text/html; charset=utf-8'],
      render: async () => Buffer.from(`<p>${key} ${state.text}</p>`.padEnd(2000, '.')),
      summary: {
        expiresAtMs: nowMs + 12_000,
        staleUntilMs: nowMs + 42_000,
        errorUntilMs: nowMs + 600_000,
        tags: ['results:keno', 'cms:home'],
        failing: false,
        partial: false,
      },
    };
  };
  const front = createFront({
    pages,
    headers: ['X-Content-Type-Options', 'nosniff'],
    reload: (key) => pages.load(key, () => make(key)),
    log,
    nowMs: () => nowMs,
    maxAliases: options.maxAliases,
  });
  const app = fastify({
    serverFactory: (handle) =>
      createServer((req, res) => {
        if (!front.answer(req, res)) handle(req, res);
      }),
  });
  app.get('/slow', async (_request, reply) => {
    await new Promise(setImmediate);
    return reply.send('slow');
  });
  app.get('/*', async (incoming, reply) => {
    state.routed++;
    reply.hijack();
    const url = incoming.raw.url ?? '/';
    const key = url.split('?')[0] ?? url;
    front.alias(url, key);
    if (front.answer(incoming.raw, reply.raw, key)) return;
    try {
      front.send(incoming.raw, reply.raw, await pages.load(key, () => make(key)));
    } catch {
      reply.raw.writeHead(503).end('unavailable');
    }
  });
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);

  return {
    ask: (path: string, headers?: Record<string, string>, method?: string) =>
      ask(port, path, headers, method),
    raw: (text: string) => raw(port, text),
    state,
    tags,
    front,
    pages,
    lines,
    advance: (ms: number) => {
      nowMs += ms;
    },
    stop: () => app.close(),
  };
}

export type Edge = Awaited<ReturnType<typeof startEdge>>;
