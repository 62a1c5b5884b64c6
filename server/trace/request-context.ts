import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { CacheState, RouteClass } from './answer-labels.ts';

/**
 * One request that the routes answer, or one background load. Reads, upstream calls and log lines within it carry its
 * id; a load that several requests wait for belongs to the first.
 */
export interface RequestContext {
  /** 32 hexadecimal digits: the trace id of the request if it has one, else a new one. */
  readonly id: string;
  /** W3C trace flags and state, as received. */
  readonly flags: string;
  readonly state: string | null;
  /** Set by the routes, counted and logged at the end. */
  route: RouteClass;
  /** Null: counted elsewhere already. */
  cache: CacheState | null;
}

const contexts = new AsyncLocalStorage<RequestContext>();

// A version after 00 may add fields at the end (W3C Trace Context §3.2.4); ff is none.
const traceparentShape = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const allZero = /^0+$/;
const longestState = 512;
const mostMembers = 32;
const memberShape =
  /^[a-z0-9][a-z0-9_\-*/]{0,240}(?:@[a-z][a-z0-9_\-*/]{0,13})?=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;

interface Parent {
  id: string;
  flags: string;
}

function parentOf(header: string | string[] | undefined): Parent | null {
  const match = typeof header === 'string' && header.length < 256 ? traceparentShape.exec(header) : null;
  if (!match) return null;
  const [, version, id = '', span = '', flags = '', rest] = match;
  if (allZero.test(id) || allZero.test(span) || (version === '00' && rest !== undefined)) return null;
  // Only the flag "sampled" is defined; other bits must not be passed on (§3.2.2.5).
  return { id, flags: (Number.parseInt(flags, 16) & 1).toString().padStart(2, '0') };
}

function stateOf(header: string | string[] | undefined): string | null {
  const text = Array.isArray(header) ? header.join(',') : header;
  if (text === undefined || text.length > longestState) return null;
  const members = text
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '');
  const isSane = members.length <= mostMembers && members.every((member) => memberShape.test(member));
  return isSane && members.length > 0 ? members.join(',') : null;
}

/** Pooled, because single calls to randomBytes would dominate the cost of a request. */
const pooledBytes = 4096;
let pool = Buffer.alloc(0);
let taken = 0;
function randomHex(bytes: number): string {
  if (taken + bytes > pool.length) {
    pool = randomBytes(pooledBytes);
    taken = 0;
  }
  taken += bytes;
  return pool.toString('hex', taken - bytes, taken);
}

/**
 * The context of a request, from its W3C trace headers where they are valid; nothing else is adopted from a
 * client, and this contains only hexadecimal digits.
 */
export function openContext(headers: IncomingHttpHeaders): RequestContext {
  const parent = parentOf(headers['traceparent']);
  return {
    id: parent?.id ?? randomHex(16),
    flags: parent?.flags ?? '00',
    // A tracestate is ignored without a valid traceparent (§3.3).
    state: parent ? stateOf(headers['tracestate']) : null,
    route: 'file',
    cache: 'none',
  };
}

export const runInContext = <T>(context: RequestContext, work: () => T): T => contexts.run(context, work);

/** The request under way; undefined at start and in timers. */
export const currentContext = (): RequestContext | undefined => contexts.getStore();

/**
 * Labels the answer to the request under way.
 * @param cache null: counted elsewhere already
 */
export function answeredAs(cache: CacheState | null, route?: RouteClass): void {
  const context = currentContext();
  if (!context) return;
  context.cache = cache;
  if (route !== undefined) context.route = route;
}

/** W3C trace headers for an upstream request: the trace of the request under way, or a new one, with a new span. */
export function traceHeaders(context = currentContext() ?? openContext({})): Record<string, string> {
  const span = randomHex(8);
  const traceparent = `00-${context.id}-${span}-${context.flags}`;
  return context.state === null ? { traceparent } : { traceparent, tracestate: context.state };
}
