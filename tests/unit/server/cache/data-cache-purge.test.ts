import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settle, setUpDataCache, start } from './set-up-data-cache.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a purge of the data cache', () => {
  it('makes the next read reload the value, but keeps the old value as a fallback', async () => {
    const { read, tags, load } = setUpDataCache();
    await read();
    tags.purge(['results']);
    expect(await read()).toMatchObject({ value: 2, age: 'fresh' });
    tags.purge(['results']);
    load.mockRejectedValueOnce(new Error('upstream is down'));
    expect(await read()).toMatchObject({ value: 2, age: 'stale-if-error' });
  });

  it('does not affect entries that have none of the purged tags', async () => {
    const { read, tags, load } = setUpDataCache();
    await read();
    tags.purge(['results:pick3', 'cms']);
    await read();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('removes the old value in hard mode, so that the next read fails if its load fails', async () => {
    const { read, tags, load } = setUpDataCache();
    await read();
    tags.purge(['results:keno'], { hard: true });
    load.mockRejectedValueOnce(new Error('upstream is down'));
    await expect(read()).rejects.toThrow('upstream is down');
  });

  it.each([false, true])(
    'lets waiting callers receive the value of the running load, but makes later callers wait for a new load (hard: %s)',
    async (hard) => {
      const { read, tags, load } = setUpDataCache();
      const [older, newer] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
      load.mockReturnValueOnce(older.promise).mockReturnValueOnce(newer.promise);
      const before = read();
      await settle();
      tags.purge(['results:keno'], { hard });
      const after = read();
      await settle();
      expect(load).toHaveBeenCalledTimes(2);
      // The older load ends after the newer load, but must not overwrite the newer value.
      newer.resolve(200);
      older.resolve(100);
      expect(await before).toMatchObject({ value: 100 });
      expect((await before).age).not.toBe('fresh');
      expect(await after).toMatchObject({ value: 200, age: 'fresh' });
      expect(await read()).toMatchObject({ value: 200, age: 'fresh' });
      expect(load).toHaveBeenCalledTimes(2);
    },
  );

  it('prevents a load that started before the purge from caching its value as fresh', async () => {
    const { read, tags, load } = setUpDataCache();
    const slow = Promise.withResolvers<number>();
    load.mockReturnValueOnce(slow.promise);
    const before = read();
    await settle();
    tags.purge(['results:keno']);
    slow.resolve(100);
    await before;
    expect(await read()).toMatchObject({ value: 1, age: 'fresh' });
  });

  it('does not affect a running load that has none of the purged tags', async () => {
    const { read, tags, load } = setUpDataCache();
    const first = read();
    tags.purge(['cms:faq']);
    const second = read();
    expect([(await first).age, (await second).age]).toEqual(['fresh', 'fresh']);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('lets the next read call the upstream at once, even shortly after a failure', async () => {
    const { read, tags, load } = setUpDataCache();
    await read();
    vi.setSystemTime(start + 31_000);
    load.mockRejectedValueOnce(new Error('upstream is down'));
    await read();
    tags.purge(['results:keno']);
    expect(await read()).toMatchObject({ value: 2, age: 'fresh' });
  });
});
