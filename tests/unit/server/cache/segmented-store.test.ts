import { describe, expect, it } from 'vitest';
import { createSegmentedStore, createSplitStore } from '../../../../server/cache/segmented-store.ts';

interface Thing {
  size: number;
  minor?: boolean;
}
const sizeOf = ({ size }: Thing) => size;

const split = () =>
  createSplitStore<Thing>(
    createSegmentedStore(1000, sizeOf),
    createSegmentedStore(100, sizeOf),
    ({ minor = false }) => minor,
  );

describe('a segmented store', () => {
  it('never exceeds its size limit', () => {
    const store = createSegmentedStore<Thing>(1000, sizeOf);
    for (let index = 0; index < 500; index++) {
      store.set(`key ${index}`, { size: 1 + (index % 90) });
      if (index % 3 === 0) store.get(`key ${index}`);
      expect(store.bytes).toBeLessThanOrEqual(1000);
    }
    expect(store.entries).toBeGreaterThan(5);
  });

  it('uses nearly all its space even if each entry was requested only once', () => {
    const store = createSegmentedStore<Thing>(1000, sizeOf);
    for (let index = 0; index < 200; index++) store.set(`key ${index}`, { size: 10 });
    expect(store.bytes).toBeGreaterThan(950);
  });

  it('keeps entries that were requested twice, even if a crawler requests many other pages once', () => {
    const store = createSegmentedStore<Thing>(1000, sizeOf);
    store.set('home', { size: 100 });
    store.get('home');
    for (let index = 0; index < 10_000; index++) store.set(`crawled ${index}`, { size: 10 });
    expect(store.peek('home')).toBeDefined();
    for (let index = 0; index < 50; index++) {
      store.set(`popular ${index}`, { size: 10 });
      store.get(`popular ${index}`);
      store.get('home');
    }
    expect(store.peek('home')).toBeDefined();
    expect(store.peek('popular 0')).toBeDefined();
  });

  it('evicts only the oldest entries if every entry was requested twice', () => {
    const store = createSegmentedStore<Thing>(1000, sizeOf);
    for (let index = 0; index < 20; index++) {
      store.set(`proven ${index}`, { size: 100 });
      store.get(`proven ${index}`);
    }
    expect(store.peek('proven 0')).toBeUndefined();
    expect(store.peek('proven 19')).toBeDefined();
    expect(store.bytes).toBeGreaterThan(800);
  });

  it('removes the old entry if its replacement exceeds the size limit', () => {
    const store = createSegmentedStore<Thing>(1000, sizeOf);
    store.set('page', { size: 10 });
    store.set('page', { size: 5000 });
    expect(store.peek('page')).toBeUndefined();
    expect(store.bytes).toBe(0);
  });
});

describe('a segmented store with a part for low-priority entries', () => {
  it('lets low-priority entries evict only other low-priority entries', () => {
    const store = split();
    store.set('page', { size: 50 });
    for (let index = 0; index < 10_000; index++) store.set(`/nowhere/${index}`, { size: 5, minor: true });
    expect(store.peek('page')).toBeDefined();
    expect(store.bytes).toBeLessThanOrEqual(150);
  });

  it('keeps only one value for each key across both parts', () => {
    const store = split();
    store.set('page', { size: 50 });
    store.set('page', { size: 5, minor: true });
    expect(store.get('page')).toEqual({ size: 5, minor: true });
    store.set('page', { size: 50 });
    expect(store.get('page')).toEqual({ size: 50 });
    expect(store.entries).toBe(1);
  });
});
