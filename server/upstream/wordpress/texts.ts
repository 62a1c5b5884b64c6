import sanitizeHtml from 'sanitize-html';
import { plain } from '../../words/plain-text.ts';

/** Maximum length of an excerpt that is parsed. WordPress creates excerpts of 55 words. */
const longestExcerpt = 20_000;
/** Classes that WordPress and its themes give to the link after an excerpt. */
const moreLink =
  /(?:^|\s)(?:more-link|read-more|moretag|wp-block-read-more|wp-block-post-excerpt__more-link)(?:\s|$)/;

/** Returns the HTML of an excerpt without the link to the whole text, whose words differ between themes. */
export function excerptOf(html: string): string {
  const text = sanitizeHtml(html.slice(0, longestExcerpt), {
    allowedTags: ['a', 'span', 'p'],
    allowedAttributes: { a: ['class'] },
    exclusiveFilter: ({ tag, attribs }) => tag === 'a' && moreLink.test(attribs['class'] ?? ''),
  });
  return plainHtml(text.replace(/\s*\[(?:…|\.\.\.)\]/g, '…').replace(/<\/p>\s*<p>/g, ' '));
}

/** Removes tags. The result is HTML, so its special characters stay escaped. */
const plainHtml = (html: string): string =>
  sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }).replace(/\s+/g, ' ').trim();

/** Returns a description by Yoast without entities and tags. */
export const descriptionOf = (text: string): string => plain(text.slice(0, longestExcerpt));

/** The separators that Yoast offers for titles. */
const separator = /\s*[-–—:·•*⋆|~«»<>]\s*$/u;

/**
 * Removes the name of the WordPress site from the end of a title, because this site adds its own name.
 * @returns the title without entities
 */
export function withoutSiteName(title: string, siteName: string): string {
  const whole = plain(title);
  const name = plain(siteName);
  if (name === '' || !whole.endsWith(name)) return whole;
  const before = whole.slice(0, -name.length);
  const own = before.replace(separator, '');
  return own === before ? whole : own;
}
