/** Effect of purges on an older copy: none, stale, or forbidden. */
export type Purged = 'no' | 'soft' | 'hard';

export interface TagRegistry {
  /** Grows with every purge: a copy checked at a version need not be checked again until the next one. */
  readonly version: number;
  /**
   * Marks as stale (or, hard, drops) all entries with one of the tags whose load began before now. Purging
   * `results` reaches `results:keno`; purging `results:keno` reaches entries with `results`, which depend on
   * all results, but no siblings.
   */
  purge(tags: readonly string[], options?: { hard?: boolean }): void;
  /** Marks all entries as stale whose load began before now, because purges were missed. */
  purgeAll(): void;
  /** Effect of the purges since `version` on a copy with these tags. */
  since(version: number, tags: readonly string[]): Purged;
}

interface Generation {
  /** Versions of the last purges of the tag itself, and of a tag below it. */
  soft: number;
  hard: number;
  softBelow: number;
  hardBelow: number;
}

const maxTagLength = 64;
const wellFormed = /^[A-Za-z0-9._-]+(?::[A-Za-z0-9._-]+)*$/;

/** Names with parts between colons: `results:keno`. No commas or spaces, for `Cache-Tag`. */
export const isTag = (tag: string): boolean => tag.length <= maxTagLength && wellFormed.test(tag);

/** `a:b:c` → `a:b`, `a`. */
export function ancestorsOf(tag: string): string[] {
  const ancestors: string[] = [];
  for (let at = tag.lastIndexOf(':'); at > 0; at = tag.lastIndexOf(':', at - 1))
    ancestors.push(tag.slice(0, at));
  return ancestors;
}

/**
 * @param maxTags how many purged tags are remembered; when one is forgotten, everything older than its purge
 * counts as purged: too stale rather than too fresh
 */
export function createTagRegistry({ maxTags = 10_000 }: { maxTags?: number } = {}): TagRegistry {
  const generations = new Map<string, Generation>();
  let version = 0;
  let softFloor = 0;
  let hardFloor = 0;

  const touch = (tag: string): Generation => {
    const known = generations.get(tag) ?? { soft: 0, hard: 0, softBelow: 0, hardBelow: 0 };
    // Most recently purged last, so that the first is the one to forget.
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

/** Limits of names and of characters in `Cache-Tag`: some CDNs cut off longer headers. */
const maxPageTags = 50;
const maxCacheTagLength = 4000;

/**
 * The tags of a page from those of its reads, sorted and without duplicates. If they are too many, tags with
 * a common head are replaced by the head (`cms:a`, `cms:b` → `cms`), which every purge of one of them
 * reaches.
 */
export function pageTags(tags: Iterable<string>): string[] {
  const sorted = [...new Set(tags)].sort();
  const header = cacheTagHeader(sorted);
  // Counted as sent: the names that `head:*` adds are names too.
  if (header.split(',').length <= maxPageTags && header.length <= maxCacheTagLength) return sorted;
  // There are few heads: one for each kind of read.
  return [...new Set(sorted.map((tag) => tag.split(':')[0] ?? tag))].sort();
}

/**
 * The `Cache-Tag` header for a CDN, which compares whole tags only: a tag below a head adds `head:*`, so that
 * a purge of the head can reach it.
 */
export function cacheTagHeader(tags: readonly string[]): string {
  const named = new Set<string>();
  for (const tag of tags) {
    named.add(tag);
    for (const ancestor of ancestorsOf(tag)) named.add(`${ancestor}:*`);
  }
  return [...named].join(',');
}

/** The tags that a CDN must purge to drop the same entries as `purge` does here. */
export function cdnTags(tags: readonly string[]): string[] {
  const named = new Set<string>();
  for (const tag of tags) {
    for (const name of [tag, `${tag}:*`, ...ancestorsOf(tag)]) named.add(name);
  }
  return [...named];
}

/**
 * Without the tags that another of them makes more precise: a result's `results` and `results:keno` together mean
 * that Keno was drawn, and the lists of other games stay as they are.
 */
export const narrowestTags = (tags: readonly string[]): string[] =>
  tags.filter((tag) => !tags.some((other) => other.startsWith(`${tag}:`)));
