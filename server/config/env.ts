import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { z } from 'zod';

/** EX_CONFIG of sysexits.h: a supervisor need not try again. */
export const exitConfig = 78;

/** The environment could not be understood; the message is one line that names the variable and the remedy. */
export class EnvError extends Error {}

const port = z.coerce.number().int().min(0).max(65_535);
/** An origin without a path: "https://platform.example". */
const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) origin such as https://platform.example' })
  .refine((value) => /^https?:\/\/[^/]+\/?$/.test(value), 'must be an origin without a path')
  .transform((value) => new URL(value).origin);

const shortestSessionKey = 32;
const sessionKeys = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .refine(
    (keys) => keys.every((key) => key.length >= shortestSessionKey),
    `must be keys of at least ${shortestSessionKey} characters, separated by commas`,
  );

const proxyNames = new Set(['loopback', 'linklocal', 'uniquelocal']);
function isProxy(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  if (more.length > 0) return false;
  const version = isIP(address);
  if (version === 0) return bits === undefined && proxyNames.has(address);
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
/** Whose X-Forwarded-For is believed: nobody's, that of so many hops, or that of named addresses. */
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

/** Every variable that the site reads. */
export const Environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  OPS_PORT: port.default(9400),
  OPS_HOST: z.string().default('127.0.0.1'),
  SITE_URL: origin.optional(),
  PLATFORM_URL: origin,
  CMS_URL: origin.optional(),
  CMS_KIND: z.enum(['json', 'wordpress']).default('json'),
  PLATFORM_API_KEY: z.string().min(1),
  PLATFORM_HASH: z.string().min(1),
  PLATFORM_UCID: z.string().min(1).max(64).optional(),
  PLATFORM_SIGNING: z.enum(['static', 'hmac']).default('static'),
  /** Comma-separated: the first seals, all open; the same for all instances. */
  SESSION_KEYS: sessionKeys.optional(),
  /** Redis or Valkey, shared by all instances of the site. */
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must look like redis://host:6379' }).optional(),
  PURGE_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  CDN_PURGE_URL: z.url({ protocol: /^https?$/ }).optional(),
  CDN_PURGE_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Off: every page is made anew, for measuring. */
  PAGE_CACHE: z.enum(['on', 'off']).default('on'),
  /** Megabytes that cached pages and cached data may hold, each. */
  CACHE_MB: z.coerce.number().int().min(8).max(4096).default(48),
  /** Processes that share PORT; what is limited below is limited for each of them. */
  WEB_CONCURRENCY: count(1, 1, 64),
  TRUST_PROXY: trustProxy,
  MAX_CONNECTIONS: count(1, 20_000, 1_000_000),
  /** Open streams of results, in all and for one public address; 0: no bound for an address. */
  MAX_STREAMS: count(1, 10_000, 1_000_000),
  MAX_STREAMS_PER_ADDRESS: count(0, 100, 1_000_000),
  /** Pages that may wait for their turn to be rendered, as many at once as there are cores. */
  MAX_WAITING_PAGES: count(0, 256, 10_000),
  /** Pages of dates, cursors and draw numbers that one public address can have made in a minute; 0: without end. */
  PAGE_LOADS_PER_MINUTE: count(0, 600, 1_000_000),
  /** Of the usual number of calls in a minute, for one public address and for one player; 0: without end. */
  CALL_RATE_PERCENT: count(0, 100, 1_000_000),
  /** What is not in memory is turned away while the event loop is late by more than this; 0: never. */
  SHED_DELAY_MS: count(0, 250, 60_000),
  /** After SIGTERM, between "not ready" and the end of new connections: for a balancer to notice. */
  SHUTDOWN_DELAY_MS: count(0, 0, 5000),
});

export interface Env {
  listen: { host: string; port: number };
  ops: { host: string; port: number };
  /** Where the public reaches the site, or null: any loopback name. */
  siteUrl: string | null;
  platform: { origin: string; apiKey: string; hash: string; ucid: string | null; signing: 'static' | 'hmac' };
  content: { origin: string; kind: 'json' | 'wordpress' };
  /** The first seals sessions, all open them. */
  sessionKeys: string[];
  /** Null: this instance is the only one, or stands alone. */
  redisUrl: string | null;
  /** Null: nobody may purge over HTTP. */
  purgeToken: string | null;
  cdnPurgeUrl: string | null;
  /** What the CDN asks of those who purge; null: nothing. */
  cdnPurgeToken: string | null;
  logLevel: string;
  pageCache: boolean;
  cacheBytes: number;
  workers: number;
  /** As Fastify takes it. */
  trustProxy: false | number | string[];
  limits: {
    connections: number;
    streams: number;
    /** 0: as many as there are streams. */
    streamsPerAddress: number;
    /** For their turn to be rendered. */
    waitingPages: number;
    /** In a minute, for one public address; 0: without end. */
    pageLoads: number;
    /** Of the usual number of calls; 0: without end. */
    callPercent: number;
    /** 0: nothing is turned away. */
    shedDelayMs: number;
  };
  shutdownDelayMs: number;
}

/**
 * Reads the environment once, at start.
 * @throws EnvError naming the first missing or malformed variable.
 */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  // An empty variable is an unset one, as container files write it.
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
  // Where the public comes, sessions outlast this process and are known to its neighbours.
  if (env.SITE_URL !== undefined && env.SESSION_KEYS === undefined)
    throw new EnvError('SESSION_KEYS is missing: with SITE_URL it must be stated');
  return {
    listen: { host: env.HOST, port: env.PORT },
    ops: { host: env.OPS_HOST, port: env.OPS_PORT },
    siteUrl: env.SITE_URL ?? null,
    platform: {
      origin: env.PLATFORM_URL,
      apiKey: env.PLATFORM_API_KEY,
      hash: env.PLATFORM_HASH,
      ucid: env.PLATFORM_UCID ?? null,
      signing: env.PLATFORM_SIGNING,
    },
    content: { origin: env.CMS_URL ?? env.PLATFORM_URL, kind: env.CMS_KIND },
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
