import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Deps } from './deps.ts';
import { registerEnvironment } from './routes/environment.ts';
import { createErrorPages } from './routes/error-pages.ts';
import { registerEvents } from './routes/events.ts';
import { registerHealth } from './routes/health.ts';
import { createPages, type Pages } from './routes/pages.ts';
import { registerPublicFiles } from './routes/public-files.ts';
import { registerRobots } from './routes/robots.ts';
import { registerSpeculation } from './routes/speculation.ts';

/** The document behind a CDN or a phone on a slow network: long enough for both, short enough for the idle. */
const keepAliveTimeoutMs = 72_000;
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
/** Nothing that this site takes by now has a body. */
const bodyLimitBytes = 64 * 1024;

export interface SiteApp {
  app: FastifyInstance;
  pages: Pages;
}

/** What a request meets, in order: the cache of whole pages, then these routes. Never listens, never reads the environment. */
export async function buildApp(deps: Deps): Promise<SiteApp> {
  const { config, env, headers, client } = deps;
  const log: FastifyBaseLogger = deps.log;
  const errors = await createErrorPages(deps);
  const pages = createPages(deps, errors);
  const named: [string, string][] = [];
  for (let index = 0; index < headers.length; index += 2)
    named.push([headers[index] ?? '', headers[index + 1] ?? '']);

  const badRequest = (_error: unknown, _request: unknown, reply: { hijack(): void; raw: ServerResponse }) => {
    reply.hijack();
    errors.send(reply.raw, { status: 400, reason: 'bad-request', lang: config.boot.defaultLanguage });
  };

  const app = fastify({
    loggerInstance: log,
    // Hits never come this far, and a line for each request would halve the rest: requests are counted.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    frameworkErrors: badRequest,
    serverFactory: (handle) => {
      const answer = (req: IncomingMessage, res: ServerResponse) => {
        if (config.setup.maintenance || !env.pageCache || !pages.front.answer(req, res)) handle(req, res);
      };
      return createServer(
        {
          keepAliveTimeout: keepAliveTimeoutMs,
          headersTimeout: headersTimeoutMs,
          requestTimeout: requestTimeoutMs,
        },
        answer,
      );
    },
  });

  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of named) reply.header(name, value);
  });
  app.addHook('onResponse', async (_request, reply) => {
    deps.metrics.answered('file', reply.statusCode, reply.elapsedTime / 1000);
  });
  registerHealth(app, deps);
  registerRobots(app, env.siteUrl);
  registerEnvironment(app, config);
  registerSpeculation(app);
  registerEvents(app, deps);
  await registerPublicFiles(app, client.folder);

  const servePage = (request: { raw: IncomingMessage }, reply: { hijack(): void; raw: ServerResponse }) => {
    reply.hijack();
    return pages.serve(request.raw, reply.raw);
  };
  app.route({ method: ['GET', 'HEAD'], url: '/*', exposeHeadRoute: false, handler: servePage });
  app.setNotFoundHandler((request, reply) => {
    // A file that is not there, or a path that routing found odd: the pages know what to say.
    if (request.method === 'GET' || request.method === 'HEAD') return servePage(request, reply);
    return reply.code(405).header('allow', 'GET, HEAD').header('cache-control', 'no-store').send();
  });
  app.setErrorHandler(async (error, request, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    if (status === 403 && (request.method === 'GET' || request.method === 'HEAD')) {
      // A folder of files: there is nothing to see, like everywhere where nothing is.
      await servePage(request, reply);
      return;
    }
    if (status >= 500) log.error({ err: error, method: request.method }, 'a request failed');
    reply.hijack();
    errors.send(reply.raw, {
      status,
      reason: status >= 500 ? 'unavailable' : 'bad-request',
      lang: config.boot.defaultLanguage,
    });
  });
  return { app, pages };
}
