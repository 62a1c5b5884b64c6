import type { Page } from 'playwright-core';
import { renderToString } from 'react-dom/server';
import { describe, expect } from 'vitest';
import { createDocument } from '../../../client/entry-server.tsx';
import type { ClientAssets, Page as Content } from '../../../shared/pages/document.ts';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { viewports } from '../../helpers/browser.ts';
import { type ClientSite, test } from '../../helpers/client-site.tsx';
import { sampleResults } from '../../helpers/sample-cards.ts';
import { sampleDocument } from '../../helpers/sample-document.ts';
import { samplePage } from '../../helpers/sample-pages.ts';

const card = sampleResults.jackpot;

/** Serves two pages: one with a card, and the draw's page, which the winners link of the card opens. */
function show(site: ClientSite, assets: ClientAssets) {
  const put = (path: string, page: Content) => {
    const html = renderToString(createDocument({ ...sampleDocument(page, { path }), assets }));
    site.pages.set(path, `<!doctype html>${html}`);
  };
  put('/results', samplePage('results'));
  put(card.href, samplePage('draw'));
}

const link = (page: Page) => page.locator(`a[data-popup="winners"][href^="${card.href}#"]`).first();
const dialog = (page: Page) => page.getByRole('dialog');

async function openDialog(page: Page) {
  await page.locator('html.is-scripted').waitFor();
  await link(page).click();
  await dialog(page).waitFor();
}

describe('winners popup', () => {
  test('is a dialog that shows the prize table under the draw’s name', async ({ site, client, visitor }) => {
    show(site, client.assets);
    const page = await visitor.open(`${site.url}/results`);
    await openDialog(page);
    expect(new URL(page.url()).pathname).toBe('/results');
    expect(await dialog(page).getAttribute('open')).not.toBeNull();
    expect(await dialog(page).getByRole('heading', { level: 2 }).first().textContent()).toContain(card.title);
    expect(await dialog(page).getByRole('table').count()).toBe(1);
    expect(
      await dialog(page)
        .getByRole('row', { name: /Second prize/ })
        .count(),
    ).toBe(1);
  });

  test.for(['Escape', 'button', 'backdrop'])(
    'closes on %s and returns the focus to the link that opened it',
    async (way, { site, client, visitor }) => {
      show(site, client.assets);
      const page = await visitor.open(`${site.url}/results`);
      await openDialog(page);
      expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
      if (way === 'Escape') await page.keyboard.press('Escape');
      else if (way === 'button') await dialog(page).getByRole('button', { name: 'Close' }).click();
      else await page.mouse.click(3, 3);
      await dialog(page).waitFor({ state: 'detached' });
      expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(
        `${card.href}#winners`,
      );
    },
  );

  test('fits a small phone and has no accessibility violation', async ({ site, client, visitor }) => {
    show(site, client.assets);
    const page = await visitor.open(`${site.url}/results`, { viewport: viewports.small });
    await openDialog(page);
    const box = await dialog(page).boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewports.small.width);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.setViewportSize(viewports.desktop);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test.for([
    { what: 'the draw’s page fails', html: null },
    { what: 'the page has no such section', html: '<h1>Elsewhere</h1>' },
  ])('is replaced by the draw’s page if $what', async ({ html }, { site, client, visitor }) => {
    visitor.expectProblem(/404/);
    show(site, client.assets);
    if (html === null) site.pages.delete(card.href);
    else site.pages.set(card.href, html);
    const page = await visitor.open(`${site.url}/results`);
    await page.locator('html.is-scripted').waitFor();
    await link(page).click();
    await page.waitForURL(`${site.url}${card.href}#winners`);
    expect(await dialog(page).count()).toBe(0);
  });

  test('leaves a click with a modifier key to the browser, which opens a new tab', async ({
    site,
    client,
    visitor,
  }) => {
    show(site, client.assets);
    const page = await visitor.open(`${site.url}/results`);
    await page.locator('html.is-scripted').waitFor();
    // Look at the event instead of the new tab: on a busy machine, Chromium opened no tab within 30 s.
    const isPrevented = page.evaluate(
      () =>
        new Promise<boolean>((resolve) =>
          window.addEventListener('click', (event) => {
            resolve(event.defaultPrevented);
            event.preventDefault();
          }),
        ),
    );
    await link(page).click({ modifiers: ['ControlOrMeta'] });
    expect(await isPrevented).toBe(false);
    expect(new URL(page.url()).pathname).toBe('/results');
    expect(await dialog(page).count()).toBe(0);
  });
});
