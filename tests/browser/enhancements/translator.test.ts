import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { eventually, test } from '../../helpers/visitor.ts';

let platform: TestPlatform;
let site: TestSite;

beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z') });
  site = await startSite({
    platform,
    clock: platform.clock,
    warm: false,
    live: false,
    config: ({ setup }) => {
      setup.googleTranslator = 'true';
    },
  });
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

const service = 'https://translate.google.com/**';
/**
 * Replaces the script of the translation service. The replacement writes the requested languages into an attribute of
 * the widget's root element.
 */
const widget = `window.google = { translate: { TranslateElement: function (options, place) {
  document.getElementById(place).dataset.translated = options.pageLanguage + ' to ' + options.includedLanguages;
} } };
startTranslation();`;

/** Answers requests to the translation service. The returned function returns the number of requests so far. */
const answerWidget = async (page: Page): Promise<() => number> => {
  let requests = 0;
  await page.route(service, async (route) => {
    requests += 1;
    await route.fulfill({ contentType: 'text/javascript', body: widget });
  });
  return () => requests;
};
const translated = (page: Page) => page.locator('#translation-widget').getAttribute('data-translated');
const ready = (page: Page) =>
  page.locator('[data-enhance=translator][data-awake]').waitFor({ state: 'attached' });
const cookiesOf = async (page: Page) =>
  new Map((await page.context().cookies()).map((cookie) => [cookie.name, cookie]));

describe('language dropdown', () => {
  test('loads the translation only after a visitor chooses a language that the site lacks, and remembers the choice for a day', async ({
    visitor,
  }) => {
    const requests: (() => number)[] = [];
    const page = await visitor.open(`${site.origin}/faq`, {
      before: async (opened) => requests.push(await answerWidget(opened)),
    });
    const count = () => requests[0]?.() ?? 0;
    await ready(page);
    expect([count(), (await cookiesOf(page)).size]).toEqual([0, 0]);

    await page.selectOption('.site-footer__translator select', 'fr');
    await eventually(async () => expect(await translated(page)).toBe('en to fr'));
    const cookies = await cookiesOf(page);
    expect([cookies.get('lang')?.value, cookies.get('language_selected')?.value]).toEqual([
      'fr',
      'Fran%C3%A7ais',
    ]);
    const life = (cookies.get('lang')?.expires ?? 0) - Date.now() / 1000;
    expect([life > 86_000, life <= 86_400]).toEqual([true, true]);

    await page.goto(`${site.origin}/nb/legal`);
    await eventually(async () => expect(await translated(page)).toBe('nb to fr'));
    expect(await page.inputValue('.site-footer__translator select')).toBe('fr');

    await page.selectOption('.site-footer__translator select', 'hi');
    await page.waitForURL(`${site.origin}/hi/legal`);
    await ready(page);
    const after = await cookiesOf(page);
    expect([after.get('lang')?.value, after.has('googtrans'), count()]).toEqual(['hi', false, 2]);
  });

  test('reports that the translation could not be loaded', async ({ visitor }) => {
    visitor.expectProblem(/ERR_FAILED/);
    const page = await visitor.open(`${site.origin}/pt/faq`, {
      before: (opened) => opened.route(service, (route) => route.abort()),
    });
    await ready(page);
    await page.selectOption('.site-footer__translator select', 'es');
    const message = page.locator('[data-enhance=translator] output');
    await eventually(async () => expect(await message.textContent()).toContain('Não foi possível'));
  });
});
