import { z } from 'zod';
import type { Log } from '../../log.ts';
import type { Transport, UpstreamResponse } from '../transport.ts';
import { UpstreamError } from '../upstream-error.ts';

export type Endpoint = 'pages' | 'posts' | 'categories' | 'media';
export type Query = Readonly<Record<string, string | number>>;

/** Reads lists of WordPress's REST API. */
export interface WordPressRest {
  /**
   * Returns all entries that match a query, at most 500. An entry that WordPress cannot send is omitted.
   * @throws UpstreamError and no other error
   */
  list(endpoint: Endpoint, query: Query, signal: AbortSignal | undefined): Promise<unknown[]>;
  /** Returns the first 100 entries that match a query, with a single request. */
  first(endpoint: Endpoint, query: Query, signal: AbortSignal | undefined): Promise<unknown[]>;
  /** Returns the entries with these ids, in any order. */
  byId(
    endpoint: Endpoint,
    ids: readonly number[],
    query: Query,
    signal: AbortSignal | undefined,
  ): Promise<unknown[]>;
}

/** WordPress sends at most 100 entries for each request. */
const pageSize = 100;
const mostPages = 5;
/** Maximum number of requests that search a list for the entries that WordPress cannot send. */
const mostSearches = 40;

const ErrorBody = z.object({ code: z.string().regex(/^[a-z0-9_]{1,64}$/) });

function codeOf(body: unknown): string | null {
  const parsed = ErrorBody.safeParse(body);
  return parsed.success ? parsed.data.code : null;
}

/**
 * Returns whether a single entry may have caused this error: an oversized entry, or an entry for which a PHP plugin
 * fails.
 */
function mayBeOneEntry(error: unknown): error is UpstreamError {
  if (!(error instanceof UpstreamError)) return false;
  return error.kind === 'too-large' || error.kind === 'bad-answer' || error.status === 500;
}

interface Part {
  entries: unknown[];
  /** Total number of pages according to WordPress's header, or null if a proxy has removed the header. */
  pages: number | null;
  /** Whether this page is known to be the last page of the list. */
  isLast: boolean;
}

interface Range {
  offset: number;
  count: number;
}

/** Returns the entries of a response. @throws UpstreamError if the response is not a list */
function partOf(endpoint: Endpoint, { status, headers, body }: UpstreamResponse): Part {
  if (status < 300 && Array.isArray(body)) {
    const stated = Number(headers['x-wp-totalpages'] ?? Number.NaN);
    const pages = Number.isInteger(stated) ? stated : null;
    return { entries: body, pages, isLast: body.length < pageSize };
  }
  if (status < 300) throw new UpstreamError('content', 'bad-answer', `${endpoint}: not a list`, { status });
  const code = codeOf(body);
  // The requested page does not exist any more, because the list has become shorter since the request for its first
  // page.
  if (code === 'rest_post_invalid_page_number') return { entries: [], pages: null, isLast: true };
  throw new UpstreamError('content', 'bad-status', `${endpoint} answered ${status}`, { status, code });
}

/**
 * Reads a range of a list again after the first request for the range failed, and omits the entries that cause the
 * failure.
 * @param isWhole whether the range is a whole page of a list
 */
async function salvage(
  range: Range,
  failure: UpstreamError,
  { read, log }: { read: (range: Range) => Promise<Part>; log: Log },
  isWhole = true,
): Promise<unknown[]> {
  const { offset, count } = range;
  if (count === 1) {
    log.warn({ err: failure, offset }, 'content item left out, because WordPress cannot send it');
    return [];
  }
  const half = Math.ceil(count / 2);
  const halves = [
    { offset, count: half },
    { offset: offset + half, count: count - half },
  ];
  const parts = await Promise.allSettled(halves.map(read));
  // The two halves of a failed list are requested to find a bad entry. If both fail, the host itself has probably failed.
  if (isWhole && failure.kind !== 'too-large' && parts.every(({ status }) => status === 'rejected'))
    throw failure;
  const found: unknown[] = [];
  for (const [index, part] of parts.entries()) {
    const inner = halves[index];
    if (part.status === 'fulfilled') found.push(...part.value.entries);
    else if (inner && mayBeOneEntry(part.reason))
      found.push(...(await salvage(inner, part.reason, { read, log }, false)));
    else throw part.reason;
  }
  return found;
}

export function createWordPressRest({
  transport,
  log,
}: {
  transport: Pick<Transport, 'send'>;
  log: Log;
}): WordPressRest {
  const request = async (
    endpoint: Endpoint,
    query: Query,
    signal: AbortSignal | undefined,
  ): Promise<Part> => {
    const texts = Object.entries(query).map(([name, value]) => [name, String(value)] as const);
    const search = new URLSearchParams(Object.fromEntries(texts));
    const answer = await transport.send({
      method: 'GET',
      path: `/wp-json/wp/v2/${endpoint}?${search}`,
      headers: () => ({ accept: 'application/json' }),
      signal,
      retry: true,
      label: endpoint,
    });
    return partOf(endpoint, answer);
  };

  const list: WordPressRest['list'] = async (endpoint, query, signal) => {
    let searches = 0;
    const readRange = ({ offset, count }: Range): Promise<Part> => {
      searches++;
      if (searches > mostSearches)
        throw new UpstreamError('content', 'bad-answer', `${endpoint}: too many entries cannot be sent`);
      return request(endpoint, { ...query, per_page: count, offset }, signal);
    };
    const readPage = async (page: number): Promise<Part> => {
      try {
        return await request(endpoint, { ...query, per_page: pageSize, page }, signal);
      } catch (error) {
        if (!mayBeOneEntry(error)) throw error;
        const range = { offset: (page - 1) * pageSize, count: pageSize };
        return { entries: await salvage(range, error, { read: readRange, log }), pages: null, isLast: false };
      }
    };
    const entries: unknown[] = [];
    let pages: number | null = null;
    let isLast = false;
    for (let page = 1; !isLast && page <= mostPages; page++) {
      const part = await readPage(page);
      entries.push(...part.entries);
      pages = part.pages ?? pages;
      isLast = pages === null ? part.isLast : page >= pages;
    }
    if (!isLast) log.warn({ endpoint, entries: entries.length }, 'content list cut off after 500 items');
    return entries;
  };

  return {
    list,
    first: async (endpoint, query, signal) =>
      (await request(endpoint, { ...query, per_page: pageSize }, signal)).entries,
    async byId(endpoint, ids, query, signal) {
      const unique = [...new Set(ids)];
      const parts: unknown[] = [];
      for (let at = 0; at < unique.length; at += pageSize) {
        const include = unique.slice(at, at + pageSize).join(',');
        parts.push(...(await list(endpoint, { ...query, include }, signal)));
      }
      return parts;
    },
  };
}
