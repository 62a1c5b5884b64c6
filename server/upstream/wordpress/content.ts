import type { ContentItem } from '../../../shared/contract/content.ts';
import type { Log } from '../../log.ts';
import { UpstreamError } from '../upstream-error.ts';
import { createEntryReader } from './entries.ts';
import { entryFields, itemOf, type WordPressEntry } from './entry.ts';
import {
  blocksPage,
  type ContentGroup,
  createGroupReader,
  type Listed,
  type WordPressOptions,
} from './groups.ts';
import type { WordPressRest } from './rest.ts';
import { type ContentHit, createWordPressSearch } from './search.ts';

type Signal = AbortSignal | undefined;

/** Characters that no slug of WordPress contains. A comma or a space in a query parameter would separate two slugs. */
const noSlug = /[\s,/\\?#\p{Cc}]/u;
const longestSlug = 200;

export interface WordPressContent {
  /**
   * Returns a top-level page, or null if there is no such page. If the page lists a group or consists of blocks, the
   * items or blocks follow it.
   */
  page(lang: string, name: string, signal: Signal): Promise<ContentItem[] | null>;
  /** Returns one item of a group with its text, or null if there is no such item. */
  item(lang: string, group: ContentGroup, slug: string, signal: Signal): Promise<ContentItem[] | null>;
  /** Returns pages and posts with all of these words, best match first. */
  search(lang: string, words: string, signal: Signal): Promise<ContentHit[]>;
}

/** Reads the content of an unmodified WordPress site. All reads reject with UpstreamError and no other error. */
export function createWordPressContent({
  rest,
  log,
  lists,
  defaultLanguage,
}: WordPressOptions & { rest: WordPressRest; log: Log }): WordPressContent {
  const read = createEntryReader({ rest, log, defaultLanguage });
  const groupReader = createGroupReader({ read, lists, defaultLanguage });

  /**
   * Returns the entry with the given slug and parent page. Polylang allows entries in several languages to have the
   * same slug. In this case, the function returns the entry in the default language.
   */
  const chosen = (entries: readonly WordPressEntry[], slug: string, parent: number | undefined) => {
    const wanted = slug.toLowerCase();
    // Check slug and parent of each entry, because some WordPress plugins change the query. A child page with the same
    // slug is a different page.
    const fitting = entries.filter(
      (entry) =>
        entry.slug.toLowerCase() === wanted && (entry.parent === parent || entry.parent === undefined),
    );
    return fitting.find(({ lang }) => lang === defaultLanguage) ?? fitting[0] ?? null;
  };

  /** Returns the items of a list in the order of the list. */
  const itemsOf = async (lang: string, { endpoint, entries }: Listed, fields: string, signal: Signal) => {
    const shown = await read.inLanguage(endpoint, entries, lang, fields, signal);
    const pictures = await read.picturesOf(shown, signal);
    return shown.map((entry) =>
      itemOf(entry, { picture: pictures.get(entry.featured_media ?? 0), usualLang: defaultLanguage }),
    );
  };

  const itemWithText = async (
    lang: string,
    endpoint: Listed['endpoint'],
    entry: WordPressEntry,
    signal: Signal,
  ): Promise<ContentItem> => {
    const [shown = entry] = await read.inLanguage(endpoint, [entry], lang, entryFields.whole, signal);
    if (shown.content?.rendered === undefined && !shown.content?.protected)
      throw new UpstreamError('content', 'bad-answer', `${endpoint}: an entry has no text`);
    const [pictures, categories] = await Promise.all([
      read.picturesOf([shown], signal),
      read.categoryNames(shown, Object.values(lists), signal),
    ]);
    const picture = pictures.get(shown.featured_media ?? 0);
    return itemOf(shown, { picture, categories, usualLang: defaultLanguage });
  };

  return {
    async page(lang, name, signal) {
      const query = { slug: name, parent: 0, _fields: entryFields.whole };
      const top = chosen(await read.published('pages', query, signal), name, 0);
      const hasItems = name === blocksPage ? top !== null : groupReader.groupOf(name) !== null;
      const listed = hasItems ? await groupReader.listedBy(name, top, signal) : null;
      if (!top && !listed?.entries.length) return null;
      const fields = name === blocksPage ? entryFields.whole : entryFields.list;
      const [page, items] = await Promise.all([
        top ? itemWithText(lang, 'pages', top, signal) : pageWithoutText(name, defaultLanguage),
        listed ? itemsOf(lang, listed, fields, signal) : [],
      ]);
      return [page, ...items];
    },

    async item(lang, group, slug, signal) {
      if (slug.length > longestSlug || noSlug.test(slug)) return null;
      const list = lists[group];
      // One request finds both the page of the group and the item's own page.
      const query = { slug: `${list},${slug}`, _fields: entryFields.whole };
      const pages = await read.published('pages', query, signal);
      const top = chosen(pages, list, 0);
      const child = top && chosen(pages, slug, top.id);
      if (child) return [await itemWithText(lang, 'pages', child, signal)];
      const posts = await read.published('posts', { slug, _fields: entryFields.whole }, signal);
      const post = chosen(posts, slug, undefined);
      return post ? [await itemWithText(lang, 'posts', post, signal)] : null;
    },

    search: createWordPressSearch({ read, defaultLanguage }),
  };
}

/**
 * Creates an empty page for a group that has posts in WordPress but no page. The empty page has no title, so the site
 * shows its own title.
 */
function pageWithoutText(slug: string, lang: string): ContentItem {
  return { slug, title: { rendered: '' }, content: { rendered: '' }, meta: { lang } };
}
