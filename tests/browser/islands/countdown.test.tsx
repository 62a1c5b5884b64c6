import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { Countdown, type CountdownProps } from '../../../client/islands/countdown/Countdown.tsx';
import { countdownLabels } from '../../../client/islands/countdown/countdown-labels.ts';
import { Island } from '../../../client/islands/island.tsx';
import { test } from '../../helpers/client-site.tsx';
import { sampleTranslate } from '../../helpers/sample-document.ts';
import { becomesTrue, eventually } from '../../helpers/visitor.ts';

const props: CountdownProps = {
  startsAt: '2026-11-21T15:00:00.000Z',
  startsText: 'Sat 21 Nov · 20:30 IST',
  variant: 'chip',
  labels: countdownLabels(sampleTranslate),
};

const island = (more: Partial<CountdownProps> = {}) => (
  <Island name="countdown" of={Countdown} when="load" props={{ ...props, ...more }} />
);

const deviceTime = (time: string) => ({
  before: (page: Page) => page.clock.install({ time }),
});
const awake = (page: Page) => page.locator('[data-island][data-awake]').waitFor();
const value = (page: Page) => page.locator('.countdown__value').allTextContents();

/** Returns the bounding boxes of the countdown, of each part of its clock, and of the element below it. */
const boxes = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('.countdown, .countdown__clock *, #below'), (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { part: element.classList[0], x, y, width, height };
    }),
  );

describe('countdown island', () => {
  test('ticks each second, reaches zero at the start of the draw and stays at zero', async ({
    site,
    visitor,
  }) => {
    site.show('/', island());
    const page = await visitor.open(site.url, deviceTime('2026-11-21T14:00:00Z'));
    await awake(page);
    await page.clock.pauseAt('2026-11-21T14:59:57.500Z');
    expect(await value(page)).toEqual(['00:00:03']);
    const seen: string[] = [];
    for (let tick = 0; tick < 4; tick++) {
      await page.clock.runFor(1000);
      seen.push(...(await value(page)));
    }
    expect(seen).toEqual(['00:00:02', '00:00:01', '00:00:00', '00:00:00']);
    expect(await page.textContent('.countdown__at')).toBe(props.labels.drawing);
  });

  test('shows days, hours, minutes and seconds in its large variant', async ({ site, visitor }) => {
    site.show('/', island({ variant: 'hero' }));
    const page = await visitor.open(site.url, deviceTime('2026-11-19T10:00:00Z'));
    await awake(page);
    await page.clock.pauseAt('2026-11-19T10:49:53Z');
    expect(await value(page)).toEqual(['02', '04', '10', '07']);
  });

  test('follows the server’s clock, not the device’s', async ({ site, visitor }) => {
    site.show('/', island());
    const page = await visitor.open(site.url, deviceTime('2026-11-21T03:00:00Z'));
    await awake(page);
    await page.clock.pauseAt('2026-11-21T04:00:00Z');
    await eventually(() => expect(site.openStreams()).toBe(1));
    site.say('hello', { now: '2026-11-21T14:59:00.000Z', draws: {} });
    await eventually(async () => expect(await value(page)).toEqual(['00:01:00']));
  });

  test('shares one event stream with all countdowns of the page', async ({ site, visitor }) => {
    site.show(
      '/',
      <>
        {island()}
        {island({ variant: 'hero' })}
        {island({ startsAt: '2026-11-22T15:00:00.000Z' })}
      </>,
    );
    const page = await visitor.open(site.url);
    await eventually(async () => expect(await page.locator('[data-awake]').count()).toBe(3));
    await eventually(() => expect(site.openStreams()).toBe(1));
    expect(site.requests.filter((path) => path === '/events')).toHaveLength(1);
  });

  test.for([
    ['hero', '2026-11-21T14:59:58Z'],
    ['chip', '2026-11-21T14:59:58Z'],
    ['hero', '2026-11-11T14:59:58Z'],
    ['chip', '2026-11-20T14:59:59Z'],
  ] as const)(
    'causes no layout shift while it hydrates, ticks and ends (variant: %s, time: %s)',
    async ([variant, time], { site, client, visitor }) => {
      site.show(
        '/',
        <>
          <div id="beside">
            <span>Draw in</span> {island({ variant })}
          </div>
          <p id="below">Below</p>
        </>,
      );
      const start = Promise.withResolvers<void>();
      site.held.set(client.assets.start, start.promise);
      const page = await visitor.open(site.url, { ...deviceTime(time), waitUntil: 'parsed' });
      await becomesTrue(
        page,
        () => document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.sheet instanceof StyleSheet,
      );
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      const before = await boxes(page);
      start.resolve();
      await awake(page);
      for (let tick = 0; tick < 4; tick++) {
        expect(await boxes(page)).toEqual(before);
        await page.clock.runFor(1000);
      }
    },
  );
});
