import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { FilterForm } from '../../../client/pages/results/FilterForm.tsx';
import { test } from '../../helpers/client-site.tsx';

const form = (
  <FilterForm
    action="/results"
    filter={{
      games: [{ value: 'keno', label: 'Golden Keno' }],
      game: '',
      from: '2026-11-14',
      to: '2026-11-21',
      max: '2026-11-21',
      errors: [],
    }}
  />
);

const bounds = (page: Page) =>
  page.evaluate(() => {
    const from = document.querySelector<HTMLInputElement>('input[name=from]');
    const to = document.querySelector<HTMLInputElement>('input[name=to]');
    return { fromMax: from?.max, toMin: to?.min, toMax: to?.max };
  });
/** Focuses the form and waits until it is hydrated. */
const awake = async (page: Page) => {
  await page.focus('select[name=game]');
  await page.locator('form[data-awake]').waitFor();
};

describe('filter of the results page', () => {
  test('rejects a range that ends before it starts, and any day in the future', async ({ site, visitor }) => {
    site.show('/results', form);
    const page = await visitor.open(`${site.url}/results`);
    await awake(page);
    expect(await bounds(page)).toEqual({ fromMax: '2026-11-21', toMin: '2026-11-14', toMax: '2026-11-21' });
    await page.fill('input[name=from]', '2026-11-18');
    await page.fill('input[name=to]', '2026-11-20');
    expect(await bounds(page)).toEqual({ fromMax: '2026-11-20', toMin: '2026-11-18', toMax: '2026-11-21' });
    await page.fill('input[name=to]', '');
    expect(await bounds(page)).toMatchObject({ fromMax: '2026-11-21' });
  });

  test('is submitted only by its button, without empty fields', async ({ site, visitor }) => {
    site.show('/results', form);
    const page = await visitor.open(`${site.url}/results`);
    await awake(page);
    await page.selectOption('select[name=game]', 'keno');
    await page.fill('input[name=from]', '');
    expect(new URL(page.url()).search).toBe('');
    await page.click('button[type=submit]');
    await page.waitForURL(/\?/);
    expect(new URL(page.url()).search).toBe('?game=keno&to=2026-11-21');
  });

  test('works without JavaScript', async ({ site, visitor }) => {
    site.show('/results', form);
    const page = await visitor.open(`${site.url}/results`, { javaScriptEnabled: false });
    await page.selectOption('select[name=game]', 'keno');
    await page.click('button[type=submit]');
    await page.waitForURL(/\?/);
    expect(new URL(page.url()).search).toBe('?game=keno&from=2026-11-14&to=2026-11-21');
  });
});
