import { renderToString } from 'react-dom/server';
import { describe, expect } from 'vitest';
import { createDocument } from '../../../client/entry-server.tsx';
import { test as base } from '../../helpers/client-site.tsx';
import { sampleDocument } from '../../helpers/sample-document.ts';
import { sampleHome, sampleHomes } from '../../helpers/sample-home.ts';
import { samplePages } from '../../helpers/sample-pages.ts';
import { becomesTrue } from '../../helpers/visitor.ts';

// Only React's development build reports attributes and texts that differ between server and browser.
const test = base.extend('react', { scope: 'file' }, () => 'development' as const);

const pagesWithIslands = [...sampleHomes, ...samplePages].filter(({ page }) =>
  renderToString(createDocument(sampleDocument(page))).includes('data-island'),
);

describe.for(pagesWithIslands)('hydration of $name', ({ page: content }) => {
  test('keeps every server-rendered node and reports no mismatch', async ({ site, client, visitor }) => {
    const element = createDocument({ ...sampleDocument(content), assets: client.assets });
    site.pages.set('/', `<!doctype html>${renderToString(element)}`);
    // Delay the scripts until the test has recorded the server-rendered nodes.
    const start = Promise.withResolvers<void>();
    site.held.set(client.assets.start, start.promise);
    const page = await visitor.open(`${site.url}/`, { waitUntil: 'parsed' });
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

test('islands hydrate in a document whose body arrives after the start script', async ({
  site,
  client,
  visitor,
}) => {
  const element = createDocument({ ...sampleDocument(sampleHome), assets: client.assets });
  site.pages.set('/', `<!doctype html>${renderToString(element)}`);
  const body = Promise.withResolvers<void>();
  site.heldBodies.set('/', body.promise);
  const { start } = client.assets;
  const page = await visitor.open(`${site.url}/`, { waitUntil: 'commit' });
  // Send the body only after the browser has loaded the start module. If the module did not wait for the body, it would
  // find no island.
  await becomesTrue(page, (path) => performance.getEntriesByName(location.origin + path).length > 0, start);
  await page.evaluate(async (path) => void (await fetch(path)), start);
  body.resolve();
  await page.locator('[data-island=hero-draw][data-awake]').waitFor();
});
