/**
 * How long a cached copy may be returned, as durations in ms (RFC 5861). A copy is fresh for `freshMs`. It is then
 * stale for `staleWhileRevalidateMs`, and is still returned while one load replaces it. After that, it is returned only
 * if loading fails, until `staleIfErrorMs` after the end of freshness.
 */
export interface Policy {
  freshMs: number;
  staleWhileRevalidateMs: number;
  staleIfErrorMs: number;
}

/** The instants, in ms since 1970, at which the three durations of `Policy` end for one copy. */
export interface Lifetime {
  expiresAtMs: number;
  staleUntilMs: number;
  errorUntilMs: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The longest lifetime of a page. A page is not fresh for longer than its data (server/reads/read-rules.ts). */
export const pagePolicy: Policy = {
  freshMs: hourMs,
  staleWhileRevalidateMs: hourMs,
  staleIfErrorMs: 7 * dayMs,
};
/** The lifetime of a 404 or another 4xx. It is short because the page may exist soon. */
export const negativePolicy: Policy = { freshMs: 10_000, staleWhileRevalidateMs: 0, staleIfErrorMs: 0 };

/**
 * How long a value is fresh if it was loaded while a draw was taking place. This time is short, because the result can
 * be published at any moment.
 */
const drawUnderWayMs = 5000;

/**
 * Computes the lifetime of a value that was loaded at an instant.
 * @param borders instants in ms after which the value is not fresh, such as the next draw's start or the site's
 *   midnight. If such an instant is before the load, a draw is taking place, and the value is fresh for 5 s
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

/** Combines two lifetimes by taking the earlier instant of each field. */
export const shorterLifetime = (one: Lifetime, other: Lifetime): Lifetime => ({
  expiresAtMs: Math.min(one.expiresAtMs, other.expiresAtMs),
  staleUntilMs: Math.min(one.staleUntilMs, other.staleUntilMs),
  errorUntilMs: Math.min(one.errorUntilMs, other.errorUntilMs),
});
