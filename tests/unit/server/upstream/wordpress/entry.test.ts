import { describe, expect, it } from 'vitest';
import { itemOf, WordPressEntry } from '../../../../../server/upstream/wordpress/entry.ts';
import { excerptOf, withoutSiteName } from '../../../../../server/upstream/wordpress/texts.ts';
import { ContentItem } from '../../../../../shared/contract/content.ts';

const least = {
  id: 1,
  slug: 'faq',
  parent: 0,
  title: { rendered: 'FAQ' },
  content: { rendered: '<p>Why?</p>' },
};
const read = (page: unknown) => ContentItem.parse(itemOf(WordPressEntry.parse(page), { usualLang: 'en' }));

describe('itemOf', () => {
  it('maps an entry that has only the required fields', () => {
    expect(read(least)).toEqual({
      slug: 'faq',
      title: { rendered: 'FAQ' },
      content: { rendered: '<p>Why?</p>' },
      meta: { lang: 'en' },
      yoast_head_json: { title: '', robots: { index: 'index' } },
    });
  });

  it('keeps only meta fields that are short strings, numbers or booleans', () => {
    const meta = {
      code: 'GOLD10',
      featured: true,
      nested: { a: 1 },
      list: [1],
      nothing: null,
      footnotes: '',
      long: 'x'.repeat(2001),
    };
    expect(read({ ...least, meta }).meta).toEqual({ code: 'GOLD10', featured: true, lang: 'en' });
    expect(read({ ...least, meta: [] }).meta).toEqual({ lang: 'en' });
  });

  it.each<[string, Record<string, unknown>]>([
    ['an over-long title', { title: 'x'.repeat(5000) }],
    ['a title of another type', { title: 7 }],
    ['an over-long description', { description: 'x'.repeat(5000) }],
    ['an over-long type', { og_type: 'x'.repeat(5000) }],
    ['labels of another type', { twitter_misc: [7] }],
  ])('reads the robots directive despite %s', (_what, fields) => {
    const head = { ...fields, robots: { index: 'noindex', follow: 'follow' } };
    expect(read({ ...least, yoast_head_json: head }).yoast_head_json?.robots).toEqual({ index: 'noindex' });
  });

  it.each([['noindex, nofollow'], [['noindex']], [{ index: 'NOINDEX' }]])(
    'reads `noindex` from the robots value %j',
    (robots) => {
      expect(read({ ...least, yoast_head_json: { robots } }).yoast_head_json?.robots?.index).toBe('noindex');
    },
  );

  it('cuts or omits values that exceed the contract’s limits', () => {
    const item = read({
      ...least,
      title: { rendered: 'x'.repeat(5000) },
      excerpt: { rendered: 'y'.repeat(5000) },
      date: '2026-02-30T00:00:00',
      meta: Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`fact${at}`, at])),
    });
    expect(item).not.toHaveProperty('date');
    expect(item.excerpt?.rendered).toHaveLength(2000);
  });

  it('decodes the HTML entities of the title and the description', () => {
    const head = {
      title: 'Q&#038;A &#8211; Lotto',
      og_site_name: 'Lotto',
      description: 'What&#8217;s new &amp; next',
    };
    expect(read({ ...least, yoast_head_json: head }).yoast_head_json).toMatchObject({
      title: 'Q&A',
      description: 'What’s new & next',
    });
  });

  it('returns an empty text for a password-protected entry', () => {
    const item = read({ ...least, content: { rendered: '<p>Secret</p>', protected: true } });
    expect(item).toMatchObject({
      content: { rendered: '' },
      meta: { protected: true },
      yoast_head_json: { robots: { index: 'noindex' } },
    });
  });

  it('decodes the percent-encoded characters of a slug', () => {
    expect(read({ ...least, slug: '%e0%a4%a8%e0%a4%ae' }).slug).toBe('नम');
    expect(read({ ...least, slug: '100%' }).slug).toBe('100%');
  });

  it('takes the language from Polylang, or from Yoast if Polylang gives none', () => {
    const head = { og_locale: 'hi_IN' };
    expect(read({ ...least, yoast_head_json: head }).meta?.['lang']).toBe('hi');
    expect(read({ ...least, lang: 'nb', yoast_head_json: head }).meta?.['lang']).toBe('nb');
  });
});

describe('excerptOf', () => {
  it.each([
    [
      '<p>One two [&hellip;]</p>\n<p class="link-more"><a href="/x" class="more-link">Continue reading<span> “X”</span></a></p>',
      'One two…',
    ],
    ['<p>One &amp; two&hellip; <a class="read-more" href="/x">Leia mais</a></p>', 'One &amp; two…'],
    ['<p>See <a href="/x">the draws</a> &lt;b&gt;</p>', 'See the draws &lt;b&gt;'],
  ])('replaces the "read more" link with an ellipsis and removes markup: %s', (html, text) => {
    expect(excerptOf(html)).toBe(text);
  });
});

describe('withoutSiteName', () => {
  it.each([
    ['Odds &#8211; Q&amp;A | Lotto &amp; Co', 'Odds – Q&A'],
    ['Odds &bull; Lotto &amp; Co', 'Odds'],
    ['About Lotto &amp; Co', 'About Lotto & Co'],
    ['Lotto &amp; Co', 'Lotto & Co'],
    ['Odds', 'Odds'],
  ])('removes only a site name at the end of the title: %s', (title, expected) => {
    expect(withoutSiteName(title, 'Lotto &amp; Co')).toBe(expected);
  });
});
