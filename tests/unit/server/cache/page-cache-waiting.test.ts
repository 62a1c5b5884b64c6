import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LoadAbandoned } from '../../../../server/cache/loads.ts';
import { type MadePage, RenderQueueFull } from '../../../../server/cache/page-cache.ts';
import { made, setUpPageCache, start, textOf } from './set-up-page-cache.ts';

beforeEach(() => {
  // Replace only `Date`. The tests need real timers, because compression runs on real threads.
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const never = () => new Promise<MadePage>(() => undefined);

it('the page cache serves the old page if its replacement takes too long to render', async () => {
  const { pages } = setUpPageCache({ patienceMs: 5 });
  await pages.load('/', async () => made('before'));
  vi.setSystemTime(start + 40_000);
  const held = Promise.withResolvers<MadePage>();
  const outcome = await pages.load('/', () => held.promise);
  expect(textOf(outcome.copy)).toBe('before');
  expect(outcome.age).toBe('stale-if-error');
  held.resolve(made('after'));
  await vi.waitFor(() => expect(textOf(pages.find('/'))).toBe('after'));
});

it('the page cache keeps serving a stale page during a slow background refresh', async () => {
  const { pages } = setUpPageCache({ patienceMs: 5 });
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

describe('a client that disconnects from a page load', () => {
  it('cancels the load if no other client waits for it', async () => {
    const { pages } = setUpPageCache();
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

  it('lets the next client start a new load', async () => {
    const { pages } = setUpPageCache();
    const gone = new AbortController();
    const left = pages.load('/', never, gone.signal).catch((error: unknown) => error);
    await Promise.resolve();
    gone.abort();
    const outcome = await pages.load('/', async () => made('home'));
    expect(outcome.collapsed).toBe(false);
    expect(await left).toBeInstanceOf(LoadAbandoned);
    expect(textOf(pages.find('/'))).toBe('home');
  });

  it('does not cancel a load that was started in the background', async () => {
    const { pages } = setUpPageCache();
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

describe('page loads beyond the limit of concurrent renders', () => {
  it('wait in a bounded queue, or are rejected if the queue is full', async () => {
    const { pages } = setUpPageCache({ rendersAtOnce: 2, rendersWaiting: 3 });
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
    for (const reason of reasons) expect(reason).toBeInstanceOf(RenderQueueFull);
    expect(most).toBe(2);
    expect(textOf((await load(7)).copy)).toBe('page 7');
  });

  it('return an old copy of the page if one is cached', async () => {
    const { pages } = setUpPageCache({ rendersAtOnce: 1, rendersWaiting: 0 });
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
