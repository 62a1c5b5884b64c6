import type { IncomingMessage, ServerResponse } from 'node:http';
import { createFront, type Front } from '../cache/front.ts';
import { clientGoneSignal } from '../calls/client-gone-signal.ts';
import type { Deps } from '../deps.ts';
import type { PrivatePages } from '../private/serve-private.ts';
import { answeredAs, openContext } from '../trace/request-context.ts';
import { type AddressOf, isPlayersAddress, isUnkeptAddress } from './address.ts';
import { createOtherAnswers } from './answer-others.ts';
import { createTargetAnswers } from './answer-target.ts';
import { createUnkeptAnswers } from './answer-unkept.ts';
import type { ErrorPages } from './error-pages.ts';
import { createPageLoads } from './load.ts';
import { createTargets, routeClassOf, type Target } from './targets.ts';
import { warmPages } from './warm.ts';

/** Number of page cache hits for which one log line is written. */
const hitsPerLine = 1000;

export interface Pages {
  front: Front;
  /**
   * Answers a GET or HEAD request that the page cache could not answer before routing.
   * @param address the client's address, as the trusted proxies report it
   */
  serve(req: IncomingMessage, res: ServerResponse, address: string): Promise<void>;
  /** Loads the pages with these URLs into the cache. A failed load is retried until it succeeds or `signal` aborts. */
  warm(urls: readonly string[], atOnce: number, signal: AbortSignal): Promise<void>;
}

/**
 * Serves the public pages. A cached page is sent from memory. Any other page is rendered once for all clients that wait
 * for it.
 */
export function createPages(deps: Deps, errors: ErrorPages, privatePages: PrivatePages): Pages {
  const { config, log } = deps;
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
  const others = createOtherAnswers(deps, errors);
  const answerUnkept = createUnkeptAnswers(deps);
  const answerTarget = createTargetAnswers(deps, { targets, loads, front });

  const answerPrivate = async (
    req: IncomingMessage,
    res: ServerResponse,
    { page }: AddressOf<'private'>,
    clientAddress: string,
  ): Promise<void> => {
    if (page && isPlayersAddress(page)) await privatePages.serve(req, res, page, clientAddress);
    else if (page && isUnkeptAddress(page)) await answerUnkept(req, res, page, clientAddress);
    else errors.send(res, { status: 404, reason: 'not-found' });
  };

  return {
    front,

    async serve(req, res, clientAddress) {
      answeredAs('none', 'page');
      const address = targets.read(req.url ?? '/');
      if (address.kind === 'bad') return others.bad(res, address);
      if (address.kind === 'moved') return others.moved(res, address);
      const target = targetOf(address);
      answeredAs('none', routeClassOf(target));
      try {
        if (address.kind === 'private') await answerPrivate(req, res, address, clientAddress);
        else await answerTarget(req, res, target, { signal: clientGoneSignal(res), address: clientAddress });
      } catch (error) {
        others.failure(res, target, error);
      }
    },

    warm: (urls, atOnce, signal) => warmPages(urls, atOnce, signal, { targets, loads, log }),
  };
}

/** Returns the page to show for an address. A path without a page gets the not-found page of its language. */
function targetOf(address: AddressOf<'page' | 'private' | 'unknown'>): Target {
  if (address.kind === 'page') return address.page;
  const notFound = { name: 'not-found', lang: address.lang, form: 'page' } as const;
  return address.kind === 'private' ? (address.page ?? notFound) : notFound;
}
