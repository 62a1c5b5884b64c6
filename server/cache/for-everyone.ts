/** Response headers by lower-case name. */
export type AnswerHeaders = Readonly<Record<string, unknown>>;

/**
 * Whether this cache and downstream caches may store a response and serve it to other clients. This function alone
 * makes that decision. It is stricter than RFC 9111 §3 and §3.5: it rejects a response that sets a cookie or belongs to
 * a private area. It also requires a Cache-Control header that allows storing, because caches guess a lifetime if the
 * header is missing (§4.2.2).
 * @param isPrivate whether the address is in a private area (`privateAreas` of shared/resources.ts), where a request
 *   may carry a session or a token
 */
export function isForEveryone(headers: AnswerHeaders, isPrivate: boolean): boolean {
  if (isPrivate || headers['set-cookie'] !== undefined) return false;
  const policy = headers['cache-control'];
  return typeof policy === 'string' && !/\b(?:no-store|private)\b/i.test(policy);
}

/** Response headers besides Cache-Control that make a downstream cache store a response. */
export const keepingHeaders = ['cdn-cache-control', 'surrogate-control', 'cache-tag', 'expires'] as const;
