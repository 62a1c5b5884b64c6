import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { FormIsland } from '../../../client/islands/form/FormIsland.tsx';
import { Island } from '../../../client/islands/island.tsx';
import type { FormView } from '../../../shared/pages/form.ts';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { type ClientSite, test } from '../../helpers/client-site.tsx';
import { formSettings } from '../../helpers/form-settings.ts';
import { sampleTranslate } from '../../helpers/sample-document.ts';

const view: FormView = {
  name: 'claim-status',
  settings: {
    ...formSettings(),
    lists: { ...formSettings().lists, phoneCodes: ['+91', '+351', '+47', '+971'] },
  },
  texts: { 'form.phone_code': 'Country code', 'form.not_found': sampleTranslate('form.not_found') },
  langPrefix: '',
  formats: {
    locale: 'en-IN',
    timeZone: 'Asia/Kolkata',
    currency: { style: 'currency', currencyDisplay: 'symbol' },
  },
  state: null,
};

const show = (site: ClientSite) =>
  site.show(
    '/',
    <main>
      <h1>Claim</h1>
      <Island name="form" of={FormIsland} when="load" props={{ view }} />
    </main>,
  );
const combobox = (page: Page) => page.getByRole('combobox', { name: 'Country code' });
const options = (page: Page) => page.getByRole('option').allTextContents();
const chosen = (page: Page) => page.locator('[name="phoneCode"]').inputValue();

async function open(site: ClientSite, visitor: { open: (url: string) => Promise<Page> }): Promise<Page> {
  show(site);
  const page = await visitor.open(site.url);
  await page.locator('.combobox').waitFor();
  return page;
}

describe('searchable list', () => {
  test('is a native select element without JavaScript', async ({ site, visitor }) => {
    show(site);
    const page = await visitor.open(site.url, { javaScriptEnabled: false });
    await page.selectOption('select[name="phoneCode"]', '+47');
    expect(await chosen(page)).toBe('+47');
  });

  test('keeps its value when hydration turns it into a combobox', async ({ site, visitor }) => {
    const page = await open(site, visitor);
    expect(await chosen(page)).toBe('+91');
    expect(await combobox(page).inputValue()).toBe('+91');
  });

  test('stays a native list while it has the focus, even if it gets the focus just before the combobox appears', async ({
    site,
    visitor,
  }) => {
    show(site);
    const page = await visitor.open(site.url, {
      before: (opened) =>
        opened.addInitScript(() => {
          // The component reads `activeElement` just before it renders the combobox. Focus the list after this read.
          const original = Object.getOwnPropertyDescriptor(Document.prototype, 'activeElement');
          let isFocused = false;
          Object.defineProperty(Document.prototype, 'activeElement', {
            get(this: Document) {
              const list = this.querySelector<HTMLElement>('select[name="phoneCode"]');
              const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
              if (list && !isFocused && loaded.some((name) => /\/Combobox-[\w-]+\.js/.test(name))) {
                isFocused = true;
                queueMicrotask(() => list.focus());
              }
              return original?.get?.call(this);
            },
          });
        }),
    });
    // Wait for a selector. If the test read `activeElement`, the list could receive the focus too early.
    await page.locator('select[name="phoneCode"]:focus, .combobox').waitFor({ state: 'attached' });
    // When the browser is idle, React has rendered everything.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(await page.locator('select[name="phoneCode"]:focus').count()).toBe(1);
    await page.keyboard.press('Tab');
    await page.locator('.combobox').waitFor();
  });

  test('lets the player search and choose an option by keyboard alone', async ({ site, visitor }) => {
    const page = await open(site, visitor);
    await combobox(page).focus();
    await page.keyboard.type('x3z5');
    expect(await combobox(page).inputValue()).toBe('35');
    expect(await options(page)).toEqual(['+351']);
    await page.keyboard.press('Enter');
    expect(await chosen(page)).toBe('+351');
    expect(await combobox(page).getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => options(page)).toHaveLength(4);
  });

  test('shows a message if nothing matches, and restores the value on Escape or Enter', async ({
    site,
    visitor,
  }) => {
    const page = await open(site, visitor);
    await combobox(page).focus();
    await page.keyboard.type('888');
    expect(await options(page)).toEqual([]);
    // The message has the role `status`, so that screen readers announce it.
    await page.getByRole('status').getByText('Not found').waitFor();
    expect(await combobox(page).getAttribute('aria-activedescendant')).toBe('');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await combobox(page).inputValue()).toBe('+91');
    expect(await chosen(page)).toBe('+91');
    await page.keyboard.type('888');
    await page.keyboard.press('Enter');
    expect(await combobox(page).inputValue()).toBe('+91');
    expect(await chosen(page)).toBe('+91');
  });

  test('restores the value when a search without a match loses the focus', async ({ site, visitor }) => {
    const page = await open(site, visitor);
    await combobox(page).focus();
    await page.keyboard.type('888');
    await page.keyboard.press('Tab');
    expect(await combobox(page).inputValue()).toBe('+91');
    expect(await chosen(page)).toBe('+91');
  });

  test('lets the player choose an option by pointer, and has no accessibility violation while it is open', async ({
    site,
    visitor,
  }) => {
    const page = await open(site, visitor);
    await combobox(page).click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('option', { name: '+971' }).click();
    expect(await chosen(page)).toBe('+971');
  });
});
