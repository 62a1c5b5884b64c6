import { type Bindings, type ChildLoggerOptions, type DestinationStream, type Logger, pino } from 'pino';
import type { Env } from '../config/env.ts';
import { currentContext } from '../trace/request-context.ts';

export interface LogOptions {
  level: string;
  /** Keys, tokens and passwords that no line may contain. */
  secrets: readonly (string | null)[];
  /** Destination of the lines. The default is standard output. */
  destination?: DestinationStream | undefined;
  /** Fields that are added to every line. */
  base?: Record<string, unknown> | undefined;
}

const hidden = '[redacted]';
/** Names of secret or personal fields. The comparison ignores case, dashes and underscores. */
const secretNames =
  /^(?:proxy)?authorization$|cookie|apikey|^x?hash$|signature|passw|^pin$|otp|token|secret|credential|session(?:id|key)?s?$|^(?:remote)?(?:address|ip)$|^ipaddress$|forwarded|^(?:request|response)?body$|^payload$|^e?mail$|email|mobile|phone|^query$|^search$/;
const addressNames = /^(?:key|url|path|uri|href|referr?er)$/;
const deepest = 6;
const mostItems = 50;
const longestText = 4000;
/** Secrets with fewer characters than this are not redacted, because their text occurs in many lines by chance. */
const shortestSecret = 6;

/**
 * Removes personal data from a URL or a data cache key that will be logged. A URL loses its query. A data cache key
 * keeps only the name of the call.
 */
function withoutValues(text: string): string {
  const name = /^\{"(?:call|content)":"[^"]*"/.exec(text)?.[0];
  return name === undefined ? (text.split('?')[0] ?? '') : `${name}…}`;
}

const asIs = (value: unknown): unknown => value;

/** The fields of an error that are logged in addition to type, message and stack. All other fields are dropped. */
const errorFields = ['code', 'kind', 'status', 'statusCode', 'upstream', 'syscall'] as const;

function plainError(error: Error, depth: number): Record<string, unknown> {
  const fields: Record<string, unknown> = {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack,
  };
  for (const name of errorFields) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === 'string' || typeof value === 'number') fields[name] = value;
  }
  if (error.cause !== undefined && depth < deepest) fields['cause'] = safe(error.cause, depth + 1);
  if (error instanceof AggregateError && depth < deepest)
    fields['errors'] = error.errors.slice(0, mostItems).map((one) => safe(one, depth + 1));
  return fields;
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

function safe(value: unknown, depth: number): unknown {
  if (typeof value === 'string')
    return value.length > longestText ? `${value.slice(0, longestText)}…` : value;
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return plainError(value, depth);
  if (value instanceof Date) return value;
  if (depth >= deepest) return '[deeper]';
  if (Array.isArray(value)) return value.slice(0, mostItems).map((item) => safe(item, depth + 1));
  // Log only the class name of requests, responses, sockets and buffers, because their fields may be secret.
  if (!isPlain(value)) return `[${value.constructor.name}]`;
  return safeFields(value, depth);
}

function safeFields(fields: object, depth: number): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields).slice(0, mostItems)) {
    const plainName = name.toLowerCase().replaceAll(/[-_]/g, '');
    if (secretNames.test(plainName)) kept[name] = hidden;
    else if (typeof value === 'string' && addressNames.test(plainName)) kept[name] = withoutValues(value);
    else kept[name] = safe(value, depth + 1);
  }
  return kept;
}

/** Returns all configured secrets. No log line may contain them. */
export const secretsOf = ({
  platform,
  content,
  sessionKeys,
  purgeToken,
  cdnPurgeToken,
  redisUrl,
}: Env): (string | null)[] => [
  platform.apiKey,
  platform.hash,
  ...platform.previousSecrets,
  ...content.webhookSecrets,
  ...sessionKeys,
  purgeToken,
  cdnPurgeToken,
  redisUrl === null ? null : decodeURIComponent(new URL(redisUrl).password),
];

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Creates a function that removes the given secrets from a text, even if they are escaped for JSON or URLs. */
export function createScrubber(secrets: readonly (string | null)[]): (text: string) => string {
  const forms = secrets
    .filter((secret): secret is string => secret !== null && secret.length >= shortestSecret)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
    .sort((one, other) => other.length - one.length);
  // Also match credentials that are not configured: those after `Bearer` or `Basic`, and those before the host of a
  // URL.
  const patterns = [...new Set(forms)].map(escaped);
  patterns.push('(?<=\\b(?:Bearer|Basic) )[A-Za-z0-9._~+/=-]{6,}', '(?<=://)[^/\\s"@]+(?=@)');
  const pattern = new RegExp(patterns.join('|'), 'g');
  return (text) => text.replace(pattern, hidden);
}

/**
 * Creates a log of JSON lines. Fields with secret or personal names are redacted at any depth. Errors are reduced to
 * harmless fields, and configured secrets are removed from the finished line. A line that belongs to a request contains
 * the request's id as `reqId`.
 */
export function createLog({ level, secrets, destination, base = { program: 'site' } }: LogOptions): Logger {
  const scrub = createScrubber(secrets);
  const log: Logger = pino(
    {
      level,
      base,
      mixin: () => {
        const id = currentContext()?.id;
        return id === undefined ? {} : { reqId: id };
      },
      // `safeFields` runs before the serializers, so that the serializers receive only safe values.
      formatters: { log: (fields) => safeFields(fields, 0) },
      serializers: { err: asIs, req: asIs, res: asIs },
      hooks: { streamWrite: scrub },
    },
    ...(destination ? [destination] : []),
  );
  // Wrap `child`, because the bindings of a child logger bypass the formatter.
  const make = Object.getPrototypeOf(log).child;
  return Object.assign(log, {
    child(this: Logger, bindings: Bindings, options?: ChildLoggerOptions): Logger {
      return Reflect.apply(make, this, [safeFields(bindings, 0), options]);
    },
  });
}
