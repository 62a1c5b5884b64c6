import { describe, expect, it } from 'vitest';
import {
  cacheTagHeader,
  cdnTags,
  createTagRegistry,
  isTag,
  narrowestTags,
  pageTags,
} from '../../../../server/cache/tags.ts';

const reaches = (purged: string, carried: string[]) =>
  cdnTags([purged]).some((tag) => cacheTagHeader(carried).split(',').includes(tag));

describe('the tag registry', () => {
  it('purges only entries that have the tag and were loaded before the purge', () => {
    const tags = createTagRegistry();
    const before = tags.version;
    tags.purge(['cms:faq']);
    expect(tags.since(before, ['games', 'cms:faq'])).toBe('soft');
    expect(tags.since(before, ['cms:legal'])).toBe('no');
    expect(tags.since(tags.version, ['cms:faq'])).toBe('no');
  });

  it.each([
    ['results', 'results:keno', 'soft'],
    ['results', 'results:keno:evening', 'soft'],
    ['results:keno', 'results', 'soft'],
    ['results:keno:evening', 'results', 'soft'],
    ['results:keno', 'results:pick3', 'no'],
    ['results', 'resultsish', 'no'],
    ['upcoming', 'results:keno', 'no'],
  ] as const)('after a purge of %s, reports for an entry tagged %s: %s', (purged, carried, expected) => {
    const tags = createTagRegistry();
    const before = tags.version;
    tags.purge([purged]);
    expect(tags.since(before, [carried])).toBe(expected);
  });

  it('still reports a hard purge after a later soft purge of the same tag', () => {
    const tags = createTagRegistry();
    const before = tags.version;
    tags.purge(['cms:faq'], { hard: true });
    const between = tags.version;
    tags.purge(['cms:faq']);
    expect(tags.since(before, ['cms:faq'])).toBe('hard');
    expect(tags.since(between, ['cms:faq'])).toBe('soft');
  });

  it('applies a hard purge to entries that have only the parent tag', () => {
    const tags = createTagRegistry();
    tags.purge(['blogs:a'], { hard: true });
    expect(tags.since(0, ['blogs'])).toBe('hard');
    expect(tags.since(0, ['blogs:b'])).toBe('no');
  });

  it('forgets old purges beyond its limit, and treats entries from before a forgotten purge as stale', () => {
    const tags = createTagRegistry({ maxTags: 100 });
    tags.purge(['cms:first']);
    const after = tags.version;
    for (let index = 0; index < 1000; index++) tags.purge([`cms:page-${index}`]);
    expect(tags.since(0, ['cms:first'])).toBe('soft');
    expect(tags.since(after - 1, ['cms:never-purged'])).toBe('soft');
    expect(tags.since(tags.version, ['cms:never-purged'])).toBe('no');
  });
});

describe('pageTags', () => {
  it('returns each tag once', () => {
    expect(pageTags(['results', 'cms:a', 'results'])).toEqual(['cms:a', 'results']);
  });

  it('shortens tags to their first segments if there are more than fifty tags', () => {
    const many = Array.from({ length: 60 }, (_, index) => `cms:page-${index}`);
    expect(pageTags([...many, 'games'])).toEqual(['cms', 'games']);
  });

  it('shortens tags to their first segments if the header would exceed 4 kB', () => {
    const long = Array.from({ length: 49 }, (_, index) => `cms:${'x'.repeat(58)}${index}`);
    expect(cacheTagHeader(pageTags([...long, ...long.map((tag) => tag.replace('cms', 'blog'))]))).toBe(
      'blog,cms',
    );
    expect(cacheTagHeader(pageTags(long)).length).toBeLessThanOrEqual(4096);
  });

  it('shortens tags to their first segments if the CDN header would exceed fifty tags', () => {
    const scattered = Array.from({ length: 40 }, (_, index) => `kind${index}:one`);
    const sent = cacheTagHeader(pageTags(scattered)).split(',');
    expect(sent).toHaveLength(40);
    expect(sent).toContain('kind7');
  });

  it('shortens tags so that a purge of an original tag still matches the shortened tag', () => {
    const tags = createTagRegistry();
    const carried = pageTags(Array.from({ length: 60 }, (_, index) => `cms:page-${index}`));
    tags.purge(['cms:page-7']);
    expect(tags.since(0, carried)).toBe('soft');
  });
});

describe('a CDN that compares whole tags', () => {
  it.each([
    ['results', ['results:keno'], true],
    ['results:keno', ['results'], true],
    ['results:keno', ['results:keno'], true],
    ['results:keno', ['results:pick3'], false],
  ] as const)('on a purge of %s, removes a page with the tags %s: %s', (purged, carried, expected) => {
    expect(reaches(purged, [...carried])).toBe(expected);
  });
});

it('narrowestTags omits a parent tag if one of its child tags is present', () => {
  expect(narrowestTags(['results', 'results:keno', 'upcoming', 'upcoming:keno', 'winners'])).toEqual([
    'results:keno',
    'upcoming:keno',
    'winners',
  ]);
});

it.each(['', 'a b', 'a,b', 'a:', ':a', 'a\n', 'x'.repeat(65)])('isTag rejects %j', (tag) => {
  expect(isTag(tag)).toBe(false);
});
