import { z } from 'zod';
import { isTag } from '../cache/tags.ts';
import { mediaTag } from './media-store.ts';

const Change = z.object({
  /**
   * The kind of change. 'list': a category, or the order of its items. 'site': a setting that may concern every text.
   */
  type: z.enum(['page', 'post', 'file', 'list', 'site']),
  /** Paths of the text, before and after the change and in all languages, such as `games/golden-keno`. */
  paths: z.array(z.string().max(500)).max(64).default([]),
  /** True if the text is no longer published. */
  removed: z.boolean().default(false),
});

/** The body of a notice, in which the CMS names the texts that editors have changed. */
export const Notice = z.object({
  id: z.string().regex(/^[A-Za-z0-9-]{8,64}$/),
  changes: z.array(Change).min(1).max(200),
});
type Change = z.infer<typeof Change>;

/** The maximum number of cache tags of a notice. A notice with more tags purges all texts. */
const mostTags = 400;
const allTexts = 'cms';

const decodedSegments = (path: string): string[] => {
  try {
    return decodeURIComponent(path).split('/').filter(Boolean);
  } catch {
    return [];
  }
};

/** Tags of a changed text itself, and tags of the lists and texts that mention it. */
interface ChangedTags {
  own: string[];
  lists: string[];
}

/**
 * Maps the name of each list of CMS texts to the name of its group. A group is a part of the site, such as `games`, in
 * which each item has its own page. Usually both names are equal.
 */
type Groups = ReadonlyMap<string, string>;

/**
 * Returns the names of lists and of their groups. The tag of a text contains the name of the group. A list also has a
 * tag with the name of the list.
 */
function bothNames(lists: Iterable<string>, groups: Groups): string[] {
  const names = new Set<string>();
  for (const list of lists) names.add(list).add(groups.get(list) ?? list);
  return [...names];
}

/**
 * Returns the tags of one path. A text at `games/golden-keno` is an item of the group `games`, and it may also be shown
 * as a part of its parent page.
 */
function tagsOfPath(path: string, groups: Groups, isPost: boolean): ChangedTags {
  const segments = decodedSegments(path);
  const slug = segments.at(-1);
  if (slug === undefined) return { own: [], lists: [] };
  const parents = bothNames(isPost ? groups.keys() : segments.slice(0, -1), groups);
  return {
    own: [...(isPost ? [] : [slug]), ...parents.map((parent) => `${parent}-${slug}`)],
    lists: parents,
  };
}

function tagsOfChange({ type, paths }: Change, groups: Groups): ChangedTags {
  if (type === 'file') return { own: [mediaTag], lists: [] };
  if (type === 'site') return { own: [], lists: [allTexts, mediaTag] };
  const found = paths.map((path) => tagsOfPath(path, groups, type === 'post'));
  const named = (names: string[]) => names.map((name) => `${allTexts}:${name}`);
  return {
    own: named(found.flatMap(({ own }) => own)),
    lists: named(type === 'list' ? bothNames(groups.keys(), groups) : found.flatMap(({ lists }) => lists)),
  };
}

/**
 * Returns tags that can be purged. If a slug contains letters that a tag cannot contain, all texts are purged instead.
 */
const usable = (tags: Iterable<string>): string[] => {
  const named = [...new Set([...tags].map((tag) => (isTag(tag) ? tag : allTexts)))];
  return named.length > mostTags || named.includes(allTexts)
    ? [...new Set([allTexts, ...named.filter((tag) => tag === mediaTag)])]
    : named;
};

/**
 * Returns the tags of changed texts, in all languages. A changed item also purges the tags of its groups, because
 * lists, search texts, the home page and the sitemap depend on these tags.
 * @returns two lists of tags. Cache entries with a tag in `changed` become stale; those with a tag in `removed` are
 * deleted
 */
export function tagsOfNotice(
  { changes }: z.infer<typeof Notice>,
  groups: Groups,
): { changed: string[]; removed: string[] } {
  const changed = new Set<string>();
  const removed = new Set<string>();
  for (const change of changes) {
    const { own, lists } = tagsOfChange(change, groups);
    for (const tag of lists) changed.add(tag);
    for (const tag of own) (change.removed ? removed : changed).add(tag);
  }
  return { changed: usable(changed), removed: usable(removed) };
}
