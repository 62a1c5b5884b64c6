import type { Env } from '../config/env.ts';
import type { BootConfig } from '../config/site-config.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../ops/metrics.ts';
import { type ContentClient, createContentClient } from './content-client.ts';
import { createPlatformClient, type PlatformClient } from './platform-client.ts';
import { createTransport, type Transport, type TransportOptions } from './transport.ts';

/**
 * The clients with which the site makes API calls to the platform and reads the content host. Each has separate
 * connections and a separate circuit breaker, so that the requests of one client cannot delay those of another.
 */
export interface Upstreams {
  /** Platform client for the reads that the site makes while it loads a page. */
  platform: PlatformClient;
  /** Platform client for the read calls of visitors. */
  visitorReads: PlatformClient;
  playerCalls: Transport;
  visitorCalls: Transport;
  content: ContentClient;
}

/**
 * Maximum number of connections to the platform for visitors' reads. The platform's database pool is larger, so a
 * visitor who requests many different ranges of days cannot occupy the whole pool.
 */
const visitorReadConnections = 8;

export function createUpstreams(
  env: Env,
  {
    ucid,
    boot,
    log,
    metrics,
  }: { ucid: string; boot: BootConfig; log: Log; metrics: Pick<Metrics, 'upstream' | 'breaker'> },
): Upstreams {
  const upstream: Pick<TransportOptions, 'log' | 'observe' | 'onBreaker'> = {
    log,
    observe: (observation) => metrics.upstream(observation),
    onBreaker: (name, state) => metrics.breaker(name, state),
  };
  const { origin } = env.platform;
  const { runtimePages, defaultLanguage } = boot;
  const client = { ...upstream, ...env.platform, ucid };
  return {
    platform: createPlatformClient({ ...client, name: 'platform' }),
    visitorReads: createPlatformClient({
      ...client,
      name: 'platform-reads',
      limits: { connections: visitorReadConnections },
    }),
    playerCalls: createTransport({ ...upstream, name: 'platform-calls', origin }),
    visitorCalls: createTransport({ ...upstream, name: 'platform-visitors', origin }),
    content: createContentClient({
      ...upstream,
      ...env.content,
      lists: {
        games: runtimePages.games.list,
        blogs: runtimePages.blogs.list,
        promotions: runtimePages.promotions.list,
      },
      defaultLanguage,
      credentials: env.content.origin === origin ? env.platform : null,
    }),
  };
}
