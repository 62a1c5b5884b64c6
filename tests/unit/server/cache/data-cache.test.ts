import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LoadTimeout } from '../../../../server/cache/loads.ts';
import { settle, setUpDataCache, start } from './set-up-data-cache.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a cached value', () => {
  it('is returned from memory while it is fresh', async () => {
    const { read, load } = setUpDataCache();
    await read();
    vi.setSystemTime(start + 9999);
    expect(await read()).toMatchObject({ value: 1, age: 'fresh', expiresAtMs: start + 10_000 });
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is returned at once while it is stale, and one load replaces it', async () => {
    const { read, load } = setUpDataCache();
    await read();
    vi.setSystemTime(start + 12_000);
    const answers = await Promise.all(Array.from({ length: 50 }, () => read()));
    expect(answers.every(({ value, age }) => value === 1 && age === 'stale')).toBe(true);
    await settle();
    expect(load).toHaveBeenCalledTimes(2);
    expect(await read()).toMatchObject({ value: 2, age: 'fresh', expiresAtMs: start + 22_000 });
  });

  it('stays stale while its background load is slow', async () => {
    const { read, load } = setUpDataCache();
    await read();
    vi.setSystemTime(start + 12_000);
    load.mockImplementationOnce(() => new Promise((resolve) => setTimeout(resolve, 5000, 7)));
    expect(await read()).toMatchObject({ value: 1, age: 'stale' });
    await vi.advanceTimersByTimeAsync(3000);
    expect(await read()).toMatchObject({ value: 1, age: 'stale' });
    await vi.advanceTimersByTimeAsync(2000);
    expect(await read()).toMatchObject({ value: 7, age: 'fresh' });
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('is reloaded only once for concurrent callers that prefer fresh data', async () => {
    const { cache, spec, read, load } = setUpDataCache();
    await read();
    vi.setSystemTime(start + 12_000);
    const behind = [cache.read(spec(), { fresh: true }), cache.read(spec(), { fresh: true })];
    expect(await read()).toMatchObject({ value: 1, age: 'stale' });
    for (const answer of behind) expect(await answer).toMatchObject({ value: 2, age: 'fresh' });
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('if the load fails, is returned stale even to a caller that prefers fresh data', async () => {
    const { cache, spec, read, load } = setUpDataCache();
    await read();
    vi.setSystemTime(start + 12_000);
    load.mockRejectedValueOnce(new Error('upstream is down'));
    expect(await cache.read(spec(), { fresh: true })).toMatchObject({ value: 1, age: 'stale-if-error' });
  });

  it('is reloaded after its stale time, and returned only after this load', async () => {
    const { read } = setUpDataCache();
    await read();
    vi.setSystemTime(start + 31_000);
    expect(await read()).toMatchObject({ value: 2, age: 'fresh' });
  });

  it('is returned even after its stale time if the load fails', async () => {
    const { read, load, lines } = setUpDataCache();
    await read();
    vi.setSystemTime(start + 31_000);
    const failure = new Error('upstream is down');
    load.mockRejectedValueOnce(failure);
    expect(await read()).toMatchObject({ value: 1, age: 'stale-if-error', expiresAtMs: start + 10_000 });
    expect(lines).toEqual([expect.objectContaining({ level: 'warn' })]);
    expect(lines[0]?.fields).toMatchObject({ err: failure });
  });

  it('is not returned after its maximum age, even if the load fails', async () => {
    const { read, load } = setUpDataCache();
    await read();
    vi.setSystemTime(start + 10_000 + 600_000);
    load.mockRejectedValueOnce(new Error('upstream is down'));
    await expect(read()).rejects.toThrow('upstream is down');
  });
});

describe('the data cache while the upstream fails', () => {
  it('returns old values at once and retries the load at intervals', async () => {
    const { read, load } = setUpDataCache();
    await read();
    vi.setSystemTime(start + 31_000);
    load.mockRejectedValue(new Error('upstream is down'));
    await read();
    for (let index = 0; index < 100; index++)
      expect(await read()).toMatchObject({ value: 1, age: 'stale-if-error' });
    expect(load).toHaveBeenCalledTimes(2);

    load.mockResolvedValue(99);
    await vi.advanceTimersByTimeAsync(3000);
    await read();
    await settle();
    expect(await read()).toMatchObject({ value: 99, age: 'fresh' });
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('keeps the stale value when a refresh fails', async () => {
    const { read, load } = setUpDataCache();
    await read();
    vi.setSystemTime(start + 12_000);
    load.mockRejectedValueOnce(new Error('upstream is down'));
    await read();
    await settle();
    expect(await read()).toMatchObject({ value: 1 });
  });

  it('also returns an old value if a load takes longer than one second', async () => {
    const { read, load } = setUpDataCache();
    await read();
    vi.setSystemTime(start + 31_000);
    const hanging = Promise.withResolvers<number>();
    load.mockReturnValueOnce(hanging.promise);
    const waiting = read();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await waiting).toMatchObject({ value: 1, age: 'stale-if-error' });
    expect(await read()).toMatchObject({ value: 1, age: 'stale-if-error' });
    hanging.resolve(42);
    await settle();
    expect(await read()).toMatchObject({ value: 42, age: 'fresh' });
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('aborts a hanging load, so that the next read can start another', async () => {
    const { read, load } = setUpDataCache();
    let given: AbortSignal | undefined;
    load.mockImplementationOnce((signal) => {
      given = signal;
      return new Promise(() => undefined);
    });
    const [failed] = await Promise.all([
      read().catch((error: unknown) => error),
      vi.advanceTimersByTimeAsync(10_000),
    ]);
    expect(failed).toBeInstanceOf(LoadTimeout);
    expect(given?.aborted).toBe(true);
    expect(await read()).toMatchObject({ value: 1 });
  });

  it('does not cache a failed load', async () => {
    const { read, load } = setUpDataCache();
    load.mockRejectedValueOnce(new Error('upstream is down'));
    await expect(read()).rejects.toThrow('upstream is down');
    expect(await read()).toMatchObject({ value: 1, age: 'fresh' });
  });
});

describe('a load shared by concurrent reads', () => {
  it('serves a thousand reads of an uncached key', async () => {
    const { read, load, events } = setUpDataCache();
    const answers = await Promise.all(Array.from({ length: 1000 }, () => read()));
    expect(load).toHaveBeenCalledTimes(1);
    expect(new Set(answers.map(({ value }) => value))).toEqual(new Set([1]));
    expect(events.filter((event) => event === 'collapsed')).toHaveLength(999);
  });

  it('rejects a thousand reads of an uncached key when the upstream fails', async () => {
    const { read, load } = setUpDataCache();
    load.mockRejectedValue(new Error('upstream is down'));
    const answers = await Promise.allSettled(Array.from({ length: 1000 }, () => read()));
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('does not delay reads of other keys', async () => {
    const { read, load } = setUpDataCache();
    load.mockImplementationOnce(() => new Promise(() => undefined));
    void read({ key: { call: 'hangs' } }).catch(() => undefined);
    expect(await read({ key: { call: 'answers' } })).toMatchObject({ value: 1 });
  });
});

describe('the lifetime of a cached value', () => {
  it('ends at the time that the value itself specifies', async () => {
    const { read } = setUpDataCache();
    expect(await read({ notAfterMs: (value) => start + value * 4000 })).toMatchObject({
      expiresAtMs: start + 4000,
    });
  });

  it('never extends beyond midnight in the site’s time zone', async () => {
    const { read } = setUpDataCache();
    // 18:29:55 UTC is 23:59:55 in India.
    vi.setSystemTime(Date.UTC(2026, 10, 21, 18, 29, 55));
    expect(await read()).toMatchObject({ expiresAtMs: Date.UTC(2026, 10, 21, 18, 30) });
  });

  it('begins when the request is sent, not when the answer arrives', async () => {
    const { read, load } = setUpDataCache();
    load.mockImplementationOnce(async () => {
      await new Promise((resolve) => setTimeout(resolve, 4000));
      return 1;
    });
    const reading = read();
    await vi.advanceTimersByTimeAsync(4000);
    expect(await reading).toMatchObject({ expiresAtMs: start + 10_000 });
  });
});

describe('the data cache at its size limit', () => {
  it('never stores more than the limit', async () => {
    const { cache, read } = setUpDataCache({ maxBytes: 100_000 });
    for (let index = 0; index < 300; index++) {
      await read({ key: { call: 'result', index }, size: () => 100 + (index % 7) * 1000 });
      expect(cache.bytes).toBeLessThanOrEqual(100_000);
    }
    expect(cache.entries).toBeGreaterThan(5);
  });

  it('evicts keys that were read once, and keeps keys that were read repeatedly', async () => {
    const { read, load } = setUpDataCache({ maxBytes: 50_000 });
    await read();
    await read();
    for (let index = 0; index < 2000; index++) await read({ key: { drawNumber: index } });
    load.mockClear();
    await read();
    expect(load).not.toHaveBeenCalled();
  });
});
