const longestPath = 2048;

/**
 * Checks the path of a page to open next, such as the `to` of `/login?to=/my-accounts`.
 * @returns the path unchanged, or null for any text that a browser could resolve to another site. Browsers read "\" as
 * "/", drop tabs and line breaks, and read "//x" as another host.
 */
export function sameSitePath(given: string | null | undefined): string | null {
  if (!given || given.length > longestPath) return null;
  return /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(given) ? given : null;
}
