import type { ReadOptions } from '../cache/data-cache.ts';
import type { MadePage, PageOutcome } from '../cache/page-cache.ts';
import type { Deps } from '../deps.ts';
import { openContext, runInContext } from '../trace/request-context.ts';
import { type FirstClient, makePage, PageNotFound } from './make.ts';
import { isUnbounded, type Target, type Targets } from './targets.ts';

export interface WaitingClient {
  /** A signal that aborts when the client disconnects. */
  signal: AbortSignal;
  /** The client's address, as the trusted proxies report it. */
  address: string;
}

/** Thrown when a client's address has used up its limit of page loads. */
export class TooManyLoads extends Error {
  readonly address: string;
  readonly waitSeconds: number;

  constructor(address: string, waitSeconds: number) {
    super('too many pages loaded for one address');
    this.address = address;
    this.waitSeconds = waitSeconds;
  }
}

export type PageLoads = ReturnType<typeof createPageLoads>;

/**
 * Loads pages through the page cache. Each cache key has at most one load at a time. All clients that wait for the key
 * share this load.
 */
export function createPageLoads(deps: Deps, targets: Targets) {
  const { pageCache } = deps;

  /** @throws PageNotFound or UpstreamError */
  const makeAt = async (
    target: Target,
    key: string,
    first: FirstClient | null,
    readOptions: ReadOptions,
  ): Promise<MadePage> => {
    try {
      return await makePage(deps, target, first, readOptions);
    } catch (error) {
      // The page was removed at its source, so its cached copy must not be returned any more.
      if (error instanceof PageNotFound) pageCache.delete(key);
      throw error;
    }
  };

  /** @throws TooManyLoads if the client's address has used up its limit */
  const takeShare = async (target: Target, client: WaitingClient | undefined): Promise<void> => {
    if (!client || !deps.pageLoads || !isUnbounded(target)) return;
    const waitSeconds = await deps.pageLoads.take(client.address);
    if (waitSeconds > 0) throw new TooManyLoads(client.address, waitSeconds);
  };

  /**
   * Loads a page for a client.
   * @param first receives the document while it is rendered
   * @throws PageNotFound, UpstreamError, RenderQueueFull, TooManyLoads or LoadAbandoned
   */
  const load = async (
    target: Target,
    first: FirstClient | null,
    client?: WaitingClient,
  ): Promise<PageOutcome> => {
    const key = targets.keyOf(target);
    const make = async (signal: AbortSignal): Promise<MadePage> => {
      await takeShare(target, client);
      return makeAt(target, key, first, { signal });
    };
    try {
      return await pageCache.load(key, make, client?.signal);
    } catch (error) {
      // Another client began this load and exceeded its own limit. Begin a new load for the current client.
      if (error instanceof TooManyLoads && client && error.address !== client.address)
        return load(target, first, client);
      throw error;
    }
  };

  return {
    load,

    /** Reloads a cached page in the background. @throws the errors of `load` except PageNotFound */
    async reload(key: string): Promise<void> {
      const target = targets.ofKey(key);
      if (!target) return;
      const make = (signal: AbortSignal) => makeAt(target, key, null, { signal, fresh: true });
      try {
        // The request that triggered this load has been answered, so the load gets its own trace id.
        await runInContext(openContext({}), () => pageCache.reload(key, make));
      } catch (error) {
        if (!(error instanceof PageNotFound)) throw error;
      }
    },
  };
}
