import { describe, expect, it } from 'vitest';
import { createPurge, type PurgeNote } from '../../../../server/cache/purge.ts';
import { createTagRegistry } from '../../../../server/cache/tags.ts';

function start() {
  const tags = createTagRegistry();
  const cdnPurges: { tags: readonly string[]; id: string | undefined }[] = [];
  const announced: PurgeNote[] = [];
  const counted: string[] = [];
  const lags: [string, number][] = [];
  const purge = createPurge({
    tags,
    nowMs: () => 10_000,
    cdn: {
      purge: (named, id) => void cdnPurges.push({ tags: named, id }),
      settled: async () => undefined,
      waiting: 0,
      failed: 0,
      close: () => undefined,
    },
    metrics: {
      purged: (origin) => void counted.push(origin),
      purgeLag: (origin, seconds) => void lags.push([origin, seconds]),
    },
    bus: { announce: (note) => void announced.push(note) },
  });
  return { tags, purge, cdnPurges, announced, counted, lags };
}

describe('a purge that starts in this process', () => {
  it('reaches the local caches, the other processes and the CDN with the same id', () => {
    const { tags, purge, cdnPurges, announced } = start();
    purge.byOperator(['cms:faq'], { hard: true });
    expect(tags.since(0, ['cms:faq'])).toBe('hard');
    expect(announced).toMatchObject([{ tags: ['cms:faq'], hard: true, atMs: 10_000 }]);
    expect(cdnPurges).toEqual([{ tags: ['cms:faq'], id: announced[0]?.id }]);
  });

  it('is applied only once if its platform event arrives several times', () => {
    const { tags, purge, cdnPurges, announced, counted, lags } = start();
    purge.byEvent(['results:keno'], 'event:7', 9_500);
    const { version } = tags;
    purge.byEvent(['results:keno'], 'event:7', 9_500);
    purge.fromPeer({ id: 'event:7', tags: ['results:keno'], hard: false });
    expect(tags.version).toBe(version);
    expect([cdnPurges.length, announced.length]).toEqual([1, 1]);
    expect(counted).toEqual(['event']);
    expect(lags).toEqual([['event', 0.5]]);
  });

  it('is applied for each platform event without an id, because such an event cannot be recognised as a repeated one', () => {
    const { tags, purge } = start();
    purge.byEvent(['results:keno'], null);
    const { version } = tags;
    purge.byEvent(['results:keno'], null);
    expect(tags.version).toBeGreaterThan(version);
  });

  it('covers, after a gap in the event stream, the tags of all draw data', () => {
    const { purge, cdnPurges, announced } = start();
    purge.afterGap();
    expect(cdnPurges[0]?.tags).toContain('results');
    expect(announced[0]?.tags).toContain('winners');
  });
});

describe('a purge from another process', () => {
  it('is applied locally and not forwarded', () => {
    const { tags, purge, cdnPurges, announced, lags } = start();
    purge.fromPeer({ id: 'a', tags: ['cms:faq'], hard: true, atMs: 9_000 });
    expect(tags.since(0, ['cms:faq'])).toBe('hard');
    expect(cdnPurges).toEqual([]);
    expect(announced).toEqual([]);
    expect(lags).toEqual([['peer', 1]]);
  });

  it('is not repeated when its platform event arrives later', () => {
    const { tags, purge, cdnPurges } = start();
    purge.fromPeer({ id: 'event:7', tags: ['results:keno'], hard: false });
    const { version } = tags;
    purge.byEvent(['results:keno'], 'event:7');
    expect(tags.version).toBe(version);
    expect(cdnPurges).toEqual([]);
  });

  it('if it comes from the primary process, is forwarded once to other instances and never to the CDN', () => {
    const { purge, cdnPurges, announced } = start();
    purge.byPrimary({ id: 'b', tags: ['cms:faq'], hard: false });
    purge.byPrimary({ id: 'b', tags: ['cms:faq'], hard: false });
    expect(announced).toHaveLength(1);
    expect(cdnPurges).toEqual([]);
  });
});
