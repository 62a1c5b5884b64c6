import type { ContentPage } from '../../shared/contract/content.ts';
import type { ReadOptions, ReadSpec } from '../cache/data-cache.ts';
import type { Reads } from '../cache/reads.ts';
import type { LinkRules } from '../content/content-links.ts';
import type { ContentClient } from '../upstream/content-client.ts';
import type { ContentGroup } from '../upstream/wordpress/groups.ts';
import { type CleanItem, type CleanPage, cleanContent } from './clean-content.ts';
import { contentItemRule, contentRule } from './read-rules.ts';

/** Reads the content host through the data cache. The HTML is sanitised before it enters the cache. */
export interface ContentReads {
  /** Returns a page with the items that the page lists, or null if there is no such page. */
  page(
    reads: Reads,
    lang: string,
    name: string,
    options?: Pick<ReadOptions, 'fresh'>,
  ): Promise<CleanPage | null>;
  /** Returns one item of a group, or null if there is no such item. */
  item(reads: Reads, lang: string, group: ContentGroup, slug: string): Promise<CleanItem | null>;
}

interface ContentReadsDeps {
  content: ContentClient;
  rules: Omit<LinkRules, 'postPath'>;
  /** The groups whose items can be posts in WordPress. The key is the name of the page that lists the group. */
  groupOfList: ReadonlyMap<string, ContentGroup>;
  /** Creates a `Reads` object that belongs to no client, so that no disconnect cancels its reads. */
  createReads: () => Reads;
  /** Called after each read of a CMS page. `exists` states whether the content host has the page. */
  notePage: (lang: string, name: string, exists: boolean) => void;
}

export function createContentReads(deps: ContentReadsDeps): ContentReads {
  const { content, rules, groupOfList, createReads, notePage } = deps;

  /**
   * Reads a list page to find the paths of the listed items. This read does not affect the lifetime of the page that
   * links to the items.
   */
  const peekPage = (lang: string, name: string): Promise<CleanPage | null> =>
    createReads().peek(pageSpec(lang, name));

  /** Returns the path of each listed post, by slug. The lists in the default language decide which posts exist. */
  const postPaths = async (): Promise<ReadonlyMap<string, string>> => {
    const lists = await Promise.allSettled(
      Array.from(groupOfList, async ([name, group]) =>
        pathsOf(group, (await peekPage(rules.defaultLanguage, name))?.items ?? []),
      ),
    );
    return new Map(lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : [])));
  };

  /**
   * Sanitises the texts of a CMS response. It reads the lists of posts only if a text has a link that may lead to a
   * post.
   * @param ownGroup the group, if the response is a list of posts. In this case, only links to posts of this list are
   * converted. Other lists are not read, because two lists could then wait for each other forever
   */
  const clean = async (
    answer: ContentPage | null,
    lang: string,
    ownGroup?: ContentGroup,
  ): Promise<CleanPage | null> => {
    let hasUnknown = false;
    const page = cleanContent(answer, lang, {
      ...rules,
      postPath: () => {
        hasUnknown = true;
        return null;
      },
    });
    if (!page || !hasUnknown) return page;
    const paths = ownGroup ? new Map(pathsOf(ownGroup, page.items)) : await postPaths();
    return cleanContent(answer, lang, { ...rules, postPath: (slug) => paths.get(slug) ?? null });
  };

  function pageSpec(lang: string, name: string): ReadSpec<CleanPage | null> {
    return {
      key: { content: name, lang },
      ...contentRule(name),
      load: async (signal) => clean(await content.page(lang, name, { signal }), lang, groupOfList.get(name)),
    };
  }

  return {
    async page(reads, lang, name, options) {
      const found = await reads.read(pageSpec(lang, name), options);
      notePage(lang, name, found !== null);
      return found;
    },
    async item(reads, lang, group, slug) {
      const found = await reads.read({
        key: { content: { group, slug }, lang },
        ...contentItemRule(group, slug),
        load: async (signal) => clean(await content.item(lang, group, slug, { signal }), lang),
      });
      return found?.page ?? null;
    },
  };
}

const pathsOf = (group: ContentGroup, items: readonly CleanItem[]): [string, string][] =>
  items.map(({ slug }) => [slug, `/${group}/${encodeURIComponent(slug)}`]);
