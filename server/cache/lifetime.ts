/**
 * The ages of a copy in ms: how long it is fresh; then how long it is stale but still returned while one load
 * replaces it; and, also counted from the end of freshness, how long it is kept in case loading fails (RFC
 * 5861).
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

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The upper limit for a page: its reads (server/reads/read-rules.ts) can only shorten it. */
export const pagePolicy: Policy = {
  freshMs: hourMs,
  staleWhileRevalidateMs: hourMs,
  staleIfErrorMs: 7 * dayMs,
};
/** A 404 or another refusal: the page may exist soon. */
export const negativePolicy: Policy = { freshMs: 10_000, staleWhileRevalidateMs: 0, staleIfErrorMs: 0 };

/** A draw is being held: its result can be published at any moment. */
const drawUnderWayMs = 5000;

/**
 * The lifetime of a value that was loaded at an instant.
 * @param borders instants in ms that freshness may not pass: the next draw's start, the site's midnight. A
 * border already in the past at the load means that a draw is under way; the copy is then fresh for seconds
 * only
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
