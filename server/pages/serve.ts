import type { IncomingMessage, ServerResponse } from 'node:http';
import { isPlayersPage } from '../../shared/resources.ts';
import { createFront, type Front } from '../cache/front.ts';
import { LoadAbandoned } from '../cache/loads.ts';
import { RenderQueueFull } from '../cache/page-cache.ts';
import { clientGoneSignal } from '../calls/client-gone-signal.ts';
import type { Deps } from '../deps.ts';
import type { PrivatePages } from '../private/serve-private.ts';
import { answeredAs, openContext } from '../trace/request-context.ts';
import type { Address, ResourceAddress } from './address.ts';
import type { ErrorPages } from './error-pages.ts';
import { createPageLoads, TooManyLoads, type WaitingClient } from './load.ts';
import { makePage, PageNotFound } from './make.ts';
import { createPageStream } from './stream.ts';
import { createTargets, routeClassOf, type Target } from './targets.ts';
import { warmPages } from './warm.ts';

/** When a failed load is worth another try. */
const retryAfterSeconds = 10;
/** A waiting page is rendered within a second or two. */
const busySeconds = 2;
/** The location of a moved address follows from its spelling alone. */
const movedForAnHour = ['Cache-Control', 'public, max-age=3600', 'CDN-Cache-Control', 'max-age=3600'];
const notStored = ['Cache-Control', 'private, no-store'];
/** One hit in so many is logged. */
const hitsPerLine = 1000;

type Of<Kind extends Address['kind']> = Extract<Address, { kind: Kind }>;

export interface Pages {
  front: Front;
  /**
   * Answers any GET or HEAD that the front could not.
   * @param address of the client, as the trusted proxies report it
   */
  serve(req: IncomingMessage, res: ServerResponse, address: string): Promise<void>;
  /** Loads these pages into the cache, retrying until each is there or `signal` aborts. */
  warm(urls: readonly string[], signal: AbortSignal): Promise<void>;
}

/** The public pages: answered from memory where they are cached, else made once for all clients that wait. */
export function createPages(deps: Deps, errors: ErrorPages, privatePages: PrivatePages): Pages {
  const { config, log } = deps;
  const { defaultLanguage } = config.boot;
  const targets = createTargets(config);
  const loads = createPageLoads(deps, targets);
  const front = createFront({
    pages: deps.pageCache,
    headers: deps.headers,
    reload: (key) => loads.reload(key),
    log,
    nowMs: () => deps.clock.now().getTime(),
    sampleEvery: hitsPerLine,
    onSample: ({ headers, method }, route, state, status) =>
      log.info(
        {
          reqId: openContext(headers).id,
          method,
          route,
          status,
          cache: `hit-${state}`,
          sampled: hitsPerLine,
        },
        'answered',
      ),
  });
  deps.metrics.hits(() => front.counts);
  const answerTarget = createTargetAnswers(deps, { targets, loads, front });

  const answerBad = (res: ServerResponse, { status }: Of<'bad'>): void => {
    answeredAs('refused');
    errors.send(res, { status, reason: 'bad-request', lang: defaultLanguage });
  };

  const answerMoved = (res: ServerResponse, { location, isPrivate }: Of<'moved'>): void => {
    const caching = isPrivate ? notStored : movedForAnHour;
    res.writeHead(301, ['Location', location, ...caching, 'Content-Length', '0', ...deps.headers]);
    res.end();
  };

  /** A page that is made for each request, and that no cache may store. */
  const answerUnkept = async (
    req: IncomingMessage,
    res: ServerResponse,
    page: ResourceAddress,
  ): Promise<void> => {
    try {
      const made = await makePage(deps, page, null, { signal: clientGoneSignal(res) });
      const body = await made.render();
      res.writeHead(made.status, [
        ...made.headers,
        ...notStored,
        'Content-Length',
        String(body.length),
        ...deps.headers,
      ]);
      res.end(req.method === 'HEAD' ? undefined : body);
    } catch (error) {
      if (!(error instanceof PageNotFound)) throw error;
      errors.send(res, { status: 404, reason: 'not-found', lang: page.lang });
    }
  };

  const answerPrivate = async (
    req: IncomingMessage,
    res: ServerResponse,
    { lang, page }: Of<'private'>,
    clientAddress: string,
  ): Promise<void> => {
    if (!page) errors.send(res, { status: 404, reason: 'not-found', lang });
    else if (isPlayersPage(page.name)) await privatePages.serve(req, res, page, clientAddress);
    else await answerUnkept(req, res, page);
  };

  const answerFailure = (res: ServerResponse, { name, lang }: Target, error: unknown): void => {
    if (error instanceof LoadAbandoned) return;
    if (error instanceof RenderQueueFull && !res.headersSent) {
      answeredAs('shed');
      deps.metrics.shed('renders');
      errors.send(res, { status: 503, reason: 'busy', lang, retryAfterSeconds: busySeconds });
      return;
    }
    if (error instanceof TooManyLoads && !res.headersSent) {
      answeredAs('shed');
      deps.metrics.shed('address');
      errors.send(res, { status: 429, reason: 'busy', lang, retryAfterSeconds: error.waitSeconds });
      return;
    }
    answeredAs('error');
    deps.metrics.pageFailed(name);
    log.error({ err: error, page: name }, 'page could not be made');
    if (res.headersSent) res.destroy();
    else errors.send(res, { status: 503, reason: 'unavailable', lang, retryAfterSeconds });
  };

  return {
    front,

    async serve(req, res, clientAddress) {
      answeredAs('none', 'page');
      const address = targets.read(req.url ?? '/');
      if (address.kind === 'bad') return answerBad(res, address);
      if (address.kind === 'moved') return answerMoved(res, address);
      const target = targetOf(address);
      answeredAs('none', routeClassOf(target));
      try {
        if (address.kind === 'private') await answerPrivate(req, res, address, clientAddress);
        else await answerTarget(req, res, target, { signal: clientGoneSignal(res), address: clientAddress });
      } catch (error) {
        answerFailure(res, target, error);
      }
    },

    warm: (urls, signal) => warmPages(urls, signal, { targets, loads, log }),
  };
}

