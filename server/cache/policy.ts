import type { ReadCallName } from '../../shared/contract/calls.ts';

/**
 * How long a copy is good, in ms, each counted from what came before: fresh; then still answered while one load
 * replaces it; and, counted from the end of freshness as well, kept for when loading fails (RFC 5861).
 */
export interface Policy {
  freshMs: number;
  staleWhileRevalidateMs: number;
  staleIfErrorMs: number;
}

/** When each of the three ages ends, as instants in ms since 1970. */
export interface Lifetime {
  expiresAtMs: number;
  staleUntilMs: number;
  errorUntilMs: number;
}

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** A dead upstream leaves the site up over a long weekend, and longer. */
const outageMs = 7 * dayMs;

type ReadName = ReadCallName | 'settledDraw' | 'cms' | 'page' | 'negative';

/** The one table of lifetimes: of every read, of any page at most, and of answers that say "no". */
export const policies = {
  upcomingDraw: { freshMs: 30 * secondMs, staleWhileRevalidateMs: 30 * secondMs, staleIfErrorMs: outageMs },
  result: { freshMs: minuteMs, staleWhileRevalidateMs: minuteMs, staleIfErrorMs: outageMs },
  /** A draw that another has followed: it changes only where it is corrected, and that is purged by its tag. */
  settledDraw: { freshMs: dayMs, staleWhileRevalidateMs: dayMs, staleIfErrorMs: outageMs },
  gameList: { freshMs: 10 * minuteMs, staleWhileRevalidateMs: hourMs, staleIfErrorMs: outageMs },
  winners: { freshMs: 2 * minuteMs, staleWhileRevalidateMs: 5 * minuteMs, staleIfErrorMs: outageMs },
  'draws/verify': { freshMs: minuteMs, staleWhileRevalidateMs: 5 * minuteMs, staleIfErrorMs: outageMs },
  // Made from the same texts as the pages.
  'games/listfolders': { freshMs: 5 * minuteMs, staleWhileRevalidateMs: hourMs, staleIfErrorMs: outageMs },
  'download/games': { freshMs: 5 * minuteMs, staleWhileRevalidateMs: hourMs, staleIfErrorMs: outageMs },
  'news-and-trends': { freshMs: 5 * minuteMs, staleWhileRevalidateMs: hourMs, staleIfErrorMs: outageMs },
  'recent-news-and-trends': {
    freshMs: 5 * minuteMs,
    staleWhileRevalidateMs: hourMs,
    staleIfErrorMs: outageMs,
  },
  monthwisepostscount: { freshMs: 5 * minuteMs, staleWhileRevalidateMs: hourMs, staleIfErrorMs: outageMs },
  cms: { freshMs: 5 * minuteMs, staleWhileRevalidateMs: hourMs, staleIfErrorMs: outageMs },
  page: { freshMs: hourMs, staleWhileRevalidateMs: hourMs, staleIfErrorMs: outageMs },
  /** A path that leads nowhere may lead somewhere soon. */
  negative: { freshMs: 10 * secondMs, staleWhileRevalidateMs: 0, staleIfErrorMs: 0 },
} as const satisfies Record<ReadName, Policy>;

/** A draw is being held: its result may come any moment. */
const drawUnderWayMs = 5 * secondMs;

/**
 * The lifetime of what was loaded at an instant.
 * @param borders instants in ms that freshness may not pass: the next draw's start, the site's midnight. One that
 * had passed at the load means that something is under way; the copy is then fresh for seconds only
 */
export function lifetimeUntil(policy: Policy, loadedAtMs: number, borders: readonly number[] = []): Lifetime {
  let expiresAtMs = loadedAtMs + policy.freshMs;
  for (const border of borders)
    expiresAtMs = Math.min(expiresAtMs, border > loadedAtMs ? border : loadedAtMs + drawUnderWayMs);
  return {
    expiresAtMs,
    staleUntilMs: expiresAtMs + policy.staleWhileRevalidateMs,
    errorUntilMs: expiresAtMs + Math.max(policy.staleWhileRevalidateMs, policy.staleIfErrorMs),
  };
}

/** The shorter of two lifetimes, age by age. */
export const shorterLifetime = (one: Lifetime, other: Lifetime): Lifetime => ({
  expiresAtMs: Math.min(one.expiresAtMs, other.expiresAtMs),
  staleUntilMs: Math.min(one.staleUntilMs, other.staleUntilMs),
  errorUntilMs: Math.min(one.errorUntilMs, other.errorUntilMs),
});
