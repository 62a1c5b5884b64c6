import { createHash } from 'node:crypto';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Document } from '../../../../client/layout/Document.tsx';
import { securityHeaders } from '../../../../server/render/security-headers.ts';
import type { Frame } from '../../../../shared/pages/frame.ts';
import { pictureSize } from '../../../../shared/pages/picture.ts';
import { byTag, elementsOf, type MarkupElement, parseMarkup } from '../../../helpers/markup.ts';
import { sampleAssets, sampleDocument } from '../../../helpers/sample-document.ts';
import { sampleHome } from '../../../helpers/sample-home.ts';

const html = (frame: Partial<Frame> = {}): string =>
  renderToStaticMarkup(<Document props={sampleDocument(sampleHome, frame)} />);
const render = (frame: Partial<Frame> = {}): MarkupElement => parseMarkup(html(frame));
const linksOf = (root: MarkupElement, rel: string) =>
  byTag(root, 'link')
    .filter(({ attributes }) => attributes['rel'] === rel)
    .map(({ attributes }) => attributes['href']);
const metaOf = (root: MarkupElement, name: string) =>
  byTag(root, 'meta').find(({ attributes }) => attributes['name'] === name || attributes['property'] === name)
    ?.attributes['content'];

/** Returns the stylesheets that the home page loads if one kind of page, `kind`, has an additional stylesheet. */
const stylesWith = (kind: string) => {
  const assets = { ...sampleAssets, stylesByKind: { [kind]: `/assets/${kind}.css` } };
  const document = <Document props={{ ...sampleDocument(sampleHome), assets }} />;
  return linksOf(parseMarkup(renderToStaticMarkup(document)), 'stylesheet');
};

const menus = (root: MarkupElement) =>
  byTag(root, 'nav').filter(({ attributes }) =>
    ['Main menu', 'Menu'].includes(attributes['aria-label'] ?? ''),
  );
const entries = (nav: MarkupElement) =>
  byTag(nav, 'a').map(({ text, attributes }) => [text, attributes['href']]);
const link = (label: string, href: string, current: boolean) => ({ label, href, current, children: [] });

describe('the document', () => {
  it('is rendered to the same bytes for the same props', () => {
    expect(html()).toBe(html());
  });

  it('declares the language and the text direction', () => {
    const [root] = byTag(render({ lang: 'ar', dir: 'rtl' }), 'html');
    expect(root?.attributes).toMatchObject({ lang: 'ar', dir: 'rtl' });
  });

  it('has exactly one inline script, whose hash the content security policy allows', () => {
    const scripts = byTag(render(), 'script').filter(
      ({ attributes }) => !/^application\/(?:ld\+)?json$/.test(attributes['type'] ?? ''),
    );
    expect(scripts.map(({ attributes }) => attributes['src'] ?? 'inline')).toEqual([
      'inline',
      sampleAssets.start,
    ]);
    const [, inline = ''] = /<script>(.*?)<\/script>.*rel="stylesheet"/.exec(html()) ?? [];
    const hash = createHash('sha256').update(inline).digest('base64');
    expect(securityHeaders(null).find((value) => value.includes('script-src'))).toContain(
      `script-src 'self' 'sha256-${hash}';`,
    );
  });

  it('loads the common styles first, then the styles for the kind of page', () => {
    const { styles, printStyles } = sampleAssets;
    expect(stylesWith('home')).toEqual([...styles, '/assets/home.css', printStyles]);
    expect(stylesWith('account')).toEqual([...styles, printStyles]);
  });

  it('loads the print styles without delaying the first paint', () => {
    const print = byTag(render(), 'link').find(({ attributes }) => attributes['media'] === 'print');
    expect(print?.attributes['href']).toBe(sampleAssets.printStyles);
  });

  it('preloads the fonts that the first paint needs', () => {
    const root = render();
    expect(linksOf(root, 'preload')).toEqual(sampleAssets.fonts);
    const preload = byTag(root, 'link').find(({ attributes }) => attributes['rel'] === 'preload');
    // Browsers load fonts in CORS mode. If the preload had another mode, the browser would load the font twice.
    expect(preload?.attributes['as']).toBe('font');
    expect(['', 'anonymous']).toContain(preload?.attributes['crossorigin']);
  });

  it('contains noindex only if the page is not indexable', () => {
    expect(metaOf(render(), 'robots')).toBeUndefined();
    expect(metaOf(render({ indexable: false }), 'robots')).toBe('noindex');
  });

  it('contains a canonical URL only if the public origin is configured', () => {
    expect(linksOf(render(), 'canonical')).toEqual([]);
    const root = render({ canonical: 'https://lotto.example/hi/results' });
    expect(linksOf(root, 'canonical')).toEqual(['https://lotto.example/hi/results']);
  });

  it('describes the picture for link previews, and states the size if it is known', () => {
    const picture = { href: 'https://lotto.example/share.png', alt: 'Golden Lotto', size: pictureSize };
    const root = render({ picture });
    expect(metaOf(root, 'og:image')).toBe(picture.href);
    expect(metaOf(root, 'og:image:alt')).toBe('Golden Lotto');
    expect([metaOf(root, 'og:image:width'), metaOf(root, 'og:image:height')]).toEqual(['1200', '630']);
    expect(metaOf(root, 'twitter:card')).toBe('summary_large_image');
    expect(metaOf(render({ picture: { ...picture, size: null } }), 'og:image:width')).toBeUndefined();
    expect(metaOf(render(), 'twitter:card')).toBe('summary');
  });

  it('has a skip link to the content', () => {
    const root = render();
    const first = byTag(root, 'a')[0]?.attributes['href'];
    expect(first).toBe('#content');
    expect(byTag(root, 'main')[0]?.attributes['id']).toBe('content');
  });
});

