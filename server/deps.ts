import path from 'node:path';
import type { Logger } from 'pino';
import { type CdnPurge, createCdnPurge } from './cache/cdn-purge.ts';
import { createDataCache, type DataCache, type ReadWish } from './cache/data-cache.ts';
import { createPageCache, type PageCache } from './cache/page-cache.ts';
import { createPurge, type Purge, type PurgeBus } from './cache/purge.ts';
import { createReads, type Reads } from './cache/reads.ts';
import { createTagRegistry, type TagRegistry } from './cache/tags.ts';
import { type CallRates, createCallRates } from './calls/call-rates.ts';
import { type Calls, createCalls, type MakeCall } from './calls/make-call.ts';
import type { Env } from './config/env.ts';
import { projectRoot } from './config/project-root.ts';
import { readSiteConfig, type SiteConfig } from './config/site-config.ts';
import { createHub, type Hub } from './live/hub.ts';
import { createLog, secretsOf } from './ops/log.ts';
import { createMetrics, type Metrics } from './ops/metrics.ts';
import { type Cards, createCards } from './pages/cards.ts';
import { createWords, type Words } from './pages/words.ts';
import { type CallReads, createCallReads } from './reads/call-reads.ts';
import { type ClientBuild, loadClientBuild } from './render/client-build.ts';
import { type RawHeaders, securityHeaders } from './render/security-headers.ts';
import { createSessionCookies, type SessionCookies } from './session/session-cookies.ts';
import { joinInstances } from './shared-tier/join-instances.ts';
import type { RateLimit } from './shared-tier/rate-limits.ts';
import type { SharedTier } from './shared-tier/shared-tier.ts';
import { type ContentClient, createContentClient } from './upstream/content-client.ts';
import { createPlatformClient, type PlatformClient } from './upstream/platform-client.ts';
import { createSendCall } from './upstream/send-call.ts';
import { createTransport, type TransportOptions } from './upstream/transport.ts';

/** What the program is made of, made in one place; tests replace parts. */
export interface Deps {
  env: Env;
  config: SiteConfig;
  log: Logger;
  clock: { now(): Date };
  wordsOf(lang: string): Words;
  cardsOf(lang: string): Cards;
  client: ClientBuild;
  /** Carried by every answer. */
  headers: RawHeaders;
  /** What was purged, and when. */
  tags: TagRegistry;
  dataCache: DataCache;
  pageCache: PageCache;
  createReads(wish?: ReadWish): Reads;
  platform: PlatformClient;
  callReads: CallReads;
  content: ContentClient;
  sessions: SessionCookies;
  callRates: CallRates;
  /** Every call of the contract, for the player or visitor who sent a request. */
  makeCall: MakeCall;
  /** The two steps of `makeCall`, for a request that is refused before its body is read. */
  calls: Calls;
  metrics: Metrics;
  cdn: CdnPurge;
  purge: Purge;
  /** The other instances of this site. */
  shared: SharedTier;
  /** Pages that one address can have made for it, of addresses that anyone can make up; null: without end. */
  pageLoads: RateLimit | null;
  hub: Hub;
  /** Number of the newest published draw that this process has heard of, by game. */
  newestDraws: Map<string, number>;
  /** Ready: the menu's pages are in memory. Stopping: each answer is the last of its connection. */
  state: { ready: boolean; stopping: boolean };
  close(): Promise<void>;
}

export type Overrides = Partial<Pick<Deps, 'config' | 'clock' | 'client' | 'log' | 'cdn'>> & {
  /** Takes purges to the other workers of this instance. */
  bus?: PurgeBus | undefined;
};

/**
 * @throws SiteConfigError where `config/` is wrong, and Error where the client was not built
 */
