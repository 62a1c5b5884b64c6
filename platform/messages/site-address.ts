import { languageOf } from './texts.ts';

/** The site to which links in messages lead. */
export interface SiteAddress {
  /** Public origin of the site. If it is null, links contain only a path. */
  siteUrl: string | null;
  /** Languages in which the site has pages. The first language is the default language, whose paths have no prefix. */
  siteLanguages: readonly string[];
}

/**
 * Returns a link to a page of the site, in the language of the message that contains the link. If the site has no pages
 * in this language, the link leads to the page in the default language.
 * @param path without a language
 * @param language of the recipient
 */
export function linkTo(
  { siteUrl, siteLanguages }: SiteAddress,
  path: `/${string}`,
  language: string,
): string {
  const code = languageOf(language);
  const isPrefixed = code !== siteLanguages[0] && siteLanguages.includes(code);
  // The site redirects a path that ends with a slash, so the home page in another language is `/hi`, not `/hi/`.
  const page = isPrefixed ? `/${code}${path === '/' ? '' : path}` : path;
  return siteUrl === null ? page : new URL(page, siteUrl).href;
}
