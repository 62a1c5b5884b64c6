/**
 * The effect of purges on an older copy. 'no': the copy is unchanged. 'soft': the copy is stale. 'hard': the copy must
 * not be returned.
 */
export type Purged = 'no' | 'soft' | 'hard';

export interface TagRegistry {
  /**
   * A number that grows with every purge. A copy that was checked at this version need not be checked again until the
   * next purge.
   */
  readonly version: number;
  /**
   * Marks as stale all entries that have one of the tags and whose load began before this call. A hard purge deletes
   * these entries instead. Purging `results` also purges entries with `results:keno`. Purging `results:keno` also
   * purges entries with `results`, because those entries depend on all results. Entries with `results:lotto` stay
   * fresh.
   */
  purge(tags: readonly string[], options?: { hard?: boolean }): void;
  /** Called after purges may have been missed. Marks as stale all entries whose load began before this call. */
  purgeAll(): void;
  /** Returns the effect that the purges since `version` have on a copy with these tags. */
  since(version: number, tags: readonly string[]): Purged;
}

interface Generation {
  /**
   * The registry's versions at the last purges that concern a tag. `soft` and `hard` are for purges of the tag itself.
   * `softBelow` and `hardBelow` are for purges of longer tags that begin with the tag.
   */
  soft: number;
  hard: number;
  softBelow: number;
  hardBelow: number;
}

const maxTagLength = 64;
const wellFormed = /^[A-Za-z0-9._-]+(?::[A-Za-z0-9._-]+)*$/;

/**
 * Whether a text is a valid tag. A tag consists of parts with colons between them, such as `results:keno`. Commas and
 * spaces are invalid because they separate tags in `Cache-Tag`.
 */
export const isTag = (tag: string): boolean => tag.length <= maxTagLength && wellFormed.test(tag);

/** Returns the shorter tags that a tag begins with. For `a:b:c`, these are `a:b` and `a`. */
export function ancestorsOf(tag: string): string[] {
  const ancestors: string[] = [];
  for (let at = tag.lastIndexOf(':'); at > 0; at = tag.lastIndexOf(':', at - 1))
    ancestors.push(tag.slice(0, at));
  return ancestors;
}

/**
 * Records purges by tag.
 * @param maxTags the number of purged tags that are remembered. When a tag is forgotten, all entries older than its
 * purge count as purged, because an additional load is better than an outdated page
 */
export function createTagRegistry({ maxTags = 10_000 }: { maxTags?: number } = {}): TagRegistry {
  const generations = new Map<string, Generation>();
  let version = 0;
  let softFloor = 0;
  let hardFloor = 0;

  const touch = (tag: string): Generation => {
    const known = generations.get(tag) ?? { soft: 0, hard: 0, softBelow: 0, hardBelow: 0 };
    // Move a purged tag to the end of the map. The first tag of the map is then the least recently purged tag, which
    // `forget` removes.
    generations.delete(tag);
    generations.set(tag, known);
    return known;
  };

  const forget = () => {
    for (const [tag, known] of generations) {
      if (generations.size <= maxTags) return;
      softFloor = Math.max(softFloor, known.soft, known.softBelow);
      hardFloor = Math.max(hardFloor, known.hard, known.hardBelow);
      generations.delete(tag);
    }
  };

  return {
    get version() {
      return version;
    },
    purge(tags, { hard = false } = {}) {
      version++;
      for (const tag of tags) {
        const own = touch(tag);
        own.soft = version;
        if (hard) own.hard = version;
        for (const ancestor of ancestorsOf(tag)) {
          const above = touch(ancestor);
          above.softBelow = version;
          if (hard) above.hardBelow = version;
        }
      }
      forget();
    },
    purgeAll() {
      softFloor = ++version;
    },
    since(from, tags) {
      if (from === version) return 'no';
      let soft = softFloor;
      let hard = hardFloor;
      for (const tag of tags) {
        const own = generations.get(tag);
        if (own) {
          soft = Math.max(soft, own.soft, own.softBelow);
          hard = Math.max(hard, own.hard, own.hardBelow);
        }
        for (const ancestor of ancestorsOf(tag)) {
          const above = generations.get(ancestor);
          if (!above) continue;
          soft = Math.max(soft, above.soft);
          hard = Math.max(hard, above.hard);
        }
      }
      if (hard > from) return 'hard';
      return soft > from ? 'soft' : 'no';
    },
  };
}

/** The maximum numbers of tags and of characters in `Cache-Tag`, because some CDNs truncate longer headers. */
const maxPageTags = 50;
const maxCacheTagLength = 4000;

/**
 * Sorts the tags of a page and removes duplicates. If there are too many tags, each tag is replaced by its first part
 * (`cms:a`, `cms:b` → `cms`). A purge of `cms:a` also reaches pages with the tag `cms`.
 */
export function pageTags(tags: Iterable<string>): string[] {
  const sorted = [...new Set(tags)].sort();
  const header = cacheTagHeader(sorted);
  // The limits apply to the whole `Cache-Tag` header, which also contains the tags that `cacheTagHeader` adds.
  if (header.split(',').length <= maxPageTags && header.length <= maxCacheTagLength) return sorted;
  // Replace each tag by its first part. Few tags remain, because all tags of one kind of data have the same first part.
  return [...new Set(sorted.map((tag) => tag.split(':')[0] ?? tag))].sort();
}

/**
 * Returns the `Cache-Tag` header. A CDN compares whole tags only. The header therefore contains `results:*` next to
 * `results:keno`, and a purge of `results` also sends `results:*`.
 */
export function cacheTagHeader(tags: readonly string[]): string {
  const named = new Set<string>();
  for (const tag of tags) {
    named.add(tag);
    for (const ancestor of ancestorsOf(tag)) named.add(`${ancestor}:*`);
  }
  return [...named].join(',');
}

/** Returns the tags that a CDN must purge to drop the same entries as `purge` does in this process. */
export function cdnTags(tags: readonly string[]): string[] {
  const named = new Set<string>();
  for (const tag of tags) {
    for (const name of [tag, `${tag}:*`, ...ancestorsOf(tag)]) named.add(name);
  }
  return [...named];
}

/**
 * Removes each tag that is a prefix of another tag in the list. For an event with `results` and `results:keno`, only
 * `results:keno` is purged, so that the lists of other games stay cached.
 */
export const narrowestTags = (tags: readonly string[]): string[] =>
  tags.filter((tag) => !tags.some((other) => other.startsWith(`${tag}:`)));
