import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LatestCards, LiveHello } from '../../../shared/pages/live.ts';
import { ask } from '../../helpers/http.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../../helpers/upstream-proxy.ts';
import { listenTo, nextJaldi } from './live-reader.ts';

/** A Saturday, 17:32 in Kolkata. Jaldi is drawn at 17:35, Keno at 18:00. */
const NOW = new Date('2026-11-21T12:02:00Z');

let platform: TestPlatform;
let proxy: UpstreamProxy;
let site: TestSite;
let siteNow = NOW;

/** Starts a site with a clock that only the test moves, so that no cached page expires unexpectedly. */
const start = (live = true) =>
  startSite({ platform: proxy, clock: { now: () => siteNow }, warm: false, live });

beforeAll(async () => {
  platform = await startPlatform({ now: NOW, historyDays: 8 });
  await platform.deps.engine.tick();
  proxy = await startUpstreamProxy(platform.url);
});
beforeEach(async () => {
  siteNow = platform.clock.now();
  site = await start();
});
afterEach(async () => {
  await site.close();
});
afterAll(async () => {
  await proxy?.close();
  await platform?.stop();
});

const drawNext = () => drawNextJaldi(platform);

const listen = (headers?: Record<string, string>) => listenTo(site.origin, headers);
const subscribed = (): Promise<void> =>
  expect.poll(() => site.logged(), { timeout: 10_000 }).toContain("connected to the platform's event stream");
const latest = async (): Promise<LatestCards> =>
  JSON.parse((await ask(site.origin, '/results/latest.json')).text);
const sMaxAge = (cacheControl: string | undefined): number =>
  Number(/s-maxage=(\d+)/.exec(cacheControl ?? '')?.[1]);
const lifetimeOf = async (path: string): Promise<number> =>
  sMaxAge((await ask(site.origin, path)).headers['cache-control']);

const upcomingDraws = async () => {
  const { body } = await platform.call('upcomingDraw', { action: 'upcomingDraw' });
  if (!body.success) throw new Error('refused');
  return body.data.gameList;
};
const jaldiPage = (drawNumber: number): string => `/results/golden-jaldi/${drawNumber}`;

describe('published draw', () => {
  it('reaches open browsers and the home page at once', async () => {
    await subscribed();
    const before = { home: (await ask(site.origin, '/')).text, cards: await latest() };
    const reader = await listen();
    const hello: LiveHello = JSON.parse((await reader.next('hello')).data);
    expect(hello.now).toBe(siteNow.toISOString());

    const drawn = await drawNext();
    const { id, published } = await nextJaldi(reader);
    expect(id).toMatch(/^\d+$/);
    expect(published.card).toMatchObject({ gameId: 'jaldi', drawNumber: drawn.number, drawnAt: drawn.at });
    expect(published.card.numbers.length).toBeGreaterThan(0);
    expect(published.upcoming).toMatchObject({ gameId: 'jaldi', drawNumber: drawn.number + 1 });

    const after = await latest();
    expect(before.cards.cards.find(({ gameId }) => gameId === 'jaldi')?.drawNumber).toBe(drawn.number - 1);
    expect(after.cards.find(({ gameId }) => gameId === 'jaldi')).toEqual(published.card);
    expect(after.upcoming.find(({ gameId }) => gameId === 'jaldi')).toEqual(published.upcoming);
    const home = await ask(site.origin, '/');
    expect(home.text).not.toBe(before.home);
    expect(home.text).toContain(published.card.href);
    expect((await ask(site.origin, published.card.href)).status).toBe(200);
    await reader.close();
  });

  it('does not cause a reload of another game’s results', async () => {
    await subscribed();
    const isAsked = (game: string) =>
      proxy.seen.some(({ url, body }) => url.endsWith('/result') && body.includes(`"${game}"`));
    for (const game of ['raffle', 'jaldi']) await ask(site.origin, `/results?game=${game}`);
    const reader = await listen();
    await drawNext();
    await nextJaldi(reader);
    proxy.seen.length = 0;
    for (const game of ['raffle', 'jaldi']) await ask(site.origin, `/results?game=${game}`);
    expect(isAsked('jaldi')).toBe(true);
    expect(isAsked('raffle')).toBe(false);
    await reader.close();
  });

  it('is linked from the page of the previous draw', async () => {
    await subscribed();
    const reader = await listen();
    const { number } = await drawNext();
    await nextJaldi(reader);
    const [newest, earlier] = [
      await ask(site.origin, jaldiPage(number)),
      await ask(site.origin, jaldiPage(number - 3)),
    ];
    expect(newest.headers['cache-tag']).toContain('results:jaldi');
    expect(newest.text).not.toContain(`href="${jaldiPage(number + 1)}"`);
    expect(earlier.headers['cache-tag']).toContain('draws:jaldi');
    expect(earlier.headers['cache-tag']).not.toContain('results');
    expect(sMaxAge(earlier.headers['cache-control'])).toBeGreaterThan(300);

    await drawNext();
    await nextJaldi(reader);
    expect((await ask(site.origin, jaldiPage(number))).text).toContain(`href="${jaldiPage(number + 1)}"`);
    proxy.seen.length = 0;
    expect((await ask(site.origin, jaldiPage(number - 3))).text).toBe(earlier.text);
    expect(proxy.seen).toEqual([]);
    await reader.close();
  });

  it('keeps the cache tag `results` on its page until the next draw is published', async () => {
    await subscribed();
    const { number } = await drawNext();
    // Advance the clock past the next draw. Its result is not published yet.
    platform.clock.advance(6 * 60_000);
    siteNow = platform.clock.now();
    const waiting = await ask(site.origin, jaldiPage(number));
    expect(waiting.text).not.toContain(`href="${jaldiPage(number + 1)}"`);
    expect(waiting.headers['cache-tag']).toContain('results:jaldi');
    expect(waiting.headers['cache-tag']).not.toContain('draws:jaldi');

    const reader = await listen();
    await platform.deps.engine.tick();
    await nextJaldi(reader);
    expect((await ask(site.origin, jaldiPage(number))).text).toContain(`href="${jaldiPage(number + 1)}"`);
    await reader.close();
  });

  it('is sent to a browser that missed it and reconnects', async () => {
    await subscribed();
    const first = await listen();
    await drawNext();
    const { id } = await nextJaldi(first);
    await first.close();
    const missed = await drawNext();
    await expect
      .poll(async () => (await latest()).cards.some(({ drawNumber }) => drawNumber === missed.number))
      .toBe(true);
    const again = await listen({ 'last-event-id': id });
    const { published } = await nextJaldi(again);
    expect(published.card.drawNumber).toBe(missed.number);
    await again.close();
  });

  it('cannot be repeated for a browser with an unknown Last-Event-ID, so the browser receives a reset event', async () => {
    const reader = await listen({ 'last-event-id': '987654321' });
    expect((await reader.next('reset')).data).toBe('{}');
    await reader.close();
  });
});

