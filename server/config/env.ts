import { z } from 'zod';

/** The environment could not be understood; the message is one line that names the variable and the remedy. */
export class EnvError extends Error {}

const port = z.coerce.number().int().min(0).max(65_535);
/** An origin without a path: "https://platform.example". */
const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) origin such as https://platform.example' })
  .refine((value) => /^https?:\/\/[^/]+\/?$/.test(value), 'must be an origin without a path')
  .transform((value) => new URL(value).origin);

const Environment = z.object({
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
  PLATFORM_UCID: z.string().min(1).max(64).default('golden_lotto'),
  PLATFORM_SIGNING: z.enum(['static', 'hmac']).default('static'),
  PURGE_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  CDN_PURGE_URL: z.url({ protocol: /^https?$/ }).optional(),
  CDN_PURGE_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Off: every page is made anew, for measuring. */
  PAGE_CACHE: z.enum(['on', 'off']).default('on'),
  /** Megabytes that cached pages and cached data may hold, each. */
  CACHE_MB: z.coerce.number().int().min(8).max(4096).default(48),
});

export interface Env {
  listen: { host: string; port: number };
  ops: { host: string; port: number };
  /** Where the public reaches the site, or null: any loopback name. */
  siteUrl: string | null;
  platform: { origin: string; apiKey: string; hash: string; ucid: string; signing: 'static' | 'hmac' };
  content: { origin: string; kind: 'json' | 'wordpress' };
  /** Null: nobody may purge over HTTP. */
  purgeToken: string | null;
  cdnPurgeUrl: string | null;
  /** What the CDN asks of those who purge; null: nothing. */
  cdnPurgeToken: string | null;
  logLevel: string;
  pageCache: boolean;
  cacheBytes: number;
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
  return {
    listen: { host: env.HOST, port: env.PORT },
    ops: { host: env.OPS_HOST, port: env.OPS_PORT },
    siteUrl: env.SITE_URL ?? null,
    platform: {
      origin: env.PLATFORM_URL,
      apiKey: env.PLATFORM_API_KEY,
      hash: env.PLATFORM_HASH,
      ucid: env.PLATFORM_UCID,
      signing: env.PLATFORM_SIGNING,
    },
    content: { origin: env.CMS_URL ?? env.PLATFORM_URL, kind: env.CMS_KIND },
    purgeToken: env.PURGE_TOKEN ?? null,
    cdnPurgeUrl: env.CDN_PURGE_URL ?? null,
    cdnPurgeToken: env.CDN_PURGE_TOKEN ?? null,
    logLevel: env.LOG_LEVEL,
    pageCache: env.PAGE_CACHE === 'on',
    cacheBytes: env.CACHE_MB * 1_048_576,
  };
}
