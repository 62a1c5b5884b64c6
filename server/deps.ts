import path from 'node:path';
import type { Logger } from 'pino';
import { type CdnPurge, createCdnPurge } from './cache/cdn-purge.ts';
import { createDataCache, type DataCache, type ReadOptions } from './cache/data-cache.ts';
import { createPageCache, type PageCache } from './cache/page-cache.ts';
import { createPurge, type Purge, type PurgeBus } from './cache/purge.ts';
import { createReads, type Reads } from './cache/reads.ts';
import { createTagRegistry, type TagRegistry } from './cache/tags.ts';
import type { CallRates } from './calls/call-rates.ts';
import { createCallParts } from './calls/create-call-parts.ts';
import type { Calls, MakeCall } from './calls/make-call.ts';
import type { Env } from './config/env.ts';
import { projectRoot } from './config/project-root.ts';
import { readSiteConfig, type SiteConfig } from './config/site-config.ts';
import { type ContentHost, createContentHost } from './content/content-host.ts';
import { createMediaStore, type MediaStore } from './content/media-store.ts';
import type { MenuTexts } from './content/menu-texts.ts';
import { createHub, type Hub } from './live/hub.ts';
import { createLog, secretsOf } from './ops/log.ts';
import { createMetrics, type Metrics } from './ops/metrics.ts';
import { watchCaches } from './ops/watch-caches.ts';
import { type Cards, createCards } from './pages/cards.ts';
import { createPictures, type Pictures } from './pictures/create-pictures.ts';
import type { CallReads } from './reads/call-reads.ts';
import type { ContentReads } from './reads/content-reads.ts';
import { type ClientBuild, loadClientBuild } from './render/client-build.ts';
import { foreignSources } from './render/foreign-sources.ts';
import { type RawHeaders, securityHeaders } from './render/security-headers.ts';
import type { SessionCookies } from './session/session-cookies.ts';
import { joinInstances } from './shared-tier/join-instances.ts';
import type { RateLimit } from './shared-tier/rate-limits.ts';
import type { SharedTier } from './shared-tier/shared-tier.ts';
import type { PlatformClient } from './upstream/platform-client.ts';
import { createUpstreams } from './upstream/upstreams.ts';
import { createWords, type Words } from './words/words.ts';

/** All parts of the program, created in one place. Tests replace some of them. */
export interface Deps {
  env: Env;
  config: SiteConfig;
  log: Logger;
  clock: { now(): Date };
  wordsOf(lang: string): Words;
  cardsOf(lang: string): Cards;
  client: ClientBuild;
  pictures: Pictures;
  /** Security headers that every response carries. */
  headers: RawHeaders;
  /**
   * Security headers of private pages. They do not allow the foreign hosts that the configuration allows on public
   * pages.
   */
  privateHeaders: RawHeaders;
  /** Registry of purged tags and their versions. */
  tags: TagRegistry;
  dataCache: DataCache;
  pageCache: PageCache;
  createReads(readOptions?: ReadOptions): Reads;
  platform: PlatformClient;
  callReads: CallReads;
  contentHost: ContentHost;
  /** Pictures and documents of the content host. */
  media: MediaStore;
  contentReads: ContentReads;
  menuTexts: MenuTexts;
  sessions: SessionCookies;
  callRates: CallRates;
  makeCall: MakeCall;
  /** `makeCall` and its two steps. The first step alone can refuse a request before its body is read. */
  calls: Calls;
  metrics: Metrics;
  cdn: CdnPurge;
  purge: Purge;
  /** Values and purges that this instance shares with other instances of the site. */
  shared: SharedTier;
  /**
   * Rate limit for each client address. It counts submitted forms and requests for pages that no cache stores. A
   * request for a page whose URL has a query or a draw number counts only if the page is not in the cache. A request
   * for a CMS file counts only if the file is not in memory. Null means no limit.
   */
  pageLoads: RateLimit | null;
  hub: Hub;
  /** Number of the newest published draw that this process knows, by game. */
  newestDraws: Map<string, number>;
  /**
   * `ready` is true when the pages of the menus are in the cache. While `stopping` is true, each response closes its
   * connection.
   */
  state: { ready: boolean; stopping: boolean };
  close(): Promise<void>;
}

export type Overrides = Partial<Pick<Deps, 'config' | 'clock' | 'client' | 'log' | 'cdn'>> & {
  /** Announces purges to the other workers of this instance. */
  bus?: PurgeBus | undefined;
};

