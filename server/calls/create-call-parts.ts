import type { DataCache } from '../cache/data-cache.ts';
import { createReads } from '../cache/reads.ts';
import type { Env } from '../config/env.ts';
import type { SiteConfig } from '../config/site-config.ts';
import type { ContentHost } from '../content/content-host.ts';
import { createContentParts } from '../content/content-parts.ts';
import type { MenuTexts } from '../content/menu-texts.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../ops/metrics.ts';
import { type CallReads, createCallReads } from '../reads/call-reads.ts';
import type { ContentReads } from '../reads/content-reads.ts';
import { createSessionCookies, type SessionCookies } from '../session/session-cookies.ts';
import type { Instances } from '../shared-tier/join-instances.ts';
import { createSendCall } from '../upstream/send-call.ts';
import type { Upstreams } from '../upstream/upstreams.ts';
import { type CallRates, createCallRates } from './call-rates.ts';
import { type Calls, createCalls } from './make-call.ts';

export interface CallParts {
  sessions: SessionCookies;
  callRates: CallRates;
  callReads: CallReads;
  contentReads: ContentReads;
  menuTexts: MenuTexts;
  calls: Calls;
}

export interface CallPartsOptions {
  env: Env;
  config: SiteConfig;
  /** Customer code, sent with every call. */
  ucid: string;
  upstreams: Upstreams;
  contentHost: ContentHost;
  dataCache: DataCache;
  rateLimit: Instances['rateLimit'];
  metrics: Pick<Metrics, 'shed'>;
  log: Log;
  nowMs: () => number;
}

/** Creates the parts that make the calls of players and visitors, and the parts that read cached data. */
export function createCallParts(options: CallPartsOptions): CallParts {
  const { env, config, ucid, upstreams, contentHost, dataCache, rateLimit, metrics, log, nowMs } = options;
  const sessions = createSessionCookies({ secrets: env.sessionKeys, siteUrl: env.siteUrl, nowMs });
  const callRates = createCallRates(rateLimit, env.limits.callPercent);
  const createCallersReads = (signal?: AbortSignal) => createReads(dataCache, nowMs, { signal });
  const { contentReads, menuTexts, callReads, searching } = createContentParts({
    content: upstreams.content,
    contentHost,
    kind: env.content.kind,
    config,
    platformReads: createCallReads({
      platform: upstreams.platform,
      visitors: upstreams.visitorReads,
      timeZone: config.boot.timeZone,
      nowMs,
    }),
    createReads: createCallersReads,
    log,
  });
  const calls = createCalls({
    callRates,
    sendCall: searching(createSendCall(upstreams.playerCalls, { ...env.platform, ucid })),
    sendVisitorsCall: searching(createSendCall(upstreams.visitorCalls, { ...env.platform, ucid })),
    callReads,
    createReads: createCallersReads,
    sessions,
    config,
    onRateLimited: () => metrics.shed('calls'),
    log,
    nowMs,
  });
  return { sessions, callRates, callReads, contentReads, menuTexts, calls };
}
