import { Readable } from 'node:stream';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { apiPrefix } from '../shared/contract/api-paths.ts';
import { isForEveryone, keepingHeaders } from './cache/for-everyone.ts';
import { registerApi } from './calls/api/register-api.ts';
import { trustedProxies } from './config/trusted-proxies.ts';
import { registerMedia } from './content/register-media.ts';
import { registerNotices } from './content/register-notices.ts';
import type { Deps } from './deps.ts';
import { registerForms } from './forms/register-forms.ts';
import { createHttpServer } from './http-server.ts';
import { isPrivateAddress } from './pages/address.ts';
import { createErrorPages, type ErrorPages } from './pages/error-pages.ts';
import { createPages, type Pages } from './pages/serve.ts';
import { createPayments, passWebhooks, registerPaymentPages } from './payments/register-payments.ts';
import { createPrivatePages } from './private/serve-private.ts';
import { hasForeignFiles } from './render/foreign-sources.ts';
import type { RawHeaders } from './render/security-headers.ts';
import { answerClientError } from './routes/client-errors.ts';
import { registerEnvironment } from './routes/environment.ts';
import { registerEvents } from './routes/events.ts';
import { registerHealth } from './routes/health.ts';
import { registerLoadShedding } from './routes/load-shedding.ts';
import { createMaintenanceGate } from './routes/maintenance.ts';
import { registerPublicFiles } from './routes/public-files.ts';
import { registerRobots } from './routes/robots.ts';
import { registerSpeculation } from './routes/speculation.ts';
import { answeredAs, currentContext } from './trace/request-context.ts';
import { createUploads } from './uploads/uploads.ts';

/** The maximum size of a request body, in bytes. Some routes set a limit of their own. */
const bodyLimitBytes = 64 * 1024;

/**
 * No route has a schema for Fastify, because the site checks input with Zod. Without these two builders, Fastify would
 * load its own schema compilers, which no route uses.
 */
const noSchemas = { buildValidator: () => noCompiler, buildSerializer: () => noCompiler };

function noCompiler(): never {
  throw new Error('the site compiles no schemas');
}

export interface SiteApp {
  app: FastifyInstance;
  pages: Pages;
}

/**
 * Builds the app without opening a port or reading environment variables. The page cache receives each request first.
 * The routes receive the requests that the page cache cannot answer.
 */
export async function buildApp(deps: Deps): Promise<SiteApp> {
  const { config, env } = deps;
  // By default, Fastify creates a child logger for each request. The trace context already adds the request's id to log
  // lines, so `child` returns the logger itself.
  const log: FastifyBaseLogger = Object.create(deps.log, { child: { value: () => log } });
  const errors = await createErrorPages(deps);
  const privatePages = createPrivatePages(deps, errors);
  const pages = createPages(deps, errors, privatePages);
  const uploads = createUploads();
  const gate = createMaintenanceGate(deps, errors);
  const front = gate || !env.pageCache ? null : pages.front;

  const app = fastify({
    loggerInstance: log,
    // Turn off Fastify's own log lines. The request observer logs each request once, after it is finished.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    trustProxy: trustedProxies(env.trustProxy),
    // While the site stops, it still answers requests that arrive on open connections.
    return503OnClosing: false,
    frameworkErrors: (_error, _request, reply) => {
      reply.hijack();
      answeredAs('refused', 'other');
      errors.send(reply.raw, { status: 400, reason: 'bad-request' });
    },
    clientErrorHandler: answerClientError,
    schemaController: { compilersFactory: noSchemas },
    serverFactory: (handle) => createHttpServer(deps, front, handle),
  });
  const servePage =
    gate ??
    ((request: FastifyRequest, reply: FastifyReply) => {
      reply.hijack();
      return pages.serve(request.raw, reply.raw, request.ip);
    });

  app.addHook('onRequest', (request, _reply, done) => {
    const context = currentContext();
    if (context) context.address = request.ip;
    done();
  });
  rejectOtherMethods(app);
  endEmptyBodies(app);
  addAnswerHeaders(app, deps);
  // Register load shedding before the routes, so that its hook runs for every route. Page cache hits never reach this
  // hook.
  await registerLoadShedding(app, deps, { front, errors });
  registerHealth(app, deps);
  registerRobots(app, env.siteUrl);
  registerEnvironment(app, config);
  registerSpeculation(
    app,
    config.boot.languages.map(({ code }) => code),
  );
  registerEvents(app, deps);
  await registerPublicFiles(app, deps.client.folder);
  const payments = createPayments(app, deps);
  await passWebhooks(app, payments, deps);
  await registerNotices(app, deps);
  await app.register(async (gated) => {
    if (gate) gated.addHook('onRequest', gate);
    await gated.register((api) => registerApi(api, deps, uploads), { prefix: apiPrefix });
    registerMedia(gated, deps);
    await registerPaymentPages(gated, payments, errors);
    await registerForms(gated, deps, { errors, privatePages, uploads });
    gated.route({ method: ['GET', 'HEAD'], url: '/*', exposeHeadRoute: false, handler: servePage });
  });
  // `servePage` also answers requests for missing files, and for paths that Fastify's router does not accept.
  app.setNotFoundHandler(servePage);
  handleErrors(app, deps, errors);
  return { app, pages };
}

