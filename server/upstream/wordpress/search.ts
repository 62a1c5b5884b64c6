import type { EntryReader } from './entries.ts';
import type { WordPressEntry } from './entry.ts';

/** A page or post that matches a search. `slug` is the slug that the entry has in the default language. */
export interface ContentHit {
  slug: string;
  isTopPage: boolean;
}

type Found = Pick<WordPressEntry, 'id' | 'slug' | 'parent' | 'lang' | 'translations'>;
type Signal = AbortSignal | undefined;

const fields = { _fields: 'id,slug,status,parent,title,lang,translations' };

/** Creates the function that searches the texts of WordPress. */
export function createWordPressSearch({
  read,
  defaultLanguage,
}: {
  read: Pick<EntryReader, 'firstPublished' | 'publishedById'>;
  defaultLanguage: string;
}) {
  /**
   * Returns whether a text is a hit in the shown language. Hits are texts in this language, and texts in the default
   * language without a translation into the shown language.
   */
  const isShownIn = ({ lang, translations }: Found, shown: string): boolean =>
    lang === undefined || lang === shown || (lang === defaultLanguage && translations?.[shown] === undefined);

  const originalId = ({ id, lang, translations }: Found): number =>
    lang === undefined || lang === defaultLanguage ? id : (translations?.[defaultLanguage] ?? id);

  const hitsOf = async (endpoint: 'pages' | 'posts', words: string, lang: string, signal: Signal) => {
    const query = { ...fields, search: words, orderby: 'relevance' };
    const found = (await read.firstPublished(endpoint, query, signal)).filter((entry) =>
      isShownIn(entry, lang),
    );
    const missing = found
      .map((entry) => ({ id: entry.id, own: originalId(entry) }))
      .filter(({ id, own }) => id !== own);
    const originals = await read.publishedById(
      endpoint,
      missing.map(({ own }) => own),
      fields,
      signal,
    );
    const all = new Map([...found, ...originals].map((entry) => [entry.id, entry]));
    return found.flatMap((entry): ContentHit[] => {
      const original = all.get(originalId(entry));
      return original ? [{ slug: original.slug, isTopPage: original.parent === 0 }] : [];
    });
  };

  /** Returns pages and posts with all of these words, best match first. Pages precede posts. */
  return async (lang: string, words: string, signal: Signal): Promise<ContentHit[]> => {
    const [pages, posts] = await Promise.all([
      hitsOf('pages', words, lang, signal),
      hitsOf('posts', words, lang, signal),
    ]);
    return [...pages, ...posts];
  };
}
