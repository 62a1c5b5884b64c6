import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { headingsOf } from '../../../../../client/pages/parts/Contents.tsx';
import { hasText, Prose } from '../../../../../client/pages/parts/Prose.tsx';
import { byTag, parseMarkup } from '../../../../helpers/markup.ts';
import { samplePage } from '../../../../helpers/sample-pages.ts';
import { renderPage } from '../render-page.tsx';

const textOf = (count: number) => ({
  __html: Array.from({ length: count }, (_, index) => `<h2 id="part-${index}">Part ${index}</h2>`).join(''),
});

describe('a CMS text', () => {
  it('wraps each table in a labelled, scrollable element', () => {
    const html = {
      __html: '<table><tbody><tr><td>1</td></tr></tbody></table><p>&lt;table is not one</p><table></table>',
    };
    const root = parseMarkup(renderToStaticMarkup(<Prose html={html} tableLabel={'A "wide" table'} />));
    expect(byTag(root, 'table').map(({ parent }) => parent?.attributes['aria-label'])).toEqual([
      'A "wide" table',
      'A "wide" table',
    ]);
    expect(byTag(root, 'p')[0]?.text).toBe('<table is not one');
  });

  it('is omitted if it contains only white space', () => {
    expect([null, { __html: '' }, { __html: ' \n' }, { __html: '<p>x</p>' }].map(hasText)).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });
});

describe('the table of contents of a CMS text', () => {
  it('lists the plain text of each h2 heading that has an id', () => {
    const html =
      '<h2 id="one">One &amp; <em>only</em></h2><p>x</p><h2>No address</h2><h3 id="deep">Deeper</h3>\n<h2 id="दो">दो &lt;2&gt;</h2>';
    expect(headingsOf({ __html: html })).toEqual([
      { id: 'one', text: 'One & only' },
      { id: 'दो', text: 'दो <2>' },
    ]);
  });

  it('is shown only if the text is long', () => {
    const page = samplePage('static page with questions');
    if (page.kind !== 'article') throw new Error('The sample is no article');
    const links = (count: number) =>
      byTag(renderPage({ ...page, html: textOf(count) }), 'a')
        .map(({ attributes }) => attributes['href'])
        .filter((href) => href?.startsWith('#'));
    expect(links(2)).toEqual([]);
    const sections = ['#part-0', '#part-1', '#part-2', '#part-3'];
    // Each link occurs twice: in the folded list for phones, and in the list for wide windows.
    expect(links(4)).toEqual([...sections, ...sections]);
  });
});
