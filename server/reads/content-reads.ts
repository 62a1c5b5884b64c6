import type { ReadOptions } from '../cache/data-cache.ts';
import type { Reads } from '../cache/reads.ts';
import type { LinkRules } from '../content/content-links.ts';
import type { ContentClient } from '../upstream/content-client.ts';
import type { ContentGroup } from '../upstream/wordpress/groups.ts';
import { type CleanItem, type CleanPage, cleanContent } from './clean-content.ts';
import { contentItemRule, contentRule } from './read-rules.ts';

/** Reads the content host through the data cache. The HTML is sanitised before it enters the cache. */
export interface ContentReads {
  /** Returns a page with the items that it lists, or null if there is none. */
  page(
    reads: Reads,
    lang: string,
    name: string,
    options?: Pick<ReadOptions, 'fresh'>,
  ): Promise<CleanPage | null>;
  /** Returns one item of a group, or null if there is none. */
  item(reads: Reads, lang: string, group: ContentGroup, slug: string): Promise<CleanItem | null>;
}

/** @param notePage receives whether the content host has a page, after each read of the page */
export function createContentReads(
  content: ContentClient,
  rules: LinkRules,
  notePage: (lang: string, name: string, exists: boolean) => void,
): ContentReads {
  return {
    async page(reads, lang, name, options) {
      const { policy, tags } = contentRule(name);
      const load = async (signal: AbortSignal) =>
        cleanContent(await content.page(lang, name, { signal }), lang, rules);
      const found = await reads.read({ key: { content: name, lang }, policy, tags, load }, options);
      notePage(lang, name, found !== null);
      return found;
    },
    async item(reads, lang, group, slug) {
      const { policy, tags } = contentItemRule(group, slug);
      const found = await reads.read({
        key: { content: { group, slug }, lang },
        policy,
        tags,
        load: async (signal) => cleanContent(await content.item(lang, group, slug, { signal }), lang, rules),
      });
      return found?.page ?? null;
    },
  };
}
