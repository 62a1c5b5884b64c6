import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test } from '../helpers/client-site.tsx';
import { eventually } from '../helpers/visitor.ts';

const tall = <div className="tall" />;
const makeTall = (page: Page) =>
  page.evaluate(() => {
    document.querySelector<HTMLElement>('.tall')?.style.setProperty('height', '4000px');
  });
const marks = (page: Page) =>
  page.evaluate(() => {
    const { classList } = document.documentElement;
    return {
      stuck: classList.contains('is-stuck'),
      scrolled: classList.contains('is-scrolled'),
      deep: document.body.classList.contains('is-deep'),
    };
  });
const isLoading = (page: Page) =>
  page.evaluate(() => document.documentElement.classList.contains('is-loading'));
const ready = (page: Page) => page.locator('html.is-scripted').waitFor();

const countClicks = (page: Page, selector: string) =>
  page.locator(selector).evaluate((control) => {
    control.addEventListener('click', () => {
      control.setAttribute('data-clicks', String(Number(control.getAttribute('data-clicks') ?? 0) + 1));
    });
  });

describe('scrolling', () => {
  test('sets classes on the page beyond 15, 250 and 1000 px, and removes them on the way back', async ({
    site,
    visitor,
  }) => {
    site.show('/', tall);
    const page = await visitor.open(site.url);
    await makeTall(page);
    const at = async (y: number) => {
      await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), y);
      // Wait for two animation frames, because the page sets its classes in the frame after the scroll event.
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
      return marks(page);
    };
    await ready(page);
    expect(await at(15)).toEqual({ stuck: false, scrolled: false, deep: false });
    expect(await at(16)).toEqual({ stuck: true, scrolled: false, deep: false });
    expect(await at(251)).toEqual({ stuck: true, scrolled: true, deep: false });
    expect(await at(1001)).toEqual({ stuck: true, scrolled: true, deep: true });
    expect(await at(0)).toEqual({ stuck: false, scrolled: false, deep: false });
  });

  test('to the top by a link moves the focus and leaves the URL unchanged', async ({ site, visitor }) => {
    site.show(
      '/',
      <>
        <a className="skip-link" href="#main">
          Skip
        </a>
        {tall}
        <a href="#top" data-to-top="">
          Top
        </a>
      </>,
    );
    const page = await visitor.open(site.url, { reducedMotion: 'reduce' });
    await makeTall(page);
    await ready(page);
    await page.click('[data-to-top]');
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('skip-link');
    expect(new URL(page.url()).hash).toBe('');
  });
});

