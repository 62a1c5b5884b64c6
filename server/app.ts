import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import underPressure from '@fastify/under-pressure';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { isForEveryone, keepingHeaders } from './cache/for-everyone.ts';
import { sendBusy } from './calls/api/answers.ts';
import { registerApi } from './calls/api/register-api.ts';
import type { Deps } from './deps.ts';
import { isWebhook, registerPayments } from './payments/register-payments.ts';
import { isPrivateAddress } from './routes/address.ts';
import { answerClientError } from './routes/client-errors.ts';
import { registerEnvironment } from './routes/environment.ts';
import { createErrorPages } from './routes/error-pages.ts';
import { registerEvents } from './routes/events.ts';
import { registerHealth } from './routes/health.ts';
import { createPages, type Pages } from './routes/pages.ts';
import { registerPublicFiles } from './routes/public-files.ts';
import { registerRobots } from './routes/robots.ts';
import { registerSpeculation } from './routes/speculation.ts';
import { registerStopInvitations } from './routes/stop-invitations.ts';
import { answeredAs } from './trace/request-context.ts';
import { createRequestObserver } from './trace/request-observer.ts';

/** The document behind a CDN or a phone on a slow network: long enough for both, short enough for the idle. */
const keepAliveTimeoutMs = 72_000;
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
/** Of calls; nothing else that this site takes by now has a body. */
const bodyLimitBytes = 64 * 1024;
const headBytes = 16 * 1024;
/** How often the limits above are looked at: Node's own 30 s would treble them. */
const checkMs = 2000;
/** Turned away for load: the worst is over in a moment, or another instance answers. */
const shedRetrySeconds = 5;
const apiPrefix = '/api';
const shedSampleMs = 500;

/** Fastify no longer takes a number of hops, which says nothing where the site can be reached past its proxies. */
const trustOf = (trusted: false | number | string[]) =>
  typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted;

const isApi = (url: string): boolean => url.startsWith(`${apiPrefix}/`);
/** Health is asked for most when there is least time. */
const isProbe = (url: string): boolean => url === '/healthz' || url === '/readyz';

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
    answeredAs('refused', 'other');
    errors.send(reply.raw, { status: 400, reason: 'bad-request', lang: config.boot.defaultLanguage });
  };

  const app = fastify({
    loggerInstance: log,
    // What is said of a request is said once, when it is over.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    trustProxy: trustOf(env.trustProxy),
    // Whoever stops the site lets it finish first: nothing that comes meanwhile is refused.
    return503OnClosing: false,
    // Lines get their request's id where they are written.
    childLoggerFactory: (logger) => logger,
    frameworkErrors: badRequest,
    clientErrorHandler: answerClientError,
    serverFactory: (handle) => {
      const observe = createRequestObserver({ log: deps.log, metrics: deps.metrics });
      const { state } = deps;
      const answer = (req: IncomingMessage, res: ServerResponse) => {
        if (state.stopping) res.shouldKeepAlive = false;
        if (config.setup.maintenance || !env.pageCache || !pages.front.answer(req, res))
          observe(req, res, () => handle(req, res));
      };
      const server = createServer(
        {
          keepAliveTimeout: keepAliveTimeoutMs,
          headersTimeout: headersTimeoutMs,
          requestTimeout: requestTimeoutMs,
          connectionsCheckingInterval: checkMs,
          maxHeaderSize: headBytes,
        },
        answer,
      );
      server.maxConnections = env.limits.connections;
      // Among workers too: where all are full, a connection would else be handed round for ever.
      Object.assign(server, { dropMaxConnection: true });
      server.on('drop', () => deps.metrics.connectionRefused());
      // A 417 for an expectation that nobody has would be one answer for who asks, and another for who sends a header.
      server.on('checkExpectation', answer);
      return server;
    },
  });

  const languages = config.boot.languages.map(({ code }) => code);
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 || request.method === 'GET' || request.method === 'HEAD') {
      done();
      return;
    }
    // Before its body has come: nobody waits for what nobody reads.
    answeredAs('refused', 'other');
    const refusal = { allow: 'GET, HEAD', 'cache-control': 'no-store', connection: 'close' };
    reply.code(405).headers(refusal).send();
  });
  app.addHook('onSend', async (request, reply) => {
    for (const [name, value] of named) reply.header(name, value);
    const said = reply.getHeaders();
    if (isForEveryone(said, isPrivateAddress(request.url, languages, config.boot.defaultLanguage))) return;
    for (const name of keepingHeaders) reply.removeHeader(name);
    if (said['cache-control'] !== 'no-store') reply.header('cache-control', 'private, no-store');
  });
  // Before the routes, so that it stands before each of them; hits never come this far.
  await app.register(underPressure, {
    maxEventLoopDelay: env.limits.shedDelayMs,
    sampleInterval: shedSampleMs,
    pressureHandler: (request, reply) => {
      if (isProbe(request.url)) return;
      reply.hijack();
      if (isApi(request.url) || isWebhook(request.url)) {
        answeredAs('shed', isApi(request.url) ? 'call' : 'other');
        deps.metrics.shed('event-loop-delay');
        sendBusy(reply.raw, headers, shedRetrySeconds);
        return;
      }
      // Stale before down: what is too old to be answered without asking upstream is better than nothing.
      if (!config.setup.maintenance && env.pageCache && pages.front.answerOld(request.raw, reply.raw)) {
        answeredAs(null);
        return;
      }
      answeredAs('shed');
      deps.metrics.shed('event-loop-delay');
      const lang = config.boot.defaultLanguage;
      errors.send(reply.raw, { status: 503, reason: 'busy', lang, retryAfterSeconds: shedRetrySeconds });
    },
  });
  registerHealth(app, deps);
  registerRobots(app, env.siteUrl);
  registerEnvironment(app, config);
  registerSpeculation(app);
  registerEvents(app, deps);
  await app.register((api) => registerApi(api, deps), { prefix: apiPrefix });
  await registerPayments(app, deps, errors);
  await registerStopInvitations(app, deps, errors);
  await registerPublicFiles(app, client.folder);

  const servePage = (
    request: { raw: IncomingMessage; ip: string },
    reply: { hijack(): void; raw: ServerResponse },
  ) => {
    reply.hijack();
    return pages.serve(request.raw, reply.raw, request.ip);
  };
  app.route({ method: ['GET', 'HEAD'], url: '/*', exposeHeadRoute: false, handler: servePage });
  // A file that is not there, or a path that routing found odd: the pages know what to say.
  app.setNotFoundHandler(servePage);
  app.setErrorHandler(async (error, request, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    if (status === 403 && (request.method === 'GET' || request.method === 'HEAD')) {
      // A folder of files: there is nothing to see, like everywhere where nothing is.
      await servePage(request, reply);
      return;
    }
    answeredAs(status >= 500 ? 'error' : 'refused');
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
