import type { SafeHtml } from '../../../shared/pages/content.ts';
import type { CleanItem } from '../../reads/clean-content.ts';
import { plain } from '../../words/plain-text.ts';
import type { Words } from '../../words/words.ts';

/** The compared part of an excerpt, in letters. WordPress omits captions and notes from a longer excerpt. */
const comparedLetters = 60;
/** The part of a text in which its first sentences are looked for. */
const searchedHtml = 20_000;

const lettersOf = (text: string): string => text.replace(/[\s…]+/g, '');

/** Returns the text of an item, or a notice if the CMS shows the text only to readers with a password. */
export const htmlOf = ({ meta, html }: CleanItem, words: Pick<Words, 't'>): SafeHtml =>
  // The notice is constant, so it needs no escaping.
  meta['protected'] === true ? { __html: `<p>${words.t('page.article.protected')}</p>` } : html;

/**
 * Returns the description of a page as the sentence below its title. Returns null if the text begins with the same
 * words. WordPress writes such an excerpt if the editor has written none.
 */
export function leadOf({ excerpt, html: { __html: text } }: CleanItem, description: string): string | null {
  if (description !== excerpt) return description;
  const first = lettersOf(excerpt).slice(0, comparedLetters);
  return lettersOf(plain(text.slice(0, searchedHtml))).startsWith(first) ? null : description;
}
