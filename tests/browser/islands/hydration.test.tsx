import { renderToString } from 'react-dom/server';
import { describe, expect } from 'vitest';
import { createDocument } from '../../../client/entry-server.tsx';
import { test as base } from '../../helpers/client-site.tsx';
import { sampleDocument } from '../../helpers/sample-document.ts';
import { sampleHomes } from '../../helpers/sample-home.ts';
import { samplePages } from '../../helpers/sample-pages.ts';

// Only React's development build reports attributes and texts that differ between server and browser.
const test = base.extend('react', { scope: 'file' }, () => 'development' as const);

const pagesWithIslands = [...sampleHomes, ...samplePages].filter(({ page }) =>
  renderToString(createDocument(sampleDocument(page))).includes('data-island'),
);

describe.for(pagesWithIslands)('hydration of $name', ({ page: content }) => {
  test('keeps every server-rendered node and reports no mismatch', async ({ site, client, visitor }) => {
    const element = createDocument({ ...sampleDocument(content), assets: client.assets });
    site.pages.set('/', `<!doctype html>${renderToString(element)}`);
    // Delay the scripts until the test has marked the server-rendered nodes.
    const start = Promise.withResolvers<void>();
    site.held.set(client.assets.start, start.promise);
    const page = await visitor.open(`${site.url}/`, { waitUntil: 'domcontentloaded' });
    const sent = await page.evaluateHandle(() =>
      Array.from(document.querySelectorAll('[data-island]'), (island) =>
        Array.from(island.querySelectorAll('*')),
      ),
    );
    start.resolve();
    // Scroll to the islands below the fold, because they hydrate only in view.
    for (const island of await page.locator('[data-island]').all()) {
      await island.locator(':scope > *').first().scrollIntoViewIfNeeded();
      await island.and(page.locator('[data-awake]')).waitFor({ state: 'attached' });
    }
    const kept = await page.evaluate(
      (before) =>
        Array.from(document.querySelectorAll('[data-island]'), (island, place) => {
          const now = Array.from(island.querySelectorAll('*'));
          return now.length === before[place]?.length && now.every((node) => before[place]?.includes(node));
        }),
      sent,
    );
    expect(kept).toEqual(kept.map(() => true));
  });
});