function rejectOtherMethods(app: FastifyInstance): void {
  const headers = { allow: 'GET, HEAD', 'cache-control': 'no-store', connection: 'close' };
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 || request.method === 'GET' || request.method === 'HEAD') {
      done();
      return;
    }
    // Reject the request before its body is read.
    answeredAs('refused', 'other');
    reply.code(405).headers(headers).send();
  });
}

/**
 * Gives body parsers an empty stream if a request has no body. Because of `optimizeEmptyRequests`, Node's own stream of
 * such a request emits no `end`, and the parsers would wait forever.
 */
function endEmptyBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, body, done) => {
    done(null, request.method === 'POST' && request.raw.readableEnded ? Readable.from([]) : body);
  });
}

const namedHeaders = (raw: RawHeaders): [string, string][] =>
  Array.from({ length: raw.length / 2 }, (_, index) => [raw[2 * index] ?? '', raw[2 * index + 1] ?? '']);

/**
 * Adds security headers to every response of Fastify. Forbids caches to store a response that is not the same for all
 * clients.
 */
function addAnswerHeaders(app: FastifyInstance, { config, headers, privateHeaders }: Deps): void {
  const languages = config.boot.languages.map(({ code }) => code);
  const named = namedHeaders(headers);
  const privateNamed = namedHeaders(privateHeaders);
  const hasForeign = hasForeignFiles(config);
  app.addHook('onSend', async (request, reply) => {
    const isPrivate = () => isPrivateAddress(request.url, languages, config.boot.defaultLanguage);
    // Match the URL only if necessary. Matching it against all resources takes longer than the rest of this hook.
    for (const [name, value] of hasForeign && isPrivate() ? privateNamed : named) reply.header(name, value);
    const sent = reply.getHeaders();
    if (isForEveryone(sent, false) && !isPrivate()) return;
    for (const name of keepingHeaders) reply.removeHeader(name);
    if (sent['cache-control'] !== 'no-store') reply.header('cache-control', 'private, no-store');
  });
}

function handleErrors(app: FastifyInstance, { log }: Deps, errors: ErrorPages): void {
  app.setErrorHandler((error, request, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    answeredAs(status >= 500 ? 'error' : 'refused');
    if (status >= 500) log.error({ err: error, method: request.method }, 'request failed');
    reply.hijack();
    if (status === 429) errors.send(reply.raw, { status, reason: 'busy' });
    else errors.send(reply.raw, { status, reason: status >= 500 ? 'unavailable' : 'bad-request' });
  });
}