describe('the main menu', () => {
  it('has the same entries in the menu bar and in the drawer', () => {
    const [row, folded] = menus(render());
    if (!row || !folded) throw new Error('A menu is missing');
    expect(entries(row)).toEqual(entries(folded));
    expect(row.attributes['aria-label']).not.toBe(folded.attributes['aria-label']);
    expect(entries(row)).toContainEqual(['All games', '/games']);
  });

  it('opens submenus without JavaScript', () => {
    const [row] = menus(render());
    if (!row) throw new Error('There is no menu');
    expect(byTag(row, 'summary').map(({ text }) => text)).toEqual(['Games', 'Help']);
    expect(byTag(row, 'a').filter(({ attributes }) => !attributes['href'])).toEqual([]);
  });

  it('marks the entry of the current page, or the entry of its parent page', () => {
    const main = [link('Results', '/hi/results', true), link('Winners', '/hi/winners', false)];
    const current = (path: string) =>
      byTag(render({ path, langPrefix: '/hi', menus: { main, postLogin: [], other: [], footer: [] } }), 'a')
        .filter(({ attributes }) => attributes['aria-current'])
        .map(({ text, attributes }) => `${text} ${attributes['aria-current']}`);
    expect([...new Set(current('/results'))]).toEqual(['Results page']);
    expect([...new Set(current('/results/golden-keno/7'))]).toEqual(['Results true']);
  });
});

describe('the account menu', () => {
  it('contains both the login link and the player’s links in every document', () => {
    const links = byTag(render({ langPrefix: '/hi' }), 'a').map(({ attributes }) => attributes);
    const login = links.find(({ href }) => href === '/hi/login');
    expect(login).toMatchObject({ 'data-popup': '1' });
    expect(login?.['class']).toContain('for-visitor');
    expect(links.find(({ href }) => href === '/hi/logout')).toMatchObject({ 'data-popup': '5' });
    expect(links.some(({ href }) => href === '/my-accounts')).toBe(true);
  });

  it('contains the money format for the page’s language', () => {
    const balance = elementsOf(render()).find(({ attributes }) => attributes['data-balance']);
    expect(JSON.parse(balance?.attributes['data-balance'] ?? '')).toEqual({
      locale: 'en-IN',
      currency: { style: 'currency', currencyDisplay: 'narrowSymbol' },
    });
  });
});

describe('the footer', () => {
  it('states the minimum age and links to the healthy-play page', () => {
    const root = render({ langPrefix: '/pt' });
    const [footer] = byTag(root, 'footer');
    expect(footer?.text).toContain('18+');
    expect(elementsOf(root).some(({ attributes }) => attributes['href'] === '/pt/healthyplay')).toBe(true);
  });
});
