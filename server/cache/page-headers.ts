import type { Age } from './aged-copy.ts';
import type { Lifetime } from './lifetime.ts';
import { cacheTagHeader } from './tags.ts';

/** How this cache produced a response, for the header Cache-Status (RFC 9211). */
export type Provenance = 'hit' | 'stored' | 'collapsed' | 'reloaded' | 'not-stored' | 'bypass';

export interface Freshness {
  life: Lifetime;
  age: Age;
  /** The instant in ms at which the page became stale or will become stale. */
  staleFromMs: number;
  tags: readonly string[];
  /**
   * Whether the cache had an older copy that was too stale to be returned. Cache-Status then contains `fwd=stale`
   * instead of `fwd=uri-miss` (RFC 9211 §2.2).
   */
  held?: boolean;
  /**
   * True if this cache did not store the response, because a newer copy existed or a purge happened. Downstream caches
   * must not store such a response either.
   */
  dropped?: boolean;
}

const cacheName = 'golden-lotto';
const seconds = (ms: number) => Math.max(0, Math.floor(ms / 1000));

const outcomes: Record<Exclude<Provenance, 'hit' | 'bypass'>, string> = {
  stored: '; stored',
  reloaded: '; stored',
  collapsed: '; collapsed',
  'not-stored': '',
};

/**
 * Returns the Cache-Status header, such as `golden-lotto; hit; ttl=12`. Its `ttl` is the remaining freshness in
 * seconds.
 */
export function cacheStatus(provenance: Provenance, freshness: Freshness, nowMs: number): string {
  const { age, staleFromMs, held = false, dropped = false } = freshness;
  const forward = `fwd=${held ? 'stale' : 'uri-miss'}`;
  if (dropped) return `${cacheName}; ${forward}${provenance === 'collapsed' ? '; collapsed' : ''}`;
  const ttl = Math.floor((staleFromMs - nowMs) / 1000);
  if (age === 'stale-if-error') return `${cacheName}; hit; ttl=${Math.min(ttl, -1)}; detail=stale-if-error`;
  if (provenance === 'hit') return `${cacheName}; hit; ttl=${age === 'stale' ? Math.min(ttl, -1) : ttl}`;
  if (provenance === 'bypass') return `${cacheName}; fwd=bypass`;
  return `${cacheName}; ${forward}${outcomes[provenance]}`;
}

/**
 * Returns the headers for downstream caches. They contain only the remaining lifetime. With the full lifetime, a
 * downstream cache would store the page for too long. `CDN-Cache-Control` (RFC 9213) contains the same durations, but
 * no s-maxage, because s-maxage prevents strict caches from serving stale copies.
 * @returns name, value, name, value
 */
export function cachingHeaders(freshness: Freshness, nowMs: number): string[] {
  const { life, age, tags, dropped = false } = freshness;
  if (dropped) return ['Cache-Control', 'no-store'];
  // Let downstream caches treat a stale copy as fresh for only one second, because a new page may be ready by then.
  const freshSeconds = age === 'fresh' ? seconds(life.expiresAtMs - nowMs) : 1;
  const from = Math.max(life.expiresAtMs, nowMs);
  const whileRevalidate = age === 'stale-if-error' ? 0 : seconds(life.staleUntilMs - from);
  const ifError = seconds(life.errorUntilMs - from);
  const stale =
    (whileRevalidate > 0 ? `, stale-while-revalidate=${whileRevalidate}` : '') +
    (ifError > 0 ? `, stale-if-error=${ifError}` : '');
  return [
    'Cache-Control',
    `public, max-age=0, s-maxage=${freshSeconds}${stale}`,
    'CDN-Cache-Control',
    `max-age=${freshSeconds}${stale}`,
    ...(tags.length > 0 ? ['Cache-Tag', cacheTagHeader(tags)] : []),
  ];
}
