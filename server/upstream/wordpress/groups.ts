import type { EntryReader } from './entries.ts';
import { entryFields, type WordPressEntry } from './entry.ts';

export type ContentGroup = 'games' | 'blogs' | 'promotions';
export const groups = ['games', 'blogs', 'promotions'] as const satisfies readonly ContentGroup[];

export interface WordPressOptions {
  /** For each group, the slug of the WordPress page or category that lists the group's items. */
  lists: Readonly<Record<ContentGroup, string>>;
  /** The language in which every text exists. Texts in other languages are translations by Polylang. */
  defaultLanguage: string;
}

type Signal = AbortSignal | undefined;

/** Slug of the home page. Its child pages are blocks with texts. */
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

  /**
   * Returns the posts of a group: the posts of the category with the group's name. If there is no such category, blogs
   * consist of all posts that belong to no other group.
   */
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

    /** @param top the top-level page with this name, or null if there is none */
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

/** Sorts entries by the position that an editor assigned, and entries with the same position by date, newest first. */
function byOrder(one: WordPressEntry, other: WordPressEntry): number {
  return (one.menu_order ?? 0) - (other.menu_order ?? 0) || (other.date ?? '').localeCompare(one.date ?? '');
}
