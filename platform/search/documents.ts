import { createHash } from 'node:crypto';
import type { SearchCategory } from '../../shared/contract/search.ts';
import type { Library, Text } from '../content/library.ts';
import { listed, textsIn } from '../content/lists.ts';
import { plainTextOf } from '../content/plain-text.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { plainWords } from './words.ts';

/** Something to be found. */
export interface SearchDocument {
  /** Of the site whose search finds it. */
  lang: string;
  category: Exclude<SearchCategory, 'results'>;
  ref: string;
  title: string;
  content: string;
  featuredImage: string;
  path: string;
  place: number;
  /** Words alone, as `plainWords` makes them. */
  titleWords: string;
  contentWords: string;
  bodyWords: string;
  digest: string;
}

/** Their texts are blocks of one page. */
const blocks = 'home';
const groups: Readonly<Record<string, SearchDocument['category']>> = {
  games: 'games',
  blogs: 'blogs',
  promotions: 'promotions',
};
/** Raised when documents are made in another way, so that those of before are made anew. */
const making = 1;

function documentOf(
  lang: string,
  category: SearchDocument['category'],
  text: Text,
  { titles = '', bodies = '', place = text.order }: { titles?: string; bodies?: string; place?: number },
): SearchDocument {
  const { title, content, featured_image: featuredImage, read_more_path: path } = listed(text);
  const made = {
    lang,
    category,
    ref: text.name,
    title,
    content,
    featuredImage,
    path,
    place,
    titleWords: plainWords(`${title} ${titles}`),
    contentWords: plainWords(content),
    bodyWords: plainWords(`${plainTextOf(text.item.content.rendered)} ${bodies}`),
  };
  return {
    ...made,
    digest: createHash('sha256')
      .update(JSON.stringify([making, made]))
      .digest('hex'),
  };
}

/** Pages say themselves that nobody should find them: the maintenance page, the one for what is not there. */
function isHidden({ item }: Text): boolean {
  return item.yoast_head_json?.robots?.index === 'noindex';
}

/** All that there is to be found in every language that has texts; what one lacks is found in English. */
export function documentsOf(library: Library, catalogue: readonly GameDefinition[]): SearchDocument[] {
  return [...library.keys()].flatMap((lang) => {
    const texts = [...textsIn(library, lang).values()];
    const homeBodies = texts
      .filter(({ group }) => group === blocks)
      .map(({ item }) => `${item.title.rendered} ${plainTextOf(item.content.rendered)}`)
      .join(' ');
    return texts.flatMap((text): SearchDocument[] => {
      if (text.group === blocks || isHidden(text)) return [];
      if (text.group === null)
        return [documentOf(lang, 'pages', text, { bodies: text.name === blocks ? homeBodies : '' })];
      const category = groups[text.group];
      if (category === undefined) return [];
      if (category !== 'games') return [documentOf(lang, category, text, {})];
      const place = catalogue.findIndex(({ slug }) => slug === text.item.slug);
      const game = catalogue[place];
      // A text about a game that is not played here has no page either.
      return game
        ? [documentOf(lang, category, text, { titles: game.name, bodies: game.description, place })]
        : [];
    });
  });
}
