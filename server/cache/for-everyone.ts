/** Response headers by lower-case name. */
export type AnswerHeaders = Readonly<Record<string, unknown>>;

/**
 * Whether an answer may be kept for others, in this cache or in one on the way: the one place that decides. Stricter
 * than RFC 9111 §3 and §3.5: never where it sets a cookie; never on players' ground, whoever asks and whatever the
 * answer says of itself; never unless it says so itself, since silence leaves caches to guess (§4.2.2).
 * @param isPrivate the address belongs to players (`privateAreas` of shared/resources.ts), so that the request may
 *   carry their session or a token
 */
export function isForEveryone(headers: AnswerHeaders, isPrivate: boolean): boolean {
  if (isPrivate || headers['set-cookie'] !== undefined) return false;
  const said = headers['cache-control'];
  return typeof said === 'string' && !/\b(?:no-store|private)\b/i.test(said);
}

/** Other headers that let a cache store an answer. */
export const keepingHeaders = ['cdn-cache-control', 'surrogate-control', 'cache-tag', 'expires'] as const;
