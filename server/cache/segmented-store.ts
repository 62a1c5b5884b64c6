import { LRUCache } from 'lru-cache';

export interface SegmentedStore<V extends object> {
  /** Returns a value and counts the call as a use. At its first use, an entry moves to the protected segment. */
  get(key: string): V | undefined;
  peek(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
  readonly bytes: number;
  readonly entries: number;
}

/**
 * The share of the bytes for the probation segment, which contains entries that have not been used since they were
 * stored.
 */
const probationShare = 0.3;

/**
 * A store bounded by bytes. New entries are stored in the small probation segment. Entries that are read again move to
 * the large protected segment (segmented LRU). A crawl over a million keys therefore cannot evict popular entries.
 * @param sizeOf returns the size of a value in bytes, a positive number. A value larger than a segment is not stored
 */
export function createSegmentedStore<V extends object>(
  maxBytes: number,
  sizeOf: (value: V, key: string) => number,
): SegmentedStore<V> {
  const probationBytes = Math.max(1, Math.floor(maxBytes * probationShare));
  const provenBytes = Math.max(1, maxBytes - probationBytes);
  const probation: LRUCache<string, V> = new LRUCache({
    maxSize: probationBytes,
    sizeCalculation: sizeOf,
    // While the protected segment has unused space, entries that are evicted from the probation segment move there.
    disposeAfter(value, key, reason) {
      if (reason === 'evict' && proven.calculatedSize + sizeOf(value, key) <= provenBytes)
        proven.set(key, value);
    },
  });
  const proven: LRUCache<string, V> = new LRUCache({
    maxSize: provenBytes,
    sizeCalculation: sizeOf,
    // An entry evicted from the protected segment returns to the probation segment.
    disposeAfter(value, key, reason) {
      if (reason === 'evict') probation.set(key, value);
    },
  });
  return {
    get(key) {
      const known = proven.get(key);
      if (known !== undefined) return known;
      const newcomer = probation.get(key);
      if (newcomer === undefined) return undefined;
      probation.delete(key);
      proven.set(key, newcomer);
      return newcomer;
    },
    peek: (key) => proven.peek(key) ?? probation.peek(key),
    set(key, value) {
      if (proven.has(key)) proven.set(key, value);
      else probation.set(key, value);
    },
    delete(key) {
      proven.delete(key);
      probation.delete(key);
    },
    get bytes() {
      return proven.calculatedSize + probation.calculatedSize;
    },
    get entries() {
      return proven.size + probation.size;
    },
  };
}

/**
 * Combines two stores. Values for which `isMinor` returns true are stored in `minor`, so that they cannot evict values
 * of `major`.
 */
export function createSplitStore<V extends object>(
  major: SegmentedStore<V>,
  minor: SegmentedStore<V>,
  isMinor: (value: V) => boolean,
): SegmentedStore<V> {
  return {
    get: (key) => major.get(key) ?? minor.get(key),
    peek: (key) => major.peek(key) ?? minor.peek(key),
    set(key, value) {
      const [into, other] = isMinor(value) ? [minor, major] : [major, minor];
      into.set(key, value);
      other.delete(key);
    },
    delete(key) {
      major.delete(key);
      minor.delete(key);
    },
    get bytes() {
      return major.bytes + minor.bytes;
    },
    get entries() {
      return major.entries + minor.entries;
    },
  };
}
