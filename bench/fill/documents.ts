import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../platform/deps.ts';

import type { SearchDocument } from '../../platform/search/documents.ts';
import { indexDocuments } from '../../platform/search/index-documents.ts';
import { searchDocuments } from '../../platform/search/tables.ts';
import { plainWords } from '../../platform/search/words.ts';

export interface DocumentsFilled {
  documents: number;
  /** Typical search texts, for example rare words, common words, prefixes, games and dates. */
  keywords: string[];
}

const titleWords = 5;
const contentWords = 24;
const bodyWords = 100;
/**
 * Number of different words. Their frequencies follow Zipf's law: the most frequent word makes up a tenth of all text,
 * and the hundredth most frequent word a thousandth.
 */
const vocabulary = 30_000;
/**
 * This many of the most frequent words count as stop words (the, of, with). Stop words are not used as search texts.
 */
const commonest = 150;
const categories = ['blogs', 'pages', 'promotions', 'blogs'] as const;
const syllables = 'ba den kor li mo nath pra ra sen ti vel wan xi yo zu char gul hin jas ket'.split(' ');

const wordsIn = (text: string): string[] => plainWords(text).split(' ');

/** A random generator with a fixed seed, so that runs are comparable. */
const createChance = () => {
  let state = 7;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

/**
 * Builds a unique word from a number, with one syllable for each digit of the number in base 20. Each word of three
 * syllables is a prefix of two or three longer words, as in real texts.
 */
const nameOf = (number: number): string => {
  let rest = number + syllables.length ** 2;
  let name = '';
  for (; rest > 0; rest = Math.floor(rest / syllables.length))
    name += syllables[rest % syllables.length] ?? '';
  return name;
};

/**
 * Fills the search index with texts whose words have realistic frequencies. The most frequent words come from the texts
 * of the site. The platform's code indexes the new texts, as in production.
 */
export async function fillDocuments({ database, catalogue }: Deps, count: number): Promise<DocumentsFilled> {
  const chance = createChance();
  const own = await database.db.select().from(searchDocuments).where(eq(searchDocuments.lang, 'en'));
  const counts = new Map<string, number>();
  for (const { title, content } of own)
    for (const word of wordsIn(`${title} ${content}`))
      if (/^[a-z]+$/.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const real = [...counts].toSorted(([, one], [, other]) => other - one).map(([word]) => word);
  const words = Array.from({ length: vocabulary }, (_, rank) => real[rank] ?? nameOf(rank));
  const word = (above = 0): string => {
    const share = chance(1_000_000) / 1_000_000;
    return words[above + Math.floor((vocabulary - above) ** share) - 1] ?? '';
  };
  const text = (length: number) => Array.from({ length }, () => word()).join(' ');
  const documents = Array.from({ length: count }, (_, index): SearchDocument => {
    const [title, content] = [text(titleWords), text(contentWords)];
    return {
      lang: 'en',
      category: categories[index % categories.length] ?? 'pages',
      ref: `text-${index}`,
      title,
      content,
      featuredImage: '',
      path: `/blog/text-${index}`,
      place: index,
      titleWords: title,
      contentWords: content,
      bodyWords: text(bodyWords),
      digest: createHash('sha256').update(`${index} ${title}`).digest('hex'),
    };
  });
  await indexDocuments(database.db, documents);
  const client = await database.connect();
  await client.query('vacuum analyze search_documents');
  // Write to disk now, so that the next measurement does not compete with the checkpoint.
  await client.query('checkpoint');
  await client.end();
  const typed = Array.from({ length: 100 }, () => word(commonest));
  return {
    documents: documents.length,
    keywords: [
      ...typed.slice(0, 40),
      ...typed.slice(40, 60).map((one, index) => `${one} ${typed[index + 60] ?? ''}`),
      ...typed.slice(80).map((one) => one.slice(0, Math.max(3, one.length - 2))),
      ...catalogue.map(({ name }) => name),
      ...catalogue.map(({ slug }, index) => `${slug.replaceAll('-', ' ')} ${1000 + index}`),
      'results yesterday',
      'keno 12 march 2025',
      '21/11/2025',
      'jackpot june 2024',
    ],
  };
}
