import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { allTexts, readLocale } from '../../server/config/locale.ts';
import { publicConfig } from '../../server/config/public-config.ts';
import { readSiteConfig } from '../../server/config/site-config.ts';
import { securityHeaders } from '../../server/render/security-headers.ts';
import type { LatestCards } from '../../shared/pages/live.ts';

const types: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

const config = path.resolve(import.meta.dirname, '../../config');

/** The files of texts and settings that the site serves to browsers, by path. */
const configFiles = new Map<string, string>();
for (const lang of ['en', 'hi', 'pt', 'nb']) {
  const locale = readLocale(config, lang);
  configFiles.set(`/locale/${lang}.json`, JSON.stringify(allTexts(locale)));
  for (const [namespace, texts] of locale)
    configFiles.set(`/locale/${lang}/${namespace}.json`, JSON.stringify(texts));
}
const { boot, setup } = publicConfig(readSiteConfig(config));
configFiles.set('/environment/boot_config.json', JSON.stringify(boot));
configFiles.set('/environment/site_setup.json', JSON.stringify(setup));

/** Whether browsers cache a file. They load the start script for each page, because tests delay it. */
const isCached = (pathname: string) => /^\/assets\/(?!start-)/.test(pathname);

async function sendCall(
  request: IncomingMessage,
  response: ServerResponse,
  answer: ((body: string) => CallAnswer) | undefined,
): Promise<void> {
  const { status = 200, body, cookies = [] } = answer?.(await text(request)) ?? { body: null };
  response.writeHead(status, { 'content-type': 'application/json', 'set-cookie': cookies });
  response.end(JSON.stringify(body));
}

export interface CallAnswer {
  status?: number;
  body: unknown;
  cookies?: string[];
}

/**
 * A server for documents that a test defines. It sends the site's security headers. It also serves the built client,
 * the shipped texts and settings, and an event stream to which the test writes.
 */
export interface PageServer {
  url: string;
  /** Documents by path, without query. */
  pages: Map<string, string>;
  /** Promises by path. A request for the path is answered only after the promise of the path resolves. */
  held: Map<string, Promise<void>>;
  /** Promises by path. The head of the document is sent at once, and its body after the promise resolves. */
  heldBodies: Map<string, Promise<void>>;
  /** Maps the path of a call, such as /api/session, to the function that answers the call. */
  calls: Map<string, (body: string) => CallAnswer>;
  /** Paths and queries of all requests, in the order of their arrival. */
  requests: string[];
  latest: LatestCards;
  /** Whether GET /events answers with 503. */
  refuseStreams: boolean;
  openStreams(): number;
  /** Forgets the documents, the calls and the requests of a test, and ends its event streams. */
  reset(): void;
  say(event: string, data: unknown): void;
  close(): Promise<void>;
}

/** @param folder folder of the built client */
export async function startPageServer(folder: string): Promise<PageServer> {
  const streams = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    site.requests.push(pathname + search);
    const answer = () => {
      const headers = securityHeaders(null);
      for (let at = 0; at < headers.length; at += 2)
        response.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
      const page = site.pages.get(pathname);
      const file = path.join(folder, pathname);
      if (page !== undefined) {
        const [head = '', ...body] = page.split(/(?=<body)/);
        response.setHeader('content-type', 'text/html; charset=utf-8').write(head);
        const heldBody = site.heldBodies.get(pathname);
        if (heldBody) void heldBody.then(() => response.end(body.join('')));
        else response.end(body.join(''));
      } else if (site.calls.has(pathname)) void sendCall(request, response, site.calls.get(pathname));
      else if (configFiles.has(pathname))
        response.setHeader('content-type', 'application/json').end(configFiles.get(pathname));
      else if (pathname.endsWith('/results/latest.json'))
        response.setHeader('content-type', 'application/json').end(JSON.stringify(site.latest));
      else if (pathname.endsWith('/events') && site.refuseStreams) response.writeHead(503).end();
      else if (pathname.endsWith('/events')) {
        response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
        response.flushHeaders();
        streams.add(response);
        response.on('close', () => streams.delete(response));
      } else if (types[path.extname(pathname)] && existsSync(file)) {
        response.setHeader('content-type', types[path.extname(pathname)] ?? '');
        if (isCached(pathname)) response.setHeader('cache-control', 'max-age=3600');
        response.end(readFileSync(file));
      } else response.writeHead(404).end();
    };
    const held = site.held.get(pathname);
    if (held) void held.then(answer);
    else answer();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The server has no port');
  const site: PageServer = {
    url: `http://127.0.0.1:${address.port}`,
    pages: new Map(),
    held: new Map(),
    heldBodies: new Map(),
    calls: new Map(),
    requests: [],
    latest: { cards: [], upcoming: [] },
    refuseStreams: false,
    openStreams: () => streams.size,
    reset() {
      for (const kept of [site.pages, site.held, site.heldBodies, site.calls]) kept.clear();
      site.requests.length = 0;
      site.latest = { cards: [], upcoming: [] };
      site.refuseStreams = false;
      for (const stream of streams) stream.destroy();
      streams.clear();
    },
    say(event, data) {
      for (const stream of streams) stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return site;
}
