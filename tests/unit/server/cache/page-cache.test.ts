import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LoadAbandoned } from '../../../../server/cache/loads.ts';
import {
  createPageCache,
  type MadePage,
  NotForEveryone,
  PageFailed,
  TooBusy,
} from '../../../../server/cache/page-cache.ts';
import { createTagRegistry } from '../../../../server/cache/tags.ts';
import { createRecordingLog } from '../../../helpers/recording-log.ts';

const start = Date.UTC(2026, 10, 21, 12);

beforeEach(() => {
  // Compression runs on real threads; only the clock is ours.
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp({ maxBytes = 4_000_000, rendersAtOnce = 2, rendersWaiting = 10, patienceMs = 3000 } = {}) {
  const tags = createTagRegistry();
  const { log } = createRecordingLog();
  return { tags, pages: createPageCache({ maxBytes, tags, log, rendersAtOnce, rendersWaiting, patienceMs }) };
}

function made(
  text: string,
  changes: Partial<MadePage> = {},
  summary: Partial<MadePage['summary']> = {},
): MadePage {
  const now = Date.now();
  return {
    status: 200,
    headers: ['Content-Type', 'text/html; charset=utf-8'],
    render: async () => Buffer.from(text),
    summary: {
      expiresAtMs: now + 10_000,
      staleUntilMs: now + 30_000,
      errorUntilMs: now + 600_000,
      tags: ['results:keno'],
      failing: false,
      partial: false,
      ...summary,
    },
    ...changes,
  };
}

const textOf = (
  copy: { value: { entry: { representations: { identity: { body: Buffer } } } } } | undefined,
) => copy?.value.entry.representations.identity.body.toString();
const fails = () => Promise.reject(new Error('upstream is down'));

describe('a page', () => {
  it('is made once for all who ask meanwhile, and found afterwards', async () => {
    const { pages } = setUp();
    const make = vi.fn<() => Promise<MadePage>>(async () => made('home'));
    const outcomes = await Promise.all(Array.from({ length: 1000 }, () => pages.load('/', make)));
    expect(make).toHaveBeenCalledTimes(1);
    expect(outcomes.filter(({ collapsed }) => !collapsed)).toHaveLength(1);
    expect(textOf(pages.find('/'))).toBe('home');
  });

  it('that is made again with the same bytes is not compressed again', async () => {
    const { pages } = setUp();
    await pages.load('/', async () => made('home'));
    const before = pages.find('/')?.value.entry;
    await pages.load('/', async () => made('home'));
    const entry = pages.find('/')?.value.entry;
    expect(entry).toBeDefined();
    expect(entry).not.toBe(before);
    expect(entry?.representations.br.body).toBe(before?.representations.br.body);
  });

  it('lives as long as its data, though it was made later or made again', async () => {
    const { pages } = setUp();
    const data = { expiresAtMs: start + 10_000, staleUntilMs: start + 10_000 };
    await pages.load('/', async () => made('first', {}, data));
    pages.delete('/');
    vi.setSystemTime(start + 9000);
    await pages.load('/', async () => made('again', {}, data));
    expect(pages.find('/')).toBeDefined();
    vi.setSystemTime(start + 10_000);
    expect(pages.find('/')).toBeUndefined();
  });

  it('keeps its place when making it fails', async () => {
    const { pages } = setUp();
    await pages.load('/', async () => made('good'));
    vi.setSystemTime(start + 40_000);
    const outcome = await pages.load('/', fails);
    expect(outcome).toMatchObject({ age: 'stale-if-error', loaded: false });
    expect(textOf(outcome.copy)).toBe('good');
    expect(textOf(pages.find('/'))).toBe('good');
  });

  it.each([500, 502, 503])('keeps its place before a page of status %i', async (status) => {
    const { pages } = setUp();
    await pages.load('/', async () => made('good'));
    vi.setSystemTime(start + 40_000);
    await pages.load('/', async () => made('sorry', { status }));
    expect(textOf(pages.find('/'))).toBe('good');
  });

  it('of status 500 is never kept', async () => {
    const { pages } = setUp();
    await expect(pages.load('/', async () => made('sorry', { status: 500 }))).rejects.toThrow(PageFailed);
    expect(pages.entries).toBe(0);
  });

  it.each([
    ['Set-Cookie', 'session=1'],
    ['Cache-Control', 'private'],
    ['cache-control', 'no-store'],
  ])('that was made for one reader is nobody’s: %s', async (name, value) => {
    const { pages } = setUp();
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

  it('that is whole keeps its place before one with something missing', async () => {
    const { pages } = setUp();
    await pages.load('/', async () => made('whole'));
    vi.setSystemTime(start + 40_000);
    const outcome = await pages.load('/', async () => made('without winners', {}, { partial: true }));
    expect(textOf(outcome.copy)).toBe('whole');
    expect(outcome.age).toBe('stale-if-error');
    const first = await pages.load('/winners', async () => made('without winners', {}, { partial: true }));
    expect(textOf(first.copy)).toBe('without winners');
  });

  it('made of data that outlived its upstream is answered at once, and made again once in a while', async () => {
    const { pages } = setUp();
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

  it('that a purge reached while it was made is not found', async () => {
    const { pages, tags } = setUp();
    await pages.load('/', async () => {
      tags.purge(['results']);
      return made('read before the purge');
    });
    expect(pages.find('/')).toBeUndefined();
    await pages.load('/', async () => made('read after it'));
    expect(textOf(pages.find('/'))).toBe('read after it');
  });

  it('that was purged hard is not even answered when making it fails', async () => {
    const { pages, tags } = setUp();
    await pages.load('/', async () => made('taken down'));
    tags.purge(['results:keno'], { hard: true });
    expect(pages.find('/')).toBeUndefined();
    await expect(pages.load('/', fails)).rejects.toThrow('upstream is down');
  });
});

describe('answers that say no', () => {
  it('live ten seconds at most', async () => {
    const { pages } = setUp();
    await pages.load('/nowhere', async () => made('not found', { status: 404 }));
    vi.setSystemTime(start + 9999);
    expect(pages.find('/nowhere')).toBeDefined();
    vi.setSystemTime(start + 10_000);
    expect(pages.find('/nowhere')).toBeUndefined();
    await expect(pages.load('/nowhere', fails)).rejects.toThrow('upstream is down');
  });

  it('cannot push out a page, however many they are', async () => {
    const { pages } = setUp({ maxBytes: 200_000 });
    await pages.load('/', async () => made('home'));
    for (let index = 0; index < 2000; index++)
      await pages.load(`/results/keno/${index}`, async () => made('not found', { status: 404 }));
    expect(textOf(pages.find('/'))).toBe('home');
    expect(pages.bytes).toBeLessThanOrEqual(200_000);
  });

  it('take the place of a page that is gone', async () => {
    const { pages } = setUp();
    await pages.load('/blogs/a', async () => made('a blog'));
    vi.setSystemTime(start + 40_000);
    await pages.load('/blogs/a', async () => made('not found', { status: 404 }));
    expect(textOf(pages.find('/blogs/a'))).toBe('not found');
    expect(pages.entries).toBe(1);
  });
});

const never = () => new Promise<MadePage>(() => undefined);

it('a page that is slow to be made gives way to the one from before, and takes its place when it is there', async () => {
  const { pages } = setUp({ patienceMs: 5 });
  await pages.load('/', async () => made('before'));
  vi.setSystemTime(start + 40_000);
  const held = Promise.withResolvers<MadePage>();
  const outcome = await pages.load('/', () => held.promise);
  expect(textOf(outcome.copy)).toBe('before');
  expect(outcome.age).toBe('stale-if-error');
  held.resolve(made('after'));
  await vi.waitFor(() => expect(textOf(pages.find('/'))).toBe('after'));
});

it('a page that is slow to be made behind an answer leaves the one from before as stale as it is', async () => {
  const { pages } = setUp({ patienceMs: 5 });
  await pages.load('/', async () => made('before'));
  vi.setSystemTime(start + 12_000);
  const held = Promise.withResolvers<MadePage>();
  const behind = pages.reload('/', () => held.promise);
  await new Promise((resolve) => setTimeout(resolve, 30));
  const copy = pages.find('/');
  expect(copy && pages.ageOf(copy)).toBe('stale');
  held.resolve(made('after'));
  await behind;
  expect(textOf(pages.find('/'))).toBe('after');
});

describe('who goes', () => {
  it('takes the load along when nobody else waits for it', async () => {
    const { pages } = setUp();
    const one = new AbortController();
    const other = new AbortController();
    let given: AbortSignal | undefined;
    const make = (signal: AbortSignal) => {
      given = signal;
      return never();
    };
    const left = [one, other].map(({ signal }) =>
      expect(pages.load('/', make, signal)).rejects.toBeInstanceOf(LoadAbandoned),
    );
    await Promise.resolve();
    one.abort();
    expect(given?.aborted).toBe(false);
    other.abort();
    expect(given?.aborted).toBe(true);
    await Promise.all(left);
  });

  it('leaves a fresh start to whoever comes next', async () => {
    const { pages } = setUp();
    const gone = new AbortController();
    const left = pages.load('/', never, gone.signal).catch((error: unknown) => error);
    await Promise.resolve();
    gone.abort();
    const outcome = await pages.load('/', async () => made('home'));
    expect(outcome.collapsed).toBe(false);
    expect(await left).toBeInstanceOf(LoadAbandoned);
    expect(textOf(pages.find('/'))).toBe('home');
  });

  it('changes nothing for a load that is wanted to its end', async () => {
    const { pages } = setUp();
    const gone = new AbortController();
    const page = Promise.withResolvers<MadePage>();
    const make = () => page.promise;
    const behind = pages.load('/', make);
    const wait = pages.load('/', make, gone.signal);
    await Promise.resolve();
    gone.abort();
    page.resolve(made('home'));
    expect(textOf((await behind).copy)).toBe('home');
    expect((await wait).collapsed).toBe(true);
  });
});

describe('more cold pages than can be made at once', () => {
  it('wait for their turn up to a limit, and are then refused, while kept pages are found', async () => {
    const { pages } = setUp({ rendersAtOnce: 2, rendersWaiting: 3 });
    await pages.load('/kept', async () => made('kept'));
    let renders = 0;
    let most = 0;
    const gate = Promise.withResolvers<void>();
    const load = (index: number) =>
      pages.load(`/${index}`, async () =>
        made('', {
          async render() {
            renders++;
            most = Math.max(most, renders);
            await gate.promise;
            renders--;
            return Buffer.from(`page ${index}`);
          },
        }),
      );
    const loads = Array.from({ length: 8 }, (_, index) => load(index));
    const outcomes = Promise.allSettled(loads);
    await Promise.race(loads.slice(5).map((refused) => refused.catch(() => undefined)));
    expect(textOf(pages.find('/kept'))).toBe('kept');
    gate.resolve();
    const settled = await outcomes;
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    const reasons = settled.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    for (const reason of reasons) expect(reason).toBeInstanceOf(TooBusy);
    expect(most).toBe(2);
    expect(textOf((await load(7)).copy)).toBe('page 7');
  });

  it('keeps the copy from before where one is there', async () => {
    const { pages } = setUp({ rendersAtOnce: 1, rendersWaiting: 0 });
    await pages.load('/', async () => made('before'));
    vi.setSystemTime(start + 40_000);
    const bytes = Promise.withResolvers<Buffer>();
    const slow = pages.load('/slow', async () => made('', { render: () => bytes.promise }));
    await new Promise(setImmediate);
    expect(await pages.load('/', async () => made('after'))).toMatchObject({ age: 'stale-if-error' });
    bytes.resolve(Buffer.from('slow'));
    expect(textOf((await slow).copy)).toBe('slow');
  });
});
