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

/**
 * Returns the path to open after a form has succeeded.
 * @param to the `to` parameter of the page's URL, which includes the language
 * @param declared the path that the form declares, without the language; null for the home page
 */
export function pathAfterForm(
  to: string | null | undefined,
  langPrefix: string,
  declared: string | null = null,
): string {
  return sameSitePath(to) ?? (`${langPrefix}${declared ?? ''}` || '/');
}
