import type { LoadedFile, PageRequest } from '../loader.ts';

export interface SitemapEntry {
  /** Path without the language. */
  path: string;
  /** Day or instant of the last change, if it is known. */
  changedAt?: string | null;
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => escapes[letter] ?? letter);

function xml(root: 'urlset' | 'sitemapindex', lines: readonly string[]): LoadedFile {
  return {
    contentType: 'application/xml; charset=utf-8',
    text: `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</${root}>\n`,
  };
}

const line = (tag: 'url' | 'sitemap', address: string, { changedAt }: SitemapEntry): string =>
  `<${tag}><loc>${escaped(address)}</loc>${changedAt ? `<lastmod>${escaped(changedAt)}</lastmod>` : ''}</${tag}>`;

export const sitemapIndex = (siteUrl: string, files: readonly SitemapEntry[]): LoadedFile =>
  xml(
    'sitemapindex',
    files.map((file) => line('sitemap', `${siteUrl}${file.path}`, file)),
  );

/**
 * Creates a sitemap that lists pages in every language. Each language of a page has its own entry. An entry needs no
 * links to other languages, because the page itself contains these links.
 */
export function sitemapFile(
  { config, siteUrl }: Pick<PageRequest, 'config' | 'siteUrl'>,
  pages: readonly SitemapEntry[],
): LoadedFile {
  const { languages, defaultLanguage } = config.boot;
  const prefixes = languages.map(({ code }) => (code === defaultLanguage ? '' : `/${code}`));
  return xml(
    'urlset',
    prefixes.flatMap((prefix) =>
      pages.map((page) =>
        line('url', `${siteUrl}${page.path === '/' && prefix ? prefix : prefix + page.path}`, page),
      ),
    ),
  );
}
