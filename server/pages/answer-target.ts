import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Front } from '../cache/front.ts';
import type { Deps } from '../deps.ts';
import { answeredAs } from '../trace/request-context.ts';
import type { PageLoads, WaitingClient } from './load.ts';
import { makePage, PageNotFound } from './make.ts';
import { createPageStream } from './stream.ts';
import { notFoundOf, type Target, type Targets } from './targets.ts';

interface PageParts {
  targets: Targets;
  loads: PageLoads;
  front: Front;
}

/**
 * Creates the function that answers requests for public pages and files. It answers from the cache, or from a load that
 * concurrent requests share. The first client receives a page as soon as it is rendered, before the cache has
 * compressed and stored it.
 * @throws UpstreamError, RenderQueueFull, TooManyLoads, LoadAbandoned
 */
export function createTargetAnswers(deps: Deps, { targets, loads, front }: PageParts) {
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
    // `front.answer` has already counted this hit.
    if (isHit) answeredAs(null);
    const outcome = isHit ? null : await loads.load(target, first, client);
    // Store no additional cache key for an unknown address, because the number of unknown addresses is unlimited.
    if (target.name !== 'not-found') front.alias(req.url ?? '/', key);
    if (!outcome || res.headersSent) return;
    const sentAs = front.send(req, res, outcome);
    answeredAs(sentAs === 'hit' ? 'miss-stale-if-error' : sentAs === 'bypass' ? sentAs : `miss-${sentAs}`);
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
      await answer(req, res, notFoundOf(target), client);
    }
  };
}
