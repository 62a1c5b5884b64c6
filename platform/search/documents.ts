import { createHash } from 'node:crypto';
import type { SearchCategory } from '../../shared/contract/search.ts';
import type { Library, Text } from '../content/library.ts';
import { listedText, textsIn } from '../content/lists.ts';
import { plainTextOf } from '../content/plain-text.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { plainWords } from './words.ts';

export interface SearchDocument {
  /** Language of the site. Only searches in this language find the entry. */
  lang: string;
  category: Exclude<SearchCategory, 'results'>;
  ref: string;
  title: string;
  content: string;
  featuredImage: string;
  path: string;
  place: number;
  /** The title, and the name of a game, reduced by `plainWords`. */
  titleWords: string;
  contentWords: string;
  bodyWords: string;
  digest: string;
}

/** Texts of this group are blocks of the home page and have no separate pages. */
const homeGroup = 'home';
const groups: Readonly<Record<string, SearchDocument['category']>> = {
  games: 'games',
  blogs: 'blogs',
  promotions: 'promotions',
};
/**
 * This number is part of the digest of every entry. Increase it when `documentOf` changes, so that all entries in the
 * index are written again.
 */
const formatVersion = 1;

function documentOf(
  lang: string,
  category: SearchDocument['category'],
  text: Text,
  { titles = '', bodies = '', place = text.order }: { titles?: string; bodies?: string; place?: number },
): SearchDocument {
  const { title, content, featured_image: featuredImage, read_more_path: path } = listedText(text);
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
      .update(JSON.stringify([formatVersion, made]))
      .digest('hex'),
  };
}

/**
 * Returns whether site search omits a text. Pages marked noindex are omitted, such as the maintenance and not-found
 * pages.
 */
function isHidden({ item }: Text): boolean {
  return item.yoast_head_json?.robots?.index === 'noindex';
}

/** Returns every searchable text in every language of the library. English replaces a missing translation. */
export function documentsOf(library: Library, catalogue: readonly GameDefinition[]): SearchDocument[] {
  return [...library.keys()].flatMap((lang) => {
    const texts = [...textsIn(library, lang).values()];
    const homeBodies = texts
      .filter(({ group }) => group === homeGroup)
      .map(({ item }) => `${item.title.rendered} ${plainTextOf(item.content.rendered)}`)
      .join(' ');
    return texts.flatMap((text): SearchDocument[] => {
      if (text.group === homeGroup || isHidden(text)) return [];
      if (text.group === null)
        return [documentOf(lang, 'pages', text, { bodies: text.name === homeGroup ? homeBodies : '' })];
      const category = groups[text.group];
      if (category === undefined) return [];
      if (category !== 'games') return [documentOf(lang, category, text, {})];
      const place = catalogue.findIndex(({ slug }) => slug === text.item.slug);
      const game = catalogue[place];
      // Omit a text about a game that is not in the catalogue, because the site has no page for this game.
      return game
        ? [documentOf(lang, category, text, { titles: game.name, bodies: game.description, place })]
        : [];
    });
  });
}
