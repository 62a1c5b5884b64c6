import type { SafeHtml } from '../../../shared/pages/content.ts';
import type { CleanItem } from '../../reads/clean-content.ts';
import { plain } from '../../words/plain-text.ts';
import type { Words } from '../../words/words.ts';

/**
 * Number of letters of an excerpt that are compared with the beginning of the text. Later letters may differ, because
 * WordPress omits captions and footnotes from an excerpt.
 */
const comparedLetters = 60;
/** Maximum number of HTML characters that are converted to plain text to find the first letters of a text. */
const searchedHtml = 20_000;

const lettersOf = (text: string): string => text.replace(/[\s…]+/g, '');

/** Returns the text of an item, or a notice if the CMS shows the text only to readers with a password. */
export const htmlOf = ({ meta, html }: CleanItem, words: Pick<Words, 't'>): SafeHtml =>
  // The notice contains no external data, so it needs no escaping.
  meta['protected'] === true ? { __html: `<p>${words.t('page.article.protected')}</p>` } : html;

/**
 * Returns the description that is shown below the title of a page. Returns null if the text of the page begins with the
 * same words: WordPress generates such an excerpt if the editor wrote none.
 */
export function leadOf({ excerpt, html: { __html: text } }: CleanItem, description: string): string | null {
  if (description !== excerpt) return description;
  const first = lettersOf(excerpt).slice(0, comparedLetters);
  return lettersOf(plain(text.slice(0, searchedHtml))).startsWith(first) ? null : description;
}
