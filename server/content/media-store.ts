import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Pool } from 'undici';
import type { TagRegistry } from '../cache/tags.ts';
import type { Log } from '../log.ts';
import { currentContext, traceHeaders } from '../trace/request-context.ts';
import { type BreakerState, createBreaker } from '../upstream/breaker.ts';
import { callerAt } from '../upstream/outage-evidence.ts';
import { errorKindOf, type UpstreamObservation } from '../upstream/transport.ts';
import { UpstreamError } from '../upstream/upstream-error.ts';
import { mediaTypeOf } from './media-type.ts';

export interface MediaFile {
  type: string;
  body: Buffer;
  etag: string;
}

export interface MediaStoreOptions {
  /** Origin of the content host. The store requests files from this origin only. */
  origin: string;
  tags: TagRegistry;
  log: Log;
  observe: (observation: UpstreamObservation) => void;
  onBreaker: (upstream: string, state: BreakerState) => void;
  limits?: Partial<MediaLimits> | undefined;
}

export interface MediaLimits {
  /**
   * Size of the largest accepted file, in bytes. WordPress scales pictures down to 2560 px, so they have about 1 MB.
   */
  fileBytes: number;
  /** Time limit for a whole file, in ms. */
  totalMs: number;
  connections: number;
  /** Maximum number of files that are loaded at the same time, including those that wait for a connection. */
  loading: number;
  /** Size of the memory cache, in bytes. */
  memoryBytes: number;
}

const defaultLimits: MediaLimits = {
  fileBytes: 5 * 1024 * 1024,
  totalMs: 10_000,
  connections: 6,
  loading: 64,
  memoryBytes: 16 * 1024 * 1024,
};

/** The purge tag of all files. */
export const mediaTag = 'media';

const upstream = 'content-files';
const freshMs = 10 * 60_000;
/**
 * Time in ms for which the store remembers that a file is missing. The time is short, because an editor may publish a
 * text before uploading the files that the text shows.
 */
const missingMs = 30_000;
const smallestEntryBytes = 512;

interface Entry {
  /** The file, or null if the content host has no such file. */
  file: MediaFile | null;
  loadedAtMs: number;
  bornAt: number;
}

/** @returns 'refused' if the content host may have the file but does not send it, for example with status 429 */
async function requestFile(
  pool: Pool,
  path: string,
  { signal, log }: { signal: AbortSignal; log: Log },
): Promise<MediaFile | 'refused' | null> {
  const { statusCode, headers, body } = await pool.request({
    method: 'GET',
    path,
    headers: { accept: 'image/*, application/pdf;q=0.5', ...traceHeaders() },
    signal,
  });
  if (statusCode !== 200) {
    // Redirects are not followed, because they could lead to another host.
    await body.dump({ limit: 65_536 });
    if (statusCode < 400 || statusCode === 404 || statusCode === 410) return null;
    if (statusCode < 500) return 'refused';
    throw new UpstreamError(upstream, 'bad-status', `a file answered ${statusCode}`, {
      status: statusCode,
    });
  }
  const bytes = Buffer.from(await body.arrayBuffer());
  const type = mediaTypeOf(bytes, headers['content-type']?.toString());
  if (type === null) {
    log.warn({ path }, 'file of the content host refused, because its type is not allowed');
    return null;
  }
  return { type, body: bytes, etag: `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"` };
}

export type MediaStore = ReturnType<typeof createMediaStore>;

/**
 * Loads files of the content host and keeps the most recently used files in memory. Browsers and the CDN keep each file
 * for a year, so a small memory cache is enough. Requests for the same file share one load.
 */
export function createMediaStore({ origin, tags, log, observe, onBreaker, ...options }: MediaStoreOptions) {
  const limits = { ...defaultLimits, ...options.limits };
  const pool = new Pool(origin, {
    connections: limits.connections,
    pipelining: 1,
    maxResponseSize: limits.fileBytes,
    // Turn off the timeouts of headers and body, because the abort signal limits the whole request.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const breaker = createBreaker(upstream, (state) => {
    log.warn({ upstream, state }, 'circuit breaker changed state');
    onBreaker(upstream, state);
  });
  const entries = new LRUCache<string, Entry>({
    maxSize: limits.memoryBytes,
    sizeCalculation: ({ file }) => Math.max(smallestEntryBytes, file?.body.length ?? 0),
  });
  const loads = new Map<string, Promise<MediaFile | null>>();

  /** Requests a file once and records the outcome for the metrics. @throws UpstreamError and no other error */
  const attempt = async (path: string): Promise<MediaFile | 'refused' | null> => {
    const startedAt = performance.now();
    const signal = AbortSignal.timeout(limits.totalMs);
    let outcome: UpstreamObservation['outcome'] = 'ok';
    try {
      return await requestFile(pool, path, { signal, log });
    } catch (error) {
      const kind = signal.aborted ? 'timeout' : errorKindOf(error);
      const failure =
        error instanceof UpstreamError
          ? error
          : new UpstreamError(upstream, kind, `a file: ${kind}`, { cause: error });
      outcome = failure.kind;
      throw failure;
    } finally {
      observe({ upstream, label: 'file', outcome, seconds: (performance.now() - startedAt) / 1000 });
    }
  };

  const known = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    if (entry && tags.since(entry.bornAt, [mediaTag]) === 'hard') entries.delete(key);
    return entries.peek(key);
  };
  const load = async (key: string, path: string): Promise<MediaFile | null> => {
    const bornAt = tags.version;
    const address = currentContext()?.address ?? null;
    const caller = address === null ? { address: path, name: path } : callerAt(address);
    const answer = await breaker.run(caller, () => attempt(path));
    const file = answer === 'refused' ? (known(key)?.file ?? null) : answer;
    entries.set(key, { file, loadedAtMs: Date.now(), bornAt });
    return file;
  };

  const isFresh = ({ file, loadedAtMs, bornAt }: Entry): boolean =>
    Date.now() - loadedAtMs < (file ? freshMs : missingMs) && tags.since(bornAt, [mediaTag]) === 'no';

  return {
    /** Returns a file from memory, or undefined if it must be loaded. */
    inMemory(path: string, version: string | null): MediaFile | null | undefined {
      const entry = known(`${path}?${version}`);
      return entry && isFresh(entry) ? entry.file : undefined;
    },

    /**
     * @returns null if the content host has no such file, or if the file is neither a picture nor a PDF document
     * @throws UpstreamError if the file cannot be loaded and no older copy is left
     */
    async load(path: string, version: string | null): Promise<MediaFile | null> {
      const key = `${path}?${version}`;
      let loading = loads.get(key);
      if (!loading) {
        if (loads.size >= limits.loading)
          throw new UpstreamError(upstream, 'queue', 'too many files are loading');
        loading = load(key, path).finally(() => loads.delete(key));
        loads.set(key, loading);
      }
      try {
        return await loading;
      } catch (error) {
        const older = known(key);
        if (older?.file) return older.file;
        throw error;
      }
    },

    close: () => pool.destroy(),
  };
}