/**
 * Calls `during` while the site cannot reach a platform. Then connects the site to a second platform on the same
 * database. The first platform continues to run the draws.
 */
const restart = async (during: () => Promise<void>): Promise<TestPlatform> => {
  await proxy.down();
  await during();
  const successor = await startPlatform({ now: platform.clock.now(), beside: platform });
  proxy.retarget(successor.url);
  await proxy.up();
  return successor;
};

describe('results published during a platform restart', () => {
  it('reach a site that has already received results', async () => {
    await subscribed();
    const reader = await listen();
    await drawNext();
    await nextJaldi(reader);
    const missed: number[] = [];
    const successor = await restart(async () => {
      missed.push((await drawNext()).number, (await drawNext()).number);
    });
    for (const number of missed) {
      const { published } = await nextJaldi(reader);
      expect(published.card.drawNumber).toBe(number);
    }
    expect((await latest()).cards.find(({ gameId }) => gameId === 'jaldi')?.drawNumber).toBe(missed.at(-1));
    await reader.close();
    proxy.retarget(platform.url);
    await successor.stop();
  });

  it('reach a site that has not received any results yet', async () => {
    await subscribed();
    await expect.poll(() => site.deps.newestDraws.size).toBeGreaterThan(0);
    const reader = await listen();
    const before = await latest();
    let missed = 0;
    const successor = await restart(async () => {
      missed = (await drawNext()).number;
    });
    const { published } = await nextJaldi(reader);
    expect(published.card.drawNumber).toBe(missed);
    expect(before.cards.find(({ gameId }) => gameId === 'jaldi')?.drawNumber).toBe(missed - 1);
    expect((await latest()).cards.find(({ gameId }) => gameId === 'jaldi')?.drawNumber).toBe(missed);
    await reader.close();
    proxy.retarget(platform.url);
    await successor.stop();
  });
});

describe('freshness lifetime of a page', () => {
  it('never extends beyond the next draw', async () => {
    const [next] = await upcomingDraws();
    for (const secondsBefore of [20, 3]) {
      siteNow = new Date(Date.parse(next?.drawStartDate ?? '') - secondsBefore * 1000);
      await site.purge(['upcoming', 'results', 'winners'], { hard: true });
      for (const path of ['/', '/results', '/winners', '/games', '/results/latest.json'])
        expect(await lifetimeOf(path), path).toBeLessThanOrEqual(secondsBefore);
    }
  });

  it('is short enough to show a new result within seconds, even without the event stream', async () => {
    const draw = (await upcomingDraws()).find(({ gameId }) => gameId === 'jaldi');
    if (!draw) throw new Error('no draw to come');
    const startMs = Date.parse(draw.drawStartDate);
    siteNow = new Date(startMs - 40_000);
    const siteWithoutStream = await start(false);
    const newestHref = `/results/golden-jaldi/${draw.drawNumber}"`;
    const home = async () => (await ask(siteWithoutStream.origin, '/')).text;
    expect(await home()).not.toContain(newestHref);
    await drawNext();
    siteNow = new Date(startMs);
    // The test requests the page repeatedly, because the first request only causes the reload. Later requests receive
    // the new page.
    await expect
      .poll(
        () => {
          siteNow = new Date(Math.min(siteNow.getTime() + 1100, startMs + 8000));
          return home();
        },
        { timeout: 10_000, interval: 100 },
      )
      .toContain(newestHref);
    await siteWithoutStream.close();
  });

  it('is a few seconds while a draw is being held', async () => {
    const [next] = await upcomingDraws();
    siteNow = new Date(Date.parse(next?.drawStartDate ?? '') + 500);
    expect(await lifetimeOf('/results/latest.json')).toBeLessThanOrEqual(5);
  });

  it('never extends beyond the site’s midnight', async () => {
    siteNow = new Date('2026-11-21T18:29:50Z');
    for (const path of ['/faq', '/legal', '/blogs', '/promotions']) {
      const seconds = await lifetimeOf(path);
      expect(seconds, path).toBeLessThanOrEqual(10);
      expect(seconds, path).toBeGreaterThan(0);
    }
  });

  it('decreases while the page remains cached', async () => {
    await ask(site.origin, '/faq');
    const whole = await lifetimeOf('/faq');
    siteNow = new Date(siteNow.getTime() + 60_000);
    expect(await lifetimeOf('/faq')).toBe(whole - 60);
    const { headers } = await ask(site.origin, '/faq');
    expect(headers['cache-status']).toBe(`golden-lotto; hit; ttl=${whole - 60}`);
  });
});
