import { renderToString } from 'react-dom/server';
import { expect } from 'vitest';
import { createDocument } from '../../../client/entry-server.tsx';
import { test } from '../../helpers/client-site.tsx';
import { sampleDocument, translateTo } from '../../helpers/sample-document.ts';
import { sampleHome } from '../../helpers/sample-home.ts';

test('lines of headings in Devanagari leave room for the marks above and below the letters', async ({
  site,
  client,
  visitor,
}) => {
  const t = translateTo('hi');
  const home = { ...sampleDocument(sampleHome, { path: '/', lang: 'hi' }), assets: client.assets, t };
  site.pages.set('/', `<!doctype html>${renderToString(createDocument(home))}`);
  const page = await visitor.open(site.url);
  const ratios = await page.evaluate(() =>
    Array.from(document.querySelectorAll('h1, h2, h3'), (heading) => {
      const { lineHeight, fontSize } = getComputedStyle(heading);
      return Number.parseFloat(lineHeight) / Number.parseFloat(fontSize);
    }),
  );
  expect(ratios.length).toBeGreaterThan(5);
  expect(Math.min(...ratios)).toBeGreaterThan(1.3);
});
