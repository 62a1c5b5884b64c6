import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDataCache, type ReadSpec } from '../../../../server/cache/data-cache.ts';
import { pagePolicy } from '../../../../server/cache/lifetime.ts';
import { createReads } from '../../../../server/cache/reads.ts';
import { createTagRegistry } from '../../../../server/cache/tags.ts';
import { createRecordingLog } from '../../../helpers/recording-log.ts';

const start = Date.UTC(2026, 10, 21, 12);
const policy = { freshMs: 10_000, staleWhileRevalidateMs: 20_000, staleIfErrorMs: 600_000 };

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

const spec = (name: string, changes: Partial<ReadSpec<string>> = {}): ReadSpec<string> => ({
  key: { name },
  policy,
  tags: [name],
  load: async () => name,
  ...changes,
});

function setUp() {
  const tags = createTagRegistry();
  const { log } = createRecordingLog();
  const cache = createDataCache({ maxBytes: 1_000_000, tags, log, timeZone: 'Asia/Kolkata' });
  return { cache };
}

describe('the summary of a page’s reads', () => {
  it('contains the shortest lifetime and all tags of the reads', async () => {
    const { cache } = setUp();
    const reads = createReads(cache);
    await reads.read(spec('games', { policy: { ...policy, freshMs: 60_000, staleWhileRevalidateMs: 0 } }));
    await reads.read(spec('results:keno', { tags: ['results:keno', 'winners'] }));
    expect(reads.summary()).toEqual({
      expiresAtMs: start + 10_000,
      staleUntilMs: start + 30_000,
      errorUntilMs: start + 610_000,
      tags: ['games', 'results:keno', 'winners'],
      failing: false,
      partial: false,
    });
  });

  it('measures the lifetime from the load of the data, not from the render of the page', async () => {
    const { cache } = setUp();
    await createReads(cache).read(spec('results'));
    vi.setSystemTime(start + 8000);
    const reads = createReads(cache);
    await reads.read(spec('results'));
    expect(reads.summary().expiresAtMs).toBe(start + 10_000);
  });

  it('contains the default lifetime and no tags if nothing was read', () => {
    const { cache } = setUp();
    expect(createReads(cache).summary()).toMatchObject({
      expiresAtMs: start + pagePolicy.freshMs,
      tags: [],
    });
  });

  it('reports a failing upstream if a read returned old data', async () => {
    const { cache } = setUp();
    await createReads(cache).read(spec('results'));
    vi.setSystemTime(start + 40_000);
    const reads = createReads(cache);
    await reads.read(spec('results', { load: () => Promise.reject(new Error('down')) }));
    expect(reads.summary()).toMatchObject({ failing: true, expiresAtMs: start + 10_000 });
  });

  it('contains the tags of a read and the tags with which the cached value was stored', async () => {
    const { cache } = setUp();
    await createReads(cache).read(spec('draw', { tags: ['draws:keno'] }));
    const reads = createReads(cache);
    await reads.read(spec('draw', { tags: ['results:keno'] }));
    expect(reads.summary().tags).toEqual(['draws:keno', 'results:keno']);
  });

  it('has a short lifetime if a part of the page is missing', async () => {
    const { cache } = setUp();
    const reads = createReads(cache);
    const failing = spec('winners', { load: () => Promise.reject(new Error('down')) });
    await expect(reads.read(failing)).rejects.toThrow('down');
    reads.degrade();
    const summary = reads.summary();
    expect(summary).toMatchObject({ partial: true, tags: ['winners'] });
    expect(summary.expiresAtMs - start).toBeLessThanOrEqual(5000);
  });

  it('ends the lifetime at a time that the page itself sets', async () => {
    const { cache } = setUp();
    const reads = createReads(cache);
    await reads.read(spec('results'));
    reads.notAfter(start + 3000);
    expect(reads.summary()).toMatchObject({ expiresAtMs: start + 3000, staleUntilMs: start + 23_000 });
  });
});
