import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { z } from 'zod';

/** EX_CONFIG of sysexits.h. Supervisors can be configured not to restart the program after this exit code. */
export const exitConfig = 78;

/** Thrown if the environment is invalid. The message is one line that names the variable and the remedy. */
export class EnvError extends Error {}

const port = z.coerce.number().int().min(0).max(65_535);
/** An origin such as "https://platform.example", without a path. */
const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) origin such as https://platform.example' })
  .refine((value) => /^https?:\/\/[^/]+\/?$/.test(value), 'must be an origin without a path')
  .transform((value) => new URL(value).origin);

/**
 * A secret. While an operator replaces the secret, the variable contains the new value, a comma and the old value. The
 * receiver accepts both values. The sender uses the new value.
 */
const replaceableSecret = z
  .string()
  .transform((text) => text.split(',').map((value) => value.trim()))
  .refine(
    (values) => values.length <= 2 && values.every((value) => value !== ''),
    'must be one value, or the new one and the one before it, separated by a comma',
  );

const shortestSessionKey = 32;
const sessionKeys = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .refine(
    (keys) => keys.every((key) => key.length >= shortestSessionKey),
    `must be keys of at least ${shortestSessionKey} characters, separated by commas`,
  );

const hostNames = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim()))
  .refine(
    (names) => names.every((name) => /^[a-z0-9][a-z0-9.-]*$/i.test(name)),
    'must be host names without ports, separated by commas',
  );

const proxyNames = new Set(['loopback', 'linklocal', 'uniquelocal']);
function isProxy(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  if (more.length > 0) return false;
  const version = isIP(address);
  if (version === 0) return bits === undefined && proxyNames.has(address);
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
/** Proxies whose X-Forwarded-For is trusted: none, a number of hops, or named addresses. */
const trustProxy = z
  .string()
  .default('false')
  .transform((text) => {
    if (text === 'false') return false;
    if (/^\d{1,2}$/.test(text)) return Number(text);
    return text.split(',').map((one) => one.trim());
  })
  .refine(
    (trusted) => (Array.isArray(trusted) ? trusted.every(isProxy) : trusted !== 0),
    'must be false, a number of hops, or addresses such as 10.0.0.0/8,2001:db8::/32',
  );
const count = (least: number, usual: number, most: number) =>
  z.coerce.number().int().min(least).max(most).default(usual);

export const Environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  OPS_PORT: port.default(9400),
  OPS_HOST: z.string().default('127.0.0.1'),
  OPS_NAMES: hostNames.optional(),
  SITE_URL: origin.optional(),
  /** Whether browsers must also use HTTPS for all subdomains of the site. */
  HSTS_SUBDOMAINS: z.enum(['on', 'off']).default('off'),
  PLATFORM_URL: origin,
  CMS_URL: origin.optional(),
  CMS_KIND: z.enum(['json', 'wordpress']).default('json'),
  /**
   * Host names of the CMS in addition to the host of `CMS_URL`. Texts of the CMS use them in links to the CMS itself.
   */
  CMS_NAMES: hostNames.optional(),
  /** The secret with which the CMS signs its notices about changed texts. If it is missing, notices are off. */
  CMS_WEBHOOK_SECRET: replaceableSecret
    .refine((values) => values.every((value) => value.length >= 32), 'must have at least 32 characters')
    .optional(),
  PLATFORM_API_KEY: replaceableSecret,
  PLATFORM_HASH: replaceableSecret,
  PLATFORM_UCID: z.string().min(1).max(64).optional(),
  PLATFORM_SIGNING: z.enum(['static', 'hmac']).default('static'),
  /**
   * Comma-separated keys. The first key encrypts sessions, and any key can decrypt them. All instances need the same
   * keys.
   */
  SESSION_KEYS: sessionKeys.optional(),
  /** URL of the Redis or Valkey server that all instances of the site share. */
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must look like redis://host:6379' }).optional(),
  PURGE_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  CDN_PURGE_URL: z.url({ protocol: /^https?$/ }).optional(),
  CDN_PURGE_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Whether pages are cached. If it is off, every request renders its page, which is useful for measurements. */
  PAGE_CACHE: z.enum(['on', 'off']).default('on'),
  /** Size of the page cache in megabytes. In addition, the data cache may use the same amount of memory. */
  CACHE_MB: z.coerce.number().int().min(8).max(4096).default(48),
  /** Number of processes that share PORT. Each process applies limits such as MAX_STREAMS separately. */
  WEB_CONCURRENCY: count(1, 1, 64),
  TRUST_PROXY: trustProxy,
  MAX_CONNECTIONS: count(1, 20_000, 1_000_000),
  /** Maximum number of open event streams, over all addresses. */
  MAX_STREAMS: count(1, 10_000, 1_000_000),
  /** Maximum number of open event streams of one public IP address. 0 means no limit. */
  MAX_STREAMS_PER_ADDRESS: count(0, 100, 1_000_000),
  /**
   * Maximum number of pages that wait to be rendered. The number of pages that are rendered at the same time is limited
   * to the number of cores.
   */
  MAX_WAITING_PAGES: count(0, 256, 10_000),
  /**
   * Maximum number of page loads per minute for one public IP address. The limit applies to pages whose URL contains a
   * date, a cursor or a draw number. It also applies to pages that no cache stores, and to CMS files that are not in
   * memory. 0 means no limit.
   */
  PAGE_LOADS_PER_MINUTE: count(0, 600, 1_000_000),
  /** Factor, in percent, by which the rate limits of calls are scaled. 0 means no limits. */
  CALL_RATE_PERCENT: count(0, 100, 1_000_000),
  /**
   * Maximum delay of the event loop in milliseconds. While the delay is longer, requests that cannot be answered from
   * memory are refused. 0 means that no request is refused.
   */
  SHED_DELAY_MS: count(0, 250, 60_000),
  /**
   * Delay of the shutdown after SIGTERM, in milliseconds. During the delay, the site reports "not ready" but still
   * accepts connections, so that a load balancer has time to stop sending requests.
   */
  SHUTDOWN_DELAY_MS: count(0, 0, 5000),
});