/** A path without a page stands for the not-found page of its language. */
function targetOf(address: Of<'page' | 'private' | 'unknown'>): Target {
  if (address.kind === 'page') return address.page;
  const notFound = { name: 'not-found', lang: address.lang } as const;
  return address.kind === 'private' ? (address.page ?? notFound) : notFound;
}

interface PageParts {
  targets: ReturnType<typeof createTargets>;
  loads: ReturnType<typeof createPageLoads>;
  front: Front;
}

/**
 * Answers one target: from the cache, from a load that others wait for too, or streamed as it is rendered.
 * @throws UpstreamError, RenderQueueFull, TooManyLoads, LoadAbandoned
 */
function createTargetAnswers(deps: Deps, { targets, loads, front }: PageParts) {
  const { env, tags, pageCache } = deps;
  const stream = createPageStream(deps);

  const answerUncached = async (
    req: IncomingMessage,
    res: ServerResponse,
    target: Target,
    { signal }: WaitingClient,
  ): Promise<void> => {
    const before = { version: tags.version, held: false };
    const first = req.method === 'HEAD' ? null : stream.firstClient(req, res, before);
    const made = await makePage(deps, target, first, { signal });
    const { status, headers, summary } = made;
    const body = await made.render();
    if (res.headersSent) return;
    answeredAs('bypass');
    const length = ['Content-Length', String(body.length)];
    res.writeHead(status, [...headers, ...length, ...stream.headOf(status, summary, before)]);
    res.end(body);
  };

  const answerCached = async (
    req: IncomingMessage,
    res: ServerResponse,
    target: Target,
    client: WaitingClient,
  ): Promise<void> => {
    const key = targets.keyOf(target);
    const before = { version: tags.version, held: pageCache.standIn(key) !== undefined };
    const first = req.method === 'HEAD' ? null : stream.firstClient(req, res, before);
    const isHit = front.answer(req, res, key);
    // The front counts its hits itself.
    if (isHit) answeredAs(null);
    const outcome = isHit ? null : await loads.load(target, first, client);
    // Unknown addresses are unlimited in number and not worth remembering.
    if (target.name !== 'not-found') front.alias(req.url ?? '/', key);
    if (!outcome || res.headersSent) return;
    const became = front.send(req, res, outcome);
    answeredAs(became === 'hit' ? 'miss-stale-if-error' : became === 'bypass' ? became : `miss-${became}`);
  };

  const answer = env.pageCache ? answerCached : answerUncached;
  return async (
    req: IncomingMessage,
    res: ServerResponse,
    target: Target,
    client: WaitingClient,
  ): Promise<void> => {
    try {
      await answer(req, res, target, client);
    } catch (error) {
      if (!(error instanceof PageNotFound)) throw error;
      await answer(req, res, { name: 'not-found', lang: target.lang }, client);
    }
  };
}
