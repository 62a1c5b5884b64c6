const longestPath = 2048;

/**
 * A place on this site to continue at, such as the `to` of `/login?to=/my-accounts`.
 * @returns the path as given; null for anything that a browser could resolve to another site: it reads "\" as "/",
 *   drops tabs and line breaks, and reads "//x" as another host
 */
export function sameSitePath(given: string | null | undefined): string | null {
  if (!given || given.length > longestPath) return null;
  return /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(given) ? given : null;
}
