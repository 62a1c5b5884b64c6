import type { EntryReader } from './entries.ts';
import { entryFields, type WordPressEntry } from './entry.ts';

export type ContentGroup = 'games' | 'blogs' | 'promotions';
export const groups = ['games', 'blogs', 'promotions'] as const satisfies readonly ContentGroup[];

export interface WordPressOptions {
  /** Name of the list of each group, which is the slug of the group's page or category. */
  lists: Readonly<Record<ContentGroup, string>>;
  /** The language that has every text. Other languages have translations by Polylang. */
  defaultLanguage: string;
}

type Signal = AbortSignal | undefined;

/** The children of this page are blocks with texts. */
export const blocksPage = 'home';

/** The pages or posts that a page of the site lists, in the default language. */
export interface Listed {
  endpoint: 'pages' | 'posts';
  entries: WordPressEntry[];
}

/** Finds the entries that a page lists. */
export function createGroupReader({
  read,
  lists,
  defaultLanguage,
}: WordPressOptions & { read: Pick<EntryReader, 'published' | 'categories'> }) {
  const groupOf = (name: string): ContentGroup | null =>
    groups.find((group) => lists[group] === name) ?? null;
  const isOwn = ({ lang }: WordPressEntry): boolean => lang === undefined || lang === defaultLanguage;

  /** Returns the posts of a group: those of the category with its name, or for blogs all posts of no other group. */
  const postsOf = async (group: ContentGroup, signal: Signal): Promise<WordPressEntry[]> => {
    const categories = await read.categories({ slug: Object.values(lists).join(',') }, signal);
    const named = categories.find(({ slug }) => slug === lists[group]);
    if (!named && group !== 'blogs') return [];
    const others = categories.map(({ id }) => id).join(',');
    const query = {
      ...(named ? { categories: named.id } : {}),
      ...(!named && others ? { categories_exclude: others } : {}),
      ...(categories.some(({ lang }) => lang !== undefined) ? { lang: defaultLanguage } : {}),
    };
    return read.published('posts', { ...query, _fields: entryFields.list }, signal);
  };

  return {
    groupOf,

    /** @param top the page with this name, if there is one */
    async listedBy(name: string, top: WordPressEntry | null, signal: Signal): Promise<Listed> {
      const fields = name === blocksPage ? entryFields.whole : entryFields.list;
      const query = { orderby: 'menu_order', order: 'asc', _fields: fields };
      const children = top ? await read.published('pages', { ...query, parent: top.id }, signal) : [];
      const entries = children.filter((entry) => isOwn(entry) && entry.parent === top?.id);
      const group = groupOf(name);
      if (entries.length > 0 || group === null) return { endpoint: 'pages', entries: entries.sort(byOrder) };
      const posts = await postsOf(group, signal);
      return { endpoint: 'posts', entries: posts.filter(isOwn).sort(byOrder) };
    },
  };
}

/** Orders entries by the place that their editor chose, and then newest first. */
function byOrder(one: WordPressEntry, other: WordPressEntry): number {
  return (one.menu_order ?? 0) - (other.menu_order ?? 0) || (other.date ?? '').localeCompare(one.date ?? '');
}
