import sanitizeHtml from 'sanitize-html';
import { plain } from '../../words/plain-text.ts';

/** Maximum number of characters of an excerpt that are parsed. The excerpts that WordPress creates have 55 words. */
const longestExcerpt = 20_000;
/** CSS classes that WordPress and its themes give to the "read more" link at the end of an excerpt. */
const moreLink =
  /(?:^|\s)(?:more-link|read-more|moretag|wp-block-read-more|wp-block-post-excerpt__more-link)(?:\s|$)/;

/**
 * Returns the HTML of an excerpt without its "read more" link. The link is found by its class, because its text differs
 * between themes.
 */
export function excerptOf(html: string): string {
  const text = sanitizeHtml(html.slice(0, longestExcerpt), {
    allowedTags: ['a', 'span', 'p'],
    allowedAttributes: { a: ['class'] },
    exclusiveFilter: ({ tag, attribs }) => tag === 'a' && moreLink.test(attribs['class'] ?? ''),
  });
  return plainHtml(text.replace(/\s*\[(?:…|\.\.\.)\]/g, '…').replace(/<\/p>\s*<p>/g, ' '));
}

/** Removes all tags from HTML. The result is still HTML, so special characters stay escaped. */
const plainHtml = (html: string): string =>
  sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }).replace(/\s+/g, ' ').trim();

/** Returns a page description that Yoast wrote, as plain text. */
export const descriptionOf = (text: string): string => plain(text.slice(0, longestExcerpt));

/** Matches a separator at the end of a text. Yoast offers these separators for the parts of a page title. */
const separator = /\s*[-–—:·•*⋆|~«»<>]\s*$/u;

/**
 * Removes the name of the WordPress site from the end of a title, because this site adds its own name.
 * @returns the title as plain text, without HTML entities
 */
export function withoutSiteName(title: string, siteName: string): string {
  const whole = plain(title);
  const name = plain(siteName);
  if (name === '' || !whole.endsWith(name)) return whole;
  const before = whole.slice(0, -name.length);
  const own = before.replace(separator, '');
  return own === before ? whole : own;
}
