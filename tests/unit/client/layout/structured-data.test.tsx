import { describe, expect, it } from 'vitest';
import { byTag } from '../../../helpers/markup.ts';
import { samplePages } from '../../../helpers/sample-pages.ts';
import { renderPage } from '../pages/render-page.tsx';

const canonical = 'https://lotto.example/blogs/x';
const article = samplePages.map(({ page }) => page).find((page) => page.kind === 'article');
if (!article) throw new Error('There is no sample article');

/** Returns the JSON-LD scripts of the article. */
const scripts = (change: Partial<typeof article>, frame: Parameters<typeof renderPage>[1]) =>
  byTag(renderPage({ ...article, ...change }, frame), 'script').filter(
    ({ attributes }) => attributes['type'] === 'application/ld+json',
  );

describe('the JSON-LD of a page', () => {
  it('escapes CMS texts, so that they cannot close the script element', () => {
    const title = '</script><script>alert(1)</script><!-- \u2028\u2029 & "';
    const found = scripts({ title, author: title }, { canonical });
    for (const { text } of found) expect(text).not.toMatch(/[<>\u2028\u2029]/);
    const [breadcrumbs, data] = found.map(({ text }) => JSON.parse(text));
    expect(breadcrumbs.itemListElement.at(-1).name).toBe(title);
    expect(data).toMatchObject({ headline: title, author: { name: title } });
    expect(data).not.toHaveProperty('dateModified');
  });

  it('is omitted if the site’s origin is unknown or the page is not indexable', () => {
    expect(scripts({}, { canonical: null })).toEqual([]);
    expect(scripts({}, { canonical, indexable: false })).toEqual([]);
  });

  it('contains the URL of the page’s own picture', () => {
    const href = 'https://cms.example/picture.jpg';
    const [, data = null] = scripts({}, { canonical, picture: { href, alt: 'A picture', size: null } });
    expect(JSON.parse(data?.text ?? '')).toMatchObject({ image: href });
  });
});