export async function createDeps(env: Env, overrides: Overrides = {}): Promise<Deps> {
  const config = overrides.config ?? readSiteConfig(path.join(projectRoot, 'config'));
  const log = overrides.log ?? createLog({ level: env.logLevel, secrets: secretsOf(env) });
  const clock = overrides.clock ?? { now: () => new Date() };
  const client = overrides.client ?? (await loadClientBuild(path.join(projectRoot, 'dist')));
  const nowMs = () => clock.now().getTime();
  const metrics = createMetrics();
  const tags = createTagRegistry();
  const headers = securityHeaders(env.siteUrl, env.content.origin);
  const { apiKey, hash } = env.platform;
  const ucid = env.platform.ucid ?? config.boot.customerCode;
  const instances = await joinInstances({
    redisUrl: env.redisUrl,
    ucid,
    buildId: client.id,
    secret: hash,
    log,
    metrics,
    nowMs,
    onPurge: (note) => purge.fromPeer(note),
    onGap: () => tags.purgeAll(),
  });
  const { tier: shared } = instances;
  const dataCache = createDataCache({
    shared,
    maxBytes: env.cacheBytes,
    tags,
    log,
    timeZone: config.boot.timeZone,
    count: (event) => metrics.dataCache(event),
    nowMs,
  });
  const pageCache = createPageCache({
    maxBytes: env.cacheBytes,
    tags,
    log,
    nowMs,
    rendersWaiting: env.limits.waitingPages,
  });
  const upstream: Pick<TransportOptions, 'log' | 'observe' | 'onBreaker'> = {
    log,
    observe: (observation) => metrics.upstream(observation),
    onBreaker: (name, state) => metrics.breaker(name, state),
  };
  const platform = createPlatformClient({ ...upstream, ...env.platform, ucid });
  // Apart from reads: a failing call opens no breaker of the public pages and takes none of their connections.
  const playerCalls = createTransport({ ...upstream, name: 'platform-calls', origin: env.platform.origin });
  const content = createContentClient({ ...upstream, ...env.content, apiKey, hash });
  const cdn = overrides.cdn ?? createCdnPurge({ url: env.cdnPurgeUrl, token: env.cdnPurgeToken, log });
  const languages = new Map(
    [...createWords(config)].map(
      ([lang, words]) => [lang, { words, cards: createCards(words, config.boot) }] as const,
    ),
  );
  const spoken = (lang: string) => {
    const found = languages.get(lang) ?? languages.get(config.boot.defaultLanguage);
    if (!found) throw new Error(`no words for ${lang}`);
    return found;
  };
  const purge = createPurge({
    tags,
    cdn,
    metrics,
    nowMs,
    // Workers after Redis: what they read there from then on is no older than the purge.
    bus: { announce: (note) => void shared.announce(note).then(() => overrides.bus?.announce(note)) },
  });
  const newestDraws = new Map<string, number>();
  const hub = createHub({
    hello: () => ({ now: clock.now().toISOString(), draws: Object.fromEntries(newestDraws) }),
    headers,
    maxStreams: env.limits.streams,
    maxStreamsPerAddress: env.limits.streamsPerAddress,
    onRefused: (reason) => metrics.streamRefused(reason),
  });
  metrics.watch({
    name: 'open_streams',
    help: 'Browsers that hear of results',
    kind: 'gauge',
    read: () => hub.streams,
  });
  metrics.watch({
    name: 'renders_waiting',
    help: 'Pages that wait for their turn to be rendered',
    kind: 'gauge',
    read: () => pageCache.waiting,
  });
  metrics.watch({
    name: 'cache_bytes',
    help: 'Bytes held in memory',
    kind: 'gauge',
    label: 'cache',
    read: () => ({ data: dataCache.bytes, pages: pageCache.bytes }),
  });
  metrics.watch({
    name: 'cache_entries',
    help: 'Entries held in memory',
    kind: 'gauge',
    label: 'cache',
    read: () => ({ data: dataCache.entries, pages: pageCache.entries }),
  });
  metrics.watch({
    name: 'cache_limit_bytes',
    help: 'Bytes that may be held in memory',
    kind: 'gauge',
    label: 'cache',
    read: () => ({ data: env.cacheBytes, pages: env.cacheBytes }),
  });
  const sessions = createSessionCookies({ secrets: env.sessionKeys, siteUrl: env.siteUrl, nowMs });
  const callRates = createCallRates((limit) => instances.rateLimit(limit), env.limits.callPercent);
  const callReads = createCallReads({ platform, timeZone: config.boot.timeZone, nowMs });
  const calls = createCalls({
    callRates,
    sendCall: createSendCall(playerCalls, { ...env.platform, ucid }),
    callReads,
    createReads: (asker) => createReads(dataCache, nowMs, { asker }),
    sessions,
    config,
    onRateLimited: () => metrics.shed('calls'),
    log,
    nowMs,
  });

  return {
    env,
    config,
    log,
    clock,
    client,
    headers,
    tags,
    dataCache,
    pageCache,
    platform,
    callReads,
    content,
    sessions,
    callRates,
    makeCall: calls.makeCall,
    calls,
    metrics,
    cdn,
    hub,
    wordsOf: (lang) => spoken(lang).words,
    cardsOf: (lang) => spoken(lang).cards,
    createReads: (wish) => createReads(dataCache, nowMs, wish),
    purge,
    shared,
    pageLoads:
      env.limits.pageLoads === 0
        ? null
        : instances.rateLimit({ name: 'page', points: env.limits.pageLoads, seconds: 60 }),
    newestDraws,
    state: { ready: false, stopping: false },
    async close() {
      hub.close();
      cdn.close();
      await shared.close();
      await Promise.all([platform.close(), content.close(), playerCalls.close()]);
    },
  };
}
