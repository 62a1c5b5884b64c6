import { nextMidnight } from '../../shared/domain/site-time.ts';
import type { Log } from '../log.ts';
import type { SharedValue } from '../shared-tier/shared-read.ts';
import { type SharedTier, singleInstance } from '../shared-tier/shared-tier.ts';
import { createAgedCache } from './aged-cache.ts';
import { type Age, type CacheOutcome, type Copy, copyBytes, type Loaded } from './aged-copy.ts';
import { type Lifetime, lifetimeUntil, type Policy } from './lifetime.ts';
import { createSegmentedStore } from './segmented-store.ts';
import type { TagRegistry } from './tags.ts';

/** A part of a key. Keys consist of named parts instead of one joined string, because joined strings can collide. */
export type KeyPart = string | number | boolean | null | undefined | readonly KeyPart[] | KeyParts;
export interface KeyParts {
  readonly [name: string]: KeyPart;
}

export interface ReadSpec<T> {
  key: KeyParts;
  policy: Policy;
  /**
   * The tags of the value. If the value is a list, its tags stand for the whole list. The items have no tags of their
   * own.
   */
  tags: readonly string[];
  load(signal: AbortSignal): Promise<T>;
  /**
   * An instant in ms after which the value is not fresh, such as the next draw's start. In addition, freshness always
   * ends at the site's midnight.
   */
  notAfterMs?: number | null | undefined | ((value: T) => number | null | undefined);
  /** Returns the bytes that the value takes in memory. The default is twice the length of its JSON. */
  size?: ((value: T) => number) | undefined;
}

export interface CachedRead<T> extends Lifetime {
  value: T;
  age: Age;
  tags: readonly string[];
}

export interface ReadOptions {
  /** Aborts when the last client that waits for this read disconnects. */
  signal?: AbortSignal | undefined;
  /** Whether to wait for fresh data instead of returning stale data. */
  fresh?: boolean | undefined;
}

export type DataCacheEvent = 'hit' | 'stale' | 'stale-if-error' | 'load' | 'collapsed' | 'failed';

export interface DataCacheOptions {
  maxBytes: number;
  tags: TagRegistry;
  log: Log;
  /** The IANA time zone of the site. Freshness ends at midnight in this zone. */
  timeZone: string;
  count?: ((event: DataCacheEvent) => void) | undefined;
  nowMs?: (() => number) | undefined;
  /** The cache that all instances share. Another instance may have stored the value there. */
  shared?: Pick<SharedTier, 'read'> | undefined;
  /** The time in ms after which a load counts as failed. */
  loadLimitMs?: number | undefined;
  patienceMs?: number | undefined;
}

export type DataCache = ReturnType<typeof createDataCache>;

const isList = (parts: KeyPart): parts is readonly KeyPart[] => Array.isArray(parts);

/**
 * Serialises a key so that different keys have different texts. Names are sorted, texts are quoted, and undefined parts
 * are omitted.
 */
export function keyOf(parts: KeyPart): string {
  if (isList(parts)) return `[${parts.map(keyOf).join(',')}]`;
  if (typeof parts === 'number' && !Number.isFinite(parts)) return String(parts);
  if (parts === null || typeof parts !== 'object') return JSON.stringify(parts) ?? 'undefined';
  let text = '';
  for (const name of Object.keys(parts).sort()) {
    const value = parts[name];
    if (value !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${keyOf(value)}`;
  }
  return `{${text}}`;
}

const jsonBytes = (value: unknown): number => (JSON.stringify(value)?.length ?? 0) * 2;

/**
 * Caches upstream responses in a limited number of bytes. createAgedCache describes when a value is fresh or stale. All
 * callers share the cached values, so callers must never modify a value.
 */
export function createDataCache(options: DataCacheOptions) {
  const { log, timeZone, count = () => undefined, nowMs = Date.now, shared = singleInstance } = options;
  const store = createSegmentedStore<Copy<unknown>>(options.maxBytes, copyBytes);
  const copies = createAgedCache(store, { ...options, name: 'data', nowMs });

  const bordersOf = ({ notAfterMs }: ReadSpec<unknown>, value: unknown, loadedAtMs: number): number[] => {
    const border = typeof notAfterMs === 'function' ? notAfterMs(value) : notAfterMs;
    const midnight = nextMidnight(timeZone, new Date(loadedAtMs)).getTime();
    return typeof border === 'number' ? [border, midnight] : [midnight];
  };

  const ask = async (spec: ReadSpec<unknown>, signal: AbortSignal): Promise<SharedValue> => {
    count('load');
    // Count freshness from the time of the request, because the data may change before the response arrives.
    const askedAtMs = nowMs();
    const value = await spec.load(signal);
    return { value, life: lifetimeUntil(spec.policy, askedAtMs, bordersOf(spec, value, askedAtMs)) };
  };

  const work = async (
    spec: ReadSpec<unknown>,
    key: string,
    signal: AbortSignal,
  ): Promise<Loaded<unknown>> => {
    try {
      const { tags } = spec;
      const { value, life, failure } = await shared.read({ key, tags, signal }, () => ask(spec, signal));
      const loaded = { value, life, tags, bytes: spec.size?.(value) ?? jsonBytes(value) };
      if (!failure) return loaded;
      const own = copies.standIn(key);
      if (own && own.life.expiresAtMs >= life.expiresAtMs) throw failure;
      return { ...loaded, flaw: 'failing' };
    } catch (error) {
      count('failed');
      throw error;
    }
  };

  const answerOf = ({ copy, age, collapsed }: CacheOutcome<unknown>): CachedRead<unknown> => {
    if (collapsed) count('collapsed');
    if (age === 'stale-if-error') count(age);
    return { value: copy.value, age, tags: copy.tags, ...copy.life };
  };

  /**
   * Returns the value of a key. A fresh value is returned from memory. A value that became stale at most
   * `staleWhileRevalidateMs` ago is also returned from memory, while one background load replaces it. Otherwise, one
   * load serves all concurrent reads of the key.
   * @throws the error of `load`, or LoadAbandoned, if there is no older value
   */
  function read<T>(spec: ReadSpec<T>, readOptions?: ReadOptions): Promise<CachedRead<T>>;
  // The declared overload of `read` casts the value to T without a check. The cast is safe, because the key determines
  // the type of the value.
  async function read(
    spec: ReadSpec<unknown>,
    { signal: clientGone, fresh = false }: ReadOptions = {},
  ): Promise<CachedRead<unknown>> {
    const key = keyOf(spec.key);
    const load = (signal: AbortSignal) => work(spec, key, signal);
    const found = copies.find(key);
    if (!found) return answerOf(await copies.load(key, load, spec.tags, clientGone));
    const age = copies.ageOf(found);
    const isDue = copies.claimReload(found);
    if (fresh && age !== 'fresh' && (isDue || copies.isLoading(key)))
      return answerOf(await copies.reload(key, load, spec.tags));
    count(age === 'fresh' ? 'hit' : age);
    if (isDue)
      copies
        .reload(key, load, spec.tags)
        .catch((error: unknown) => log.warn({ err: error, key }, 'background refresh failed'));
    return { value: found.value, age, tags: found.tags, ...found.life };
  }

  return {
    read,
    /** Whether a read would be answered from memory, without waiting for a load. */
    isStored: ({ key }: Pick<ReadSpec<unknown>, 'key'>): boolean => copies.find(keyOf(key)) !== undefined,
    get bytes() {
      return copies.bytes;
    },
    get entries() {
      return copies.entries;
    },
  };
}
