import type { Page } from 'playwright-core';
import { describe, expect, vi } from 'vitest';
import type { TestPlatform } from '../../helpers/platform.ts';
import type { TestSite } from '../../helpers/site.ts';
import { awake, test } from '../../helpers/whole-site.ts';

const minuteMs = 60_000;
const jaldi = '.result-card--7';
const upcomingJaldi = '.upcoming-card:has(a[href="/games/golden-jaldi"])';

/** Advances the clock, which platform and site share, until the next draw of Golden Jaldi is published. */
async function drawJaldi({ clock, deps }: TestPlatform): Promise<void> {
  const drawAtMs = Math.floor(clock.now().getTime() / (5 * minuteMs) + 1) * 5 * minuteMs;
  // After the first step, sales are closed. After the second step, the draw has taken place.
  for (const atMs of [drawAtMs - 1000, drawAtMs + 1000]) {
    clock.set(new Date(atMs));
    await deps.engine.tick();
  }
}

const waitUntilSubscribed = (site: TestSite) =>
  vi.waitFor(() => expect(site.deps.hub.streams).toBeGreaterThan(0), { timeout: 10_000 });
const drawOf = async (page: Page) => Number((await page.getAttribute(jaldi, 'data-draw'))?.split('-').pop());
const announcements = (page: Page) => page.locator('[aria-live=polite] p').allTextContents();
const countdown = (page: Page) => page.locator(`${upcomingJaldi} time`).getAttribute('datetime');

async function expectNews(page: Page, before: { draw: number; startsAt: string | null }): Promise<void> {
  await page.locator(`${jaldi}.is-fresh`).waitFor();
  expect(await drawOf(page)).toBe(before.draw + 1);
  // Count only the announcement of Golden Jaldi, because another game can have a draw in the same minute.
  const said = await announcements(page);
  expect(said.filter((text) => text.includes('Golden Jaldi'))).toHaveLength(1);
  expect(await page.locator('.is-fresh').count()).toBe(said.length);
  expect(await page.locator('.result-card--3.is-fresh').count()).toBe(0);
  expect(Date.parse((await countdown(page)) ?? '')).toBe(Date.parse(before.startsAt ?? '') + 5 * minuteMs);
}

describe('result that is published while the home page is open', () => {
  test('appears without a reload, is announced once, and is followed by the next countdown', async ({
    platform,
    site,
    visitor,
  }) => {
    const page = await visitor.open(site.origin);
    await awake(page);
    await waitUntilSubscribed(site);
    const before = { draw: await drawOf(page), startsAt: await countdown(page) };
    expect(await announcements(page)).toEqual([]);
    await drawJaldi(platform);
    await expectNews(page, before);
    // A page that is opened after the draw contains the result, but does not mark the result as new.
    const later = await visitor.open(site.origin);
    expect(await drawOf(later)).toBe(before.draw + 1);
    await awake(later);
    expect(await later.locator('.is-fresh').count()).toBe(0);
    expect(await announcements(later)).toEqual([]);
  });

  test('appears by polling if the browser does not support event streams', async ({
    platform,
    site,
    visitor,
  }) => {
    const page = await visitor.open(site.origin, {
      before: async (opened) => {
        await opened.clock.install({ time: platform.clock.now() });
        await opened.addInitScript(() => Reflect.deleteProperty(globalThis, 'EventSource'));
      },
    });
    await awake(page);
    const before = { draw: await drawOf(page), startsAt: await countdown(page) };
    await drawJaldi(platform);
    // Poll until the result appears, because the site receives it a moment after the platform has published it.
    await vi.waitFor(
      async () => {
        await page.clock.runFor(20_000);
        expect(await page.locator(`${jaldi}.is-fresh`).count()).toBe(1);
      },
      { timeout: 15_000 },
    );
    await expectNews(page, before);
  });

  test('appears by polling if event streams are blocked', async ({ platform, site, visitor }) => {
    const page = await visitor.open(site.origin, {
      before: (opened) => opened.route('**/events', (route) => route.abort('aborted')),
    });
    await awake(page);
    const before = { draw: await drawOf(page), startsAt: await countdown(page) };
    await drawJaldi(platform);
    await expectNews(page, before);
  });
});

describe('countdown of the next draw', () => {
  test('follows the server’s clock, reaches zero and stays at zero', async ({ platform, site, visitor }) => {
    // The device's clock is several hours slow.
    const page = await visitor.open(site.origin, {
      before: (opened) => opened.clock.install({ time: '2026-11-21T02:00:00Z' }),
    });
    await awake(page);
    await waitUntilSubscribed(site);
    const startsAt = Date.parse((await countdown(page)) ?? '');
    const left = () => page.locator(`${upcomingJaldi} .countdown__value`).textContent();
    const seconds = async () => {
      const [hours = 0, minutes = 0, rest = 0] = ((await left()) ?? '').split(':').map(Number);
      return hours * 3600 + minutes * 60 + rest;
    };
    const expected = (startsAt - platform.clock.now().getTime()) / 1000;
    await vi.waitFor(async () => expect(Math.abs((await seconds()) - expected)).toBeLessThan(20));
    await page.clock.runFor((expected - 1) * 1000);
    await page.clock.runFor(30_000);
    expect(await left()).toBe('00:00:00');
    expect(await page.locator(`${upcomingJaldi} .countdown__at`).textContent()).toMatch(/drawing/i);
    await page.clock.runFor(5000);
    expect(await left()).toBe('00:00:00');
  });
});
