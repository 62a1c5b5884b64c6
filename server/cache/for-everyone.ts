/** Response headers by lower-case name. */
export type AnswerHeaders = Readonly<Record<string, unknown>>;

/**
 * Whether a cache may store an answer for others, here or on the way: the one place that decides. Stricter than RFC 9111
 * §3 and §3.5: not where the answer sets a cookie, not in a private area, and only where its own Cache-Control allows
 * it, since caches guess without one (§4.2.2).
 * @param isPrivate the address is in a private area (`privateAreas` of shared/resources.ts), so that the request may
 *   carry a session or a token
 */
export function isForEveryone(headers: AnswerHeaders, isPrivate: boolean): boolean {
  if (isPrivate || headers['set-cookie'] !== undefined) return false;
  const policy = headers['cache-control'];
  return typeof policy === 'string' && !/\b(?:no-store|private)\b/i.test(policy);
}

/** Other headers that let a cache store an answer. */
export const keepingHeaders = ['cdn-cache-control', 'surrogate-control', 'cache-tag', 'expires'] as const;