export interface Env {
  listen: { host: string; port: number };
  ops: { host: string; port: number; names: string[] };
  /** The public origin. Null if the site is opened only under loopback names, such as localhost. */
  siteUrl: string | null;
  hstsSubdomains: boolean;
  platform: {
    origin: string;
    apiKey: string;
    hash: string;
    ucid: string | null;
    signing: 'static' | 'hmac';
    /** Previous values of `apiKey` and `hash`. They must not appear in log lines. */
    previousSecrets: string[];
  };
  content: {
    origin: string;
    kind: 'json' | 'wordpress';
    names: string[];
    /** The secrets of notices about changed texts, the current secret first. The list is empty if notices are off. */
    webhookSecrets: string[];
  };
  /** The first key encrypts sessions, and any key can decrypt them. */
  sessionKeys: string[];
  /** The URL of Redis. It is null if the site has only one instance. */
  redisUrl: string | null;
  /** The token that authorises purges over HTTP. Null means that purges over HTTP are off. */
  purgeToken: string | null;
  cdnPurgeUrl: string | null;
  /** Bearer token for purges at the CDN. Null if the CDN requires none. */
  cdnPurgeToken: string | null;
  logLevel: string;
  pageCache: boolean;
  cacheBytes: number;
  workers: number;
  /** The value of Fastify's option `trustProxy`. */
  trustProxy: false | number | string[];
  limits: {
    connections: number;
    streams: number;
    /** Maximum number of event streams of one public IP address. 0 means that only `streams` limits their number. */
    streamsPerAddress: number;
    waitingPages: number;
    /** Limit of page loads per minute for one public IP address. 0 means no limit. */
    pageLoads: number;
    callPercent: number;
    /**
     * Delay of the event loop in milliseconds above which calls, webhooks and uncached pages are answered with 503. 0
     * means that no request is rejected because of load.
     */
    shedDelayMs: number;
  };
  shutdownDelayMs: number;
}

/**
 * Reads the environment once, at the start.
 * @throws EnvError that names the first missing or malformed variable
 */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  // Ignore empty variables, because container files set unused variables to the empty string.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0] ?? 'environment');
    throw new EnvError(
      given[name] === undefined ? `${name} is missing` : `${name} is wrong: ${issue?.message}`,
    );
  }
  const env = parsed.data;
  const [apiKey = '', ...previousApiKeys] = env.PLATFORM_API_KEY;
  const [hash = '', ...previousHashes] = env.PLATFORM_HASH;
  // On a public site, sessions must survive a restart and be valid on every instance, so fixed keys are required.
  if (env.SITE_URL !== undefined && env.SESSION_KEYS === undefined)
    throw new EnvError('SESSION_KEYS is missing: it is required with SITE_URL');
  return {
    listen: { host: env.HOST, port: env.PORT },
    ops: {
      host: env.OPS_HOST,
      port: env.OPS_PORT,
      names: [env.OPS_HOST, hostname(), ...(env.OPS_NAMES ?? [])],
    },
    siteUrl: env.SITE_URL ?? null,
    hstsSubdomains: env.HSTS_SUBDOMAINS === 'on',
    platform: {
      origin: env.PLATFORM_URL,
      apiKey,
      hash,
      ucid: env.PLATFORM_UCID ?? null,
      signing: env.PLATFORM_SIGNING,
      previousSecrets: [...previousApiKeys, ...previousHashes],
    },
    content: {
      origin: env.CMS_URL ?? env.PLATFORM_URL,
      kind: env.CMS_KIND,
      names: env.CMS_NAMES ?? [],
      webhookSecrets: env.CMS_WEBHOOK_SECRET ?? [],
    },
    sessionKeys: env.SESSION_KEYS ?? [randomBytes(32).toString('hex')],
    redisUrl: env.REDIS_URL ?? null,
    purgeToken: env.PURGE_TOKEN ?? null,
    cdnPurgeUrl: env.CDN_PURGE_URL ?? null,
    cdnPurgeToken: env.CDN_PURGE_TOKEN ?? null,
    logLevel: env.LOG_LEVEL,
    pageCache: env.PAGE_CACHE === 'on',
    cacheBytes: env.CACHE_MB * 1_048_576,
    workers: env.WEB_CONCURRENCY,
    trustProxy: env.TRUST_PROXY,
    limits: {
      connections: env.MAX_CONNECTIONS,
      streams: env.MAX_STREAMS,
      streamsPerAddress: env.MAX_STREAMS_PER_ADDRESS,
      waitingPages: env.MAX_WAITING_PAGES,
      pageLoads: env.PAGE_LOADS_PER_MINUTE,
      callPercent: env.CALL_RATE_PERCENT,
      shedDelayMs: env.SHED_DELAY_MS,
    },
    shutdownDelayMs: env.SHUTDOWN_DELAY_MS,
  };
}