describe('loading indicator', () => {
  const links = (
    <>
      <a id="slow" href="/slow">
        Slow
      </a>
      <a id="hash" href="#here">
        Here
      </a>
      <a id="tab" href="/slow" target="_blank" rel="noreferrer">
        Tab
      </a>
      <a id="file" href="/slow" download="">
        File
      </a>
    </>
  );

  test('appears 200 ms after a click if the old page is still shown', async ({ site, visitor }) => {
    site.show('/', links);
    const page = await visitor.open(site.url, {
      before: (opened) => opened.clock.install({ time: '2026-11-21T12:00:00Z' }),
    });
    await ready(page);
    // Playwright cannot advance the clock during a navigation, so the test prevents the navigation.
    await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
    await page.clock.pauseAt('2026-11-21T13:00:00Z');
    await page.click('#slow');
    await page.clock.runFor(199);
    expect(await isLoading(page)).toBe(false);
    await page.clock.runFor(1);
    expect(await isLoading(page)).toBe(true);
  });

  test('disappears when the new page is shown, and stays hidden after the visitor goes back', async ({
    site,
    visitor,
  }) => {
    const held = Promise.withResolvers<void>();
    site.held.set('/slow', held.promise);
    site.show('/', links);
    site.show('/slow', <p>Arrived</p>);
    const page = await visitor.open(site.url);
    await ready(page);
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.documentElement.classList.contains('is-loading')) void fetch('/favicon.svg?seen');
      }).observe(document.documentElement, { attributeFilter: ['class'] });
    });
    await page.click('#slow', { noWaitAfter: true });
    await eventually(() => expect(site.requests).toContain('/favicon.svg?seen'));
    held.resolve();
    await page.getByText('Arrived').waitFor();
    expect(await isLoading(page)).toBe(false);
    await page.goBack();
    await ready(page);
    expect(await isLoading(page)).toBe(false);
  });

  test.for(['#hash', '#tab', '#file'])(
    'does not appear after a click on the link %s',
    async (link, { site, visitor }) => {
      site.show('/', links);
      site.show('/slow', <p>Arrived</p>);
      const page = await visitor.open(site.url, {
        before: (opened) => opened.clock.install({ time: '2026-11-21T12:00:00Z' }),
      });
      await ready(page);
      await page.clock.pauseAt('2026-11-21T13:00:00Z');
      await page.click(link, { noWaitAfter: true });
      await page.clock.runFor(1000);
      expect(await isLoading(page)).toBe(false);
    },
  );

  test('does not appear after a click that opens a new tab', async ({ site, visitor }) => {
    site.show('/', links);
    site.show('/slow', <p>Arrived</p>);
    const page = await visitor.open(site.url, {
      before: (opened) => opened.clock.install({ time: '2026-11-21T12:00:00Z' }),
    });
    await ready(page);
    await page.clock.pauseAt('2026-11-21T13:00:00Z');
    await page.click('#slow', { modifiers: ['ControlOrMeta'], noWaitAfter: true });
    await page.clock.runFor(1000);
    expect(await isLoading(page)).toBe(false);
  });
});

describe('island whose script fails to load', () => {
  test('keeps the server’s markup and reports the failure', async ({ site, visitor }) => {
    visitor.expectProblem(/There is no island "unheard-of"/);
    site.show(
      '/',
      <div data-island="unheard-of" data-when="load">
        <p>Still here</p>
      </div>,
    );
    const faults: string[] = [];
    const page = await visitor.open(site.url, {
      before: async (opened) => void opened.on('pageerror', ({ message }) => faults.push(message)),
    });
    await eventually(() => expect(faults).toEqual(['There is no island "unheard-of"']));
    expect(await page.textContent('p')).toBe('Still here');
  });
});

describe('island that hydrates on interaction', () => {
  const body = (
    <div data-enhance="site-menu" data-when="interaction">
      <button type="button">Does nothing by itself</button>
      <a href="#there">Leads on by itself</a>
    </div>
  );
  test('loads no script before the first click, and replays that click once after hydration', async ({
    site,
    visitor,
  }) => {
    site.show('/', body);
    const page = await visitor.open(site.url, { isFirst: true });
    await ready(page);
    const scripts = () => site.requests.filter((path) => path.endsWith('.js'));
    expect(scripts()).toHaveLength(1);
    await countClicks(page, 'button');
    await page.click('button');
    await page.locator('[data-awake]').waitFor();
    expect(scripts().length).toBeGreaterThan(1);
    expect(await page.getAttribute('button', 'data-clicks')).toBe('1');
    await page.click('button');
    expect(await page.getAttribute('button', 'data-clicks')).toBe('2');
  });

  test('opens the target of a clicked link without waiting for the hydration', async ({ site, visitor }) => {
    site.show('/', body);
    const page = await visitor.open(site.url);
    await ready(page);
    await page.click('a');
    expect(new URL(page.url()).hash).toBe('#there');
    await page.locator('[data-awake]').waitFor();
  });

  test('hydrates when it receives the keyboard focus', async ({ site, visitor }) => {
    site.show('/', body);
    const page = await visitor.open(site.url);
    await ready(page);
    await page.keyboard.press('Tab');
    await page.locator('[data-awake]').waitFor();
  });
});