/** @throws SiteConfigError for an error in `config/`, Error if the client has not been built */
export async function createDeps(env: Env, overrides: Overrides = {}): Promise<Deps> {
  const config = overrides.config ?? readSiteConfig(path.join(projectRoot, 'config'));
  const log = overrides.log ?? createLog({ level: env.logLevel, secrets: secretsOf(env) });
  const clock = overrides.clock ?? { now: () => new Date() };
  const client = overrides.client ?? (await loadClientBuild(path.join(projectRoot, 'dist')));
  const nowMs = () => clock.now().getTime();
  const metrics = createMetrics();
  const tags = createTagRegistry();
  const privateHeaders = securityHeaders(env.siteUrl, env.hstsSubdomains);
  const headers = securityHeaders(env.siteUrl, env.hstsSubdomains, foreignSources(config));
  const ucid = env.platform.ucid ?? config.boot.customerCode;
  const instances = await joinInstances({
    redisUrl: env.redisUrl,
    ucid,
    buildId: client.id,
    secret: env.platform.hash,
    log,
    metrics,
    nowMs,
    onPurge: (note) => purge.fromPeer(note),
    onGap: () => tags.purgeAll(),
  });
  const { tier: shared } = instances;
  const { dataCache, pageCache } = createCaches(env, config, { shared, tags, log, metrics, nowMs });
  const upstreams = createUpstreams(env, { ucid, boot: config.boot, log, metrics });
  const cdn = overrides.cdn ?? createCdnPurge({ url: env.cdnPurgeUrl, token: env.cdnPurgeToken, log });
  const textsOf = createLanguages(config);
  const purge = createPurge({
    tags,
    cdn,
    metrics,
    nowMs,
    // Announce a purge to the other workers only after Redis has received it. Otherwise, a worker could read a purged
    // value from Redis.
    bus: { announce: (note) => void shared.announce(note).then(() => overrides.bus?.announce(note)) },
  });
  const contentHost = createContentHost(env.content);
  const media = createMedia(env, { tags, log, metrics });
  const newestDraws = new Map<string, number>();
  const hub = createHub({
    hello: () => ({ now: clock.now().toISOString(), draws: Object.fromEntries(newestDraws) }),
    headers,
    maxStreams: env.limits.streams,
    maxStreamsPerAddress: env.limits.streamsPerAddress,
    onRefused: (reason) => metrics.streamRefused(reason),
  });
  watchCaches(metrics, { dataCache, pageCache, hub, maxBytes: env.cacheBytes });
  const callParts = createCallParts({
    env,
    config,
    ucid,
    upstreams,
    contentHost,
    dataCache,
    rateLimit: instances.rateLimit,
    metrics,
    log,
    nowMs,
  });

  return {
    env,
    config,
    log,
    clock,
    client,
    pictures: createPictures(client, log),
    headers,
    privateHeaders,
    tags,
    dataCache,
    pageCache,
    platform: upstreams.platform,
    ...callParts,
    contentHost,
    media,
    makeCall: callParts.calls.makeCall,
    metrics,
    cdn,
    hub,
    wordsOf: (lang) => textsOf(lang).words,
    cardsOf: (lang) => textsOf(lang).cards,
    createReads: (readOptions) => createReads(dataCache, nowMs, readOptions),
    purge,
    shared,
    pageLoads: createPageLoads(env, instances),
    newestDraws,
    state: { ready: false, stopping: false },
    async close() {
      hub.close();
      cdn.close();
      await shared.close();
      await Promise.all([media, ...Object.values(upstreams)].map((upstream) => upstream.close()));
    },
  };
}

function createPageLoads(
  { limits }: Env,
  { rateLimit }: Pick<Awaited<ReturnType<typeof joinInstances>>, 'rateLimit'>,
): RateLimit | null {
  return limits.pageLoads === 0 ? null : rateLimit({ name: 'page', points: limits.pageLoads, seconds: 60 });
}

function createMedia(
  { content }: Env,
  { tags, log, metrics }: { tags: TagRegistry; log: Logger; metrics: Metrics },
): MediaStore {
  return createMediaStore({
    origin: content.origin,
    tags,
    log,
    observe: (observation) => metrics.upstream(observation),
    onBreaker: (name, state) => metrics.breaker(name, state),
  });
}

function createCaches(
  env: Env,
  config: SiteConfig,
  parts: { shared: SharedTier; tags: TagRegistry; log: Logger; metrics: Metrics; nowMs: () => number },
): { dataCache: DataCache; pageCache: PageCache } {
  const { metrics, shared, ...both } = parts;
  const maxBytes = env.cacheBytes;
  return {
    dataCache: createDataCache({
      ...both,
      shared,
      maxBytes,
      timeZone: config.boot.timeZone,
      count: (event) => metrics.dataCache(event),
    }),
    pageCache: createPageCache({ ...both, maxBytes, rendersWaiting: env.limits.waitingPages }),
  };
}

/**
 * Creates a function that returns the texts and cards of a language. For a language that is not configured, it returns
 * the texts and cards of the default language.
 */
function createLanguages(config: SiteConfig): (lang: string) => { words: Words; cards: Cards } {
  const languages = new Map(
    [...createWords(config)].map(
      ([lang, words]) => [lang, { words, cards: createCards(words, config.boot) }] as const,
    ),
  );
  return (lang) => {
    const found = languages.get(lang) ?? languages.get(config.boot.defaultLanguage);
    if (!found) throw new Error(`no texts for ${lang}`);
    return found;
  };
}
