import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type MadePage, NotForEveryone, PageFailed } from '../../../../server/cache/page-cache.ts';
import { fails, made, setUpPageCache, start, textOf } from './set-up-page-cache.ts';

beforeEach(() => {
  // Replace only `Date`. The tests need real timers, because compression runs on real threads.
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the page cache', () => {
  it('renders a page once for concurrent requests, and serves the stored copy afterwards', async () => {
    const { pages } = setUpPageCache();
    const make = vi.fn<() => Promise<MadePage>>(async () => made('home'));
    const outcomes = await Promise.all(Array.from({ length: 1000 }, () => pages.load('/', make)));
    expect(make).toHaveBeenCalledTimes(1);
    expect(outcomes.filter(({ collapsed }) => !collapsed)).toHaveLength(1);
    expect(textOf(pages.find('/'))).toBe('home');
  });

  it('does not compress a page again if a new render produces the same bytes', async () => {
    const { pages } = setUpPageCache();
    await pages.load('/', async () => made('home'));
    const before = pages.find('/')?.value.entry;
    await pages.load('/', async () => made('home'));
    const entry = pages.find('/')?.value.entry;
    expect(entry).toBeDefined();
    expect(entry).not.toBe(before);
    expect(entry?.representations.br.body).toBe(before?.representations.br.body);
  });

  it('expires a page when the page’s data expires, regardless of when the page was rendered', async () => {
    const { pages } = setUpPageCache();
    const data = { expiresAtMs: start + 10_000, staleUntilMs: start + 10_000 };
    await pages.load('/', async () => made('first', {}, data));
    pages.delete('/');
    vi.setSystemTime(start + 9000);
    await pages.load('/', async () => made('again', {}, data));
    expect(pages.find('/')).toBeDefined();
    vi.setSystemTime(start + 10_000);
    expect(pages.find('/')).toBeUndefined();
  });

  it('keeps a page if rendering its replacement fails', async () => {
    const { pages } = setUpPageCache();
    await pages.load('/', async () => made('good'));
    vi.setSystemTime(start + 40_000);
    const outcome = await pages.load('/', fails);
    expect(outcome).toMatchObject({ age: 'stale-if-error', loaded: false });
    expect(textOf(outcome.copy)).toBe('good');
    expect(textOf(pages.find('/'))).toBe('good');
  });

  it.each([500, 502, 503])('does not replace a page with a response of status %i', async (status) => {
    const { pages } = setUpPageCache();
    await pages.load('/', async () => made('good'));
    vi.setSystemTime(start + 40_000);
    await pages.load('/', async () => made('sorry', { status }));
    expect(textOf(pages.find('/'))).toBe('good');
  });

  it('does not store a page with status 500', async () => {
    const { pages } = setUpPageCache();
    await expect(pages.load('/', async () => made('sorry', { status: 500 }))).rejects.toThrow(PageFailed);
    expect(pages.entries).toBe(0);
  });

  it.each([
    ['Set-Cookie', 'session=1'],
    ['Cache-Control', 'private'],
    ['cache-control', 'no-store'],
  ])('does not store a response that is meant for one client: %s', async (name, value) => {
    const { pages } = setUpPageCache();
    const render = vi.fn<() => Promise<Buffer>>();
    const asked = [0, 1].map(() =>
      pages.load('/', async () => ({
        ...made('yours'),
        headers: ['Content-Type', 'text/html', name, value],
        render,
      })),
    );
    for (const answer of asked) await expect(answer).rejects.toThrow(NotForEveryone);
    expect(render).not.toHaveBeenCalled();
    expect(pages.entries).toBe(0);
  });

  it('does not replace a complete page with an incomplete one', async () => {
    const { pages } = setUpPageCache();
    await pages.load('/', async () => made('whole'));
    vi.setSystemTime(start + 40_000);
    const outcome = await pages.load('/', async () => made('without winners', {}, { partial: true }));
    expect(textOf(outcome.copy)).toBe('whole');
    expect(outcome.age).toBe('stale-if-error');
    const first = await pages.load('/winners', async () => made('without winners', {}, { partial: true }));
    expect(textOf(first.copy)).toBe('without winners');
  });

  it('renders a page again only at intervals if the page was made from old data', async () => {
    const { pages } = setUpPageCache();
    const old = { expiresAtMs: start - 60_000, staleUntilMs: start - 30_000, failing: true };
    await pages.load('/', async () => made('old data', {}, old));
    const copy = pages.find('/');
    expect(textOf(copy)).toBe('old data');
    if (!copy) return;
    expect(pages.ageOf(copy)).toBe('stale-if-error');
    expect(pages.claimReload(copy)).toBe(false);
    vi.setSystemTime(start + 5000);
    expect(pages.claimReload(copy)).toBe(true);
    expect(pages.claimReload(copy)).toBe(false);
  });

  it('does not serve a page that was purged while it was being rendered', async () => {
    const { pages, tags } = setUpPageCache();
    await pages.load('/', async () => {
      tags.purge(['results']);
      return made('read before the purge');
    });
    expect(pages.find('/')).toBeUndefined();
    await pages.load('/', async () => made('read after it'));
    expect(textOf(pages.find('/'))).toBe('read after it');
  });

  it('does not serve a page after a hard purge, even if rendering its replacement fails', async () => {
    const { pages, tags } = setUpPageCache();
    await pages.load('/', async () => made('taken down'));
    tags.purge(['results:keno'], { hard: true });
    expect(pages.find('/')).toBeUndefined();
    await expect(pages.load('/', fails)).rejects.toThrow('upstream is down');
  });
});

describe('a page with status 404', () => {
  it('expires after ten seconds at most', async () => {
    const { pages } = setUpPageCache();
    await pages.load('/nowhere', async () => made('not found', { status: 404 }));
    vi.setSystemTime(start + 9999);
    expect(pages.find('/nowhere')).toBeDefined();
    vi.setSystemTime(start + 10_000);
    expect(pages.find('/nowhere')).toBeUndefined();
    await expect(pages.load('/nowhere', fails)).rejects.toThrow('upstream is down');
  });

  it('never evicts pages with another status', async () => {
    const { pages } = setUpPageCache({ maxBytes: 200_000 });
    await pages.load('/', async () => made('home'));
    for (let index = 0; index < 2000; index++)
      await pages.load(`/results/keno/${index}`, async () => made('not found', { status: 404 }));
    expect(textOf(pages.find('/'))).toBe('home');
    expect(pages.bytes).toBeLessThanOrEqual(200_000);
  });

  it('replaces the cached copy of a deleted page', async () => {
    const { pages } = setUpPageCache();
    await pages.load('/blogs/a', async () => made('a blog'));
    vi.setSystemTime(start + 40_000);
    await pages.load('/blogs/a', async () => made('not found', { status: 404 }));
    expect(textOf(pages.find('/blogs/a'))).toBe('not found');
    expect(pages.entries).toBe(1);
  });
});
