import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import { pooledHex } from '../pooled-random.ts';
import type { CacheState, RouteClass } from './answer-labels.ts';

/**
 * The context of one request that the page cache did not answer, or of one background load. All upstream requests and
 * log lines of this request or load contain the id of the context. If several requests wait for one load, the load has
 * the context of the first request.
 */
export interface RequestContext {
  /**
   * The trace id, 32 hexadecimal digits. If the request has a valid trace id, the context adopts this id. Otherwise,
   * the id is new.
   */
  readonly id: string;
  /**
   * The W3C trace flags and state for upstream requests. They are adopted from the request if its trace headers are
   * valid.
   */
  readonly flags: string;
  readonly state: string | null;
  /** The route label for the metrics and the log. Each route sets it. */
  route: RouteClass;
  /** The cache outcome for the metrics. Null if another module has already counted the request. */
  cache: CacheState | null;
  /** The client's IP address, as the trusted proxies report it; null before it is known, and in a background load. */
  address: string | null;
}

const contexts = new AsyncLocalStorage<RequestContext>();

// A version after 00 may add fields at the end (W3C Trace Context §3.2.4). Version ff is invalid.
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
  // Pass on only the flag "sampled". The other flags are undefined and must not be passed on (§3.2.2.5).
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

/**
 * Creates the context of a request from its W3C trace headers, if they are valid. Nothing else that the client sent is
 * adopted.
 */
export function openContext(headers: IncomingHttpHeaders): RequestContext {
  const parent = parentOf(headers['traceparent']);
  return {
    id: parent?.id ?? pooledHex(32),
    flags: parent?.flags ?? '00',
    // A tracestate is ignored without a valid traceparent (§3.3).
    state: parent ? stateOf(headers['tracestate']) : null,
    route: 'file',
    cache: 'none',
    address: null,
  };
}

export const runInContext = <T>(context: RequestContext, work: () => T): T => contexts.run(context, work);

/** Returns the context of the current request, or undefined during startup and in timers. */
export const currentContext = (): RequestContext | undefined => contexts.getStore();

/**
 * Sets the labels of the current request for metrics and log.
 * @param cache null if another module has already counted the request
 */
export function answeredAs(cache: CacheState | null, route?: RouteClass): void {
  const context = currentContext();
  if (!context) return;
  context.cache = cache;
  if (route !== undefined) context.route = route;
}

/**
 * Returns W3C trace headers with a new span id for an upstream request. They continue the trace of the current request,
 * or begin a new trace.
 */
export function traceHeaders(context = currentContext() ?? openContext({})): Record<string, string> {
  const span = pooledHex(16);
  const traceparent = `00-${context.id}-${span}-${context.flags}`;
  return context.state === null ? { traceparent } : { traceparent, tracestate: context.state };
}
