import { describe, expect, it } from 'vitest';
import { cacheStatus, cachingHeaders, type Freshness } from '../../../../server/cache/page-headers.ts';

const now = Date.UTC(2026, 10, 21, 12);
const freshness = (changes: Partial<Freshness> = {}, fromNowMs = 12_700): Freshness => ({
  life: {
    expiresAtMs: now + fromNowMs,
    staleUntilMs: now + fromNowMs + 30_000,
    errorUntilMs: now + fromNowMs + 600_000,
  },
  age: 'fresh',
  staleFromMs: now + fromNowMs,
  tags: ['games', 'results:keno'],
  ...changes,
});
const named = (raw: string[]) =>
  Object.fromEntries(raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1]]] : [])));

describe('the cache headers of a response', () => {
  it('state the remaining lifetime, not the full lifetime', () => {
    expect(named(cachingHeaders(freshness(), now))).toEqual({
      'Cache-Control': 'public, max-age=0, s-maxage=12, stale-while-revalidate=30, stale-if-error=600',
      'CDN-Cache-Control': 'max-age=12, stale-while-revalidate=30, stale-if-error=600',
      'Cache-Tag': 'games,results:keno,results:*',
    });
  });

  it('give a stale response one second of freshness', () => {
    expect(named(cachingHeaders(freshness({ age: 'stale' }, -10_000), now))).toMatchObject({
      'Cache-Control': 'public, max-age=0, s-maxage=1, stale-while-revalidate=20, stale-if-error=590',
    });
  });

  it('contain no stale-while-revalidate while the upstream fails', () => {
    expect(named(cachingHeaders(freshness({ age: 'stale-if-error' }, -40_000), now))).toMatchObject({
      'Cache-Control': 'public, max-age=0, s-maxage=1, stale-if-error=560',
    });
  });

  it('forbid storage if the site itself does not cache the response', () => {
    expect(cachingHeaders(freshness({ dropped: true }), now)).toEqual(['Cache-Control', 'no-store']);
  });

  it('omit expired directives and an empty tag header', () => {
    const life = { expiresAtMs: now + 9000, staleUntilMs: now + 9000, errorUntilMs: now + 9000 };
    expect(named(cachingHeaders(freshness({ life, tags: [] }), now))).toEqual({
      'Cache-Control': 'public, max-age=0, s-maxage=9',
      'CDN-Cache-Control': 'max-age=9',
    });
  });
});

describe('Cache-Status', () => {
  it.each([
    ['hit', freshness(), 'golden-lotto; hit; ttl=12'],
    ['hit', freshness({ age: 'stale' }, -10_000), 'golden-lotto; hit; ttl=-10'],
    [
      'hit',
      freshness({ age: 'stale-if-error' }, -40_000),
      'golden-lotto; hit; ttl=-40; detail=stale-if-error',
    ],
    ['stored', freshness(), 'golden-lotto; fwd=uri-miss; stored'],
    ['collapsed', freshness(), 'golden-lotto; fwd=uri-miss; collapsed'],
    ['reloaded', freshness({ held: true }), 'golden-lotto; fwd=stale; stored'],
    ['collapsed', freshness({ held: true }), 'golden-lotto; fwd=stale; collapsed'],
    ['not-stored', freshness({ held: true }), 'golden-lotto; fwd=stale'],
    [
      'collapsed',
      freshness({ dropped: true, age: 'stale-if-error' }),
      'golden-lotto; fwd=uri-miss; collapsed',
    ],
    ['not-stored', freshness({ dropped: true, age: 'stale-if-error' }), 'golden-lotto; fwd=uri-miss'],
    ['not-stored', freshness(), 'golden-lotto; fwd=uri-miss'],
    ['bypass', freshness(), 'golden-lotto; fwd=bypass'],
    [
      'stored',
      freshness({ age: 'stale-if-error' }, -40_000),
      'golden-lotto; hit; ttl=-40; detail=stale-if-error',
    ],
  ] as const)(
    'states how the cache obtained a response, and the remaining lifetime of a cached response: %s, case %#',
    (provenance, given, expected) => {
      expect(cacheStatus(provenance, given, now)).toBe(expected);
    },
  );

  it('for a purged page, states the time since the purge', () => {
    const purged = freshness({ age: 'stale-if-error', staleFromMs: now - 3000 });
    expect(cacheStatus('hit', purged, now)).toBe('golden-lotto; hit; ttl=-3; detail=stale-if-error');
  });
});
