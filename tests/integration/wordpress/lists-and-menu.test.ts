import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { wordPressErrors } from '../../helpers/wordpress-api.ts';
import { recordedCategory, recordedMedia } from '../../helpers/wordpress-data.ts';
import { type ApiSite, both, entries, groupPages, startApiSite } from './api-site.ts';

let started: ApiSite;
let wordPress: ApiSite['wordPress'];
let site: ApiSite['site'];
let page: ApiSite['page'];
let call: ApiSite['call'];
beforeAll(async () => {
  started = await startApiSite();
  ({ wordPress, site, page, call } = started);
});
beforeEach(() => started.reset());
afterAll(() => started?.stop());

/** Returns the requests that WordPress has received for this endpoint of its REST API. */
const requestsFor = (endpoint: string) =>
  wordPress.received.filter(({ pathname }) => pathname === `/wp-json/wp/v2/${endpoint}`);
const titleOf = (text: string) => /<title>(.*?)<\/title>/s.exec(text)?.[1];

/**
 * Simulates that WordPress cannot send entry 137. If a request covers this entry, WordPress answers with `body`, or
 * with a PHP error if `body` is ''.
 */
const breaks = (body: string) => (url: URL) => {
  const { searchParams: query } = url;
  if (query.get('parent') !== '10') return null;
  const count = Number(query.get('per_page'));
  const from = Number(query.get('offset') ?? (Number(query.get('page')) - 1) * count);
  if (from > 137 || from + count <= 137) return null;
  return body === '' ? wordPressErrors.fatal : { status: 200, body };
};

describe('site whose content host is WordPress', () => {
  it('shows the child pages of a group’s page as the items of the group', async () => {
    wordPress.publish({
      pages: entries(
        ...groupPages,
        {
          id: 11,
          slug: 'older',
          title: 'Older &#8211; &amp; wiser',
          parent: 10,
          date: '2026-11-01T08:00:00',
        },
        { id: 12, slug: 'newer', title: 'Newer', parent: 10, picture: 90 },
        { id: 13, slug: 'pinned', title: 'Pinned', parent: 10, menuOrder: -1, date: '2026-10-01T08:00:00' },
        { id: 14, slug: 'draft', title: 'A draft', parent: 10, status: 'draft' },
        { id: 21, slug: 'welcome', title: 'Welcome bonus', parent: 20, meta: { code: 'GOLD10' } },
        { id: 31, slug: 'golden-keno', title: 'Keno', parent: 30, html: '<p>The rules of keno.</p>' },
      ),
      media: [recordedMedia(90, 'triforce.jpg')],
    });
    const { main } = await page('/blogs');
    expect([...main.matchAll(/href="\/blogs\/([^"]+)"/g)].map(([, slug]) => slug)).toEqual([
      'newer',
      'older',
      'pinned',
    ]);
    expect(main).toContain('Older – &amp; wiser');
    expect(main).toContain('Excerpt of Newer…');
    expect(main).not.toMatch(/Continue reading|A draft/);
    expect(await call('news-and-trends', {})).toMatchObject({
      data: {
        total_count: 3,
        pages: 1,
        result: [
          {
            slug: 'newer',
            title: 'Newer',
            date: '2026-11-20',
            read_more_path: '/blogs/newer',
            readingMinutes: 1,
          },
          { slug: 'older' },
          { slug: 'pinned' },
        ],
      },
    });
    expect((await call('recent-news-and-trends', { group: 'promotions' })).data).toMatchObject({
      result: [{ slug: 'welcome', read_more_path: '/promotions/welcome' }],
    });
    expect((await call('games/listfolders', {})).data).toMatchObject({
      folders: [{ folder: 'golden-keno', gameId: 'keno', title: 'Keno' }],
    });
    const blog = await page('/blogs/newer');
    expect(titleOf(blog.text)).toBe('Newer · Golden Lotto');
    expect(blog.main).toContain('Text of Newer.');
    expect((await page('/promotions/welcome')).main).toMatch(/Welcome bonus.*GOLD10/s);
    expect((await page('/games/golden-keno')).main).toContain('The rules of keno.');
    for (const path of ['/blogs/draft', '/blogs/welcome', '/games/golden-daily'])
      expect((await page(path)).status, path).toBe(404);
    const list = requestsFor('pages').find(({ searchParams }) => searchParams.get('parent') === '10');
    expect(list?.searchParams.get('_fields')).not.toContain('content.rendered');
  });

  it('shows posts as blogs if WordPress has no page for the group `blogs`', async () => {
    wordPress.publish({
      pages: entries({ id: 5, slug: 'about', title: 'About', parent: 0 }),
      posts: entries(
        {
          id: 50,
          slug: 'markup',
          title: 'Markup: HTML Tags',
          categories: [1, 7],
          date: '2026-11-02T08:00:00',
        },
        { id: 51, slug: 'नमस्ते', title: 'नमस्ते', date: '2026-11-03T08:00:00' },
        { id: 52, slug: 'friday-offer', title: 'Friday offer', categories: [8] },
      ),
      categories: [
        recordedCategory(1, 'uncategorized', 'Uncategorized'),
        recordedCategory(7, 'draws', 'Draws &amp; numbers'),
        recordedCategory(8, 'promotions', 'Promotions'),
      ],
    });
    const { main } = await page('/blogs');
    expect([...main.matchAll(/href="\/blogs\/([^"]+)"/g)].map(([, slug]) => slug)).toEqual([
      encodeURIComponent('नमस्ते'),
      'markup',
    ]);
    const post = await page('/blogs/markup');
    expect(post.main).toContain('Draws &amp; numbers');
    expect(post.main).not.toContain('Uncategorized');
    expect((await page(`/blogs/${encodeURIComponent('नमस्ते')}`)).status).toBe(200);
    expect((await page('/promotions')).main).toContain('Friday offer');
    expect((await page('/promotions/friday-offer')).main).toContain('Text of Friday offer.');
    const sitemap = await ask(site.origin, '/sitemap-pages.xml');
    expect(sitemap.text).toContain(`/blogs/${encodeURIComponent('नमस्ते')}</loc>`);
  });

  it('shows a new item at the first request after a purge, even if WordPress takes 700 ms to send the list', async () => {
    const old = { id: 11, slug: 'old', title: 'Old', parent: 10 };
    wordPress.publish({ pages: entries(...groupPages, old) });
    expect((await page('/blogs/old')).status).toBe(200);
    wordPress.publish({
      pages: entries(...groupPages, old, { id: 12, slug: 'new', title: 'New', parent: 10 }),
    });
    // A page waits at most one second for a new list, and otherwise shows the cached list. A delay of 700 ms is below
    // this limit.
    wordPress.slow(700);
    await site.purge(['cms:blogs']);
    expect((await page('/blogs/new')).main).toContain('Text of New.');
    expect((await page('/blogs/unknown')).status).toBe(404);
    wordPress.fail(() => wordPressErrors.htmlPage);
    await site.purge(['cms:blogs']);
    expect((await page('/blogs/unknown')).status).toBe(404);
    expect((await page('/blogs/new')).main).toContain('Text of New.');
  });

  it('lists more than 100 items, and omits only items that are invalid or that WordPress cannot send', async () => {
    const many = Array.from({ length: 230 }, (_, at) => ({
      id: 1000 + at,
      slug: `post-${at}`,
      title: `Post ${at}`,
      parent: 10,
      menuOrder: at,
    }));
    wordPress.publish({ pages: entries(...groupPages, ...many) });
    for (const body of ['', 'x'.repeat(5_000_000)]) {
      wordPress.fail(breaks(body));
      await site.purge(['cms'], { hard: true });
      const months = await call('monthwisepostscount', {});
      expect(months.data).toEqual({ months: [{ year: 2026, month: 11, count: 229 }] });
      const { data } = await call('news-and-trends', { page: 14 });
      expect(JSON.stringify(data)).toContain('post-136');
      expect(JSON.stringify(data)).not.toContain('post-137');
    }
    const invalid = entries(...many.slice(3, 5));
    for (const entry of invalid) entry.slug = 'x'.repeat(500);
    wordPress.publish({ pages: [...entries(...groupPages, ...many.slice(0, 3)), ...invalid] });
    wordPress.fail(null);
    await site.purge(['cms'], { hard: true });
    expect((await page('/blogs')).main.match(/href="\/blogs\//g)).toHaveLength(3);
  });

  it('shows the translations of Polylang under the paths of the default language', async () => {
    wordPress.publish({
      pages: entries(
        { id: 10, slug: 'blogs', title: 'News', parent: 0, lang: 'en', translations: both(10, 110) },
        { id: 110, slug: 'nyheter', title: 'Nyheter', parent: 0, lang: 'nb', translations: both(10, 110) },
        { id: 11, slug: 'odds', title: 'Odds', parent: 10, lang: 'en', translations: both(11, 111) },
        { id: 111, slug: 'sjanser', title: 'Sjanser', parent: 110, lang: 'nb', translations: both(11, 111) },
        { id: 12, slug: 'rules', title: 'Rules', parent: 10, lang: 'en' },
        { id: 40, slug: 'faq', title: 'Questions', parent: 0, lang: 'en', translations: both(40, 140) },
        { id: 140, slug: 'faq', title: 'Spørsmål', parent: 0, lang: 'nb', translations: both(40, 140) },
      ),
    });
    const list = (await page('/nb/blogs')).main;
    expect(list).toMatch(/href="\/nb\/blogs\/odds".*Sjanser/s);
    expect(list).toMatch(/href="\/nb\/blogs\/rules"/);
    const translated = await page('/nb/blogs/odds');
    expect(translated.main).toContain('Text of Sjanser.');
    expect(translated.main).not.toContain('<article class="panel article__text" lang=');
    expect((await page('/nb/blogs/rules')).main).toContain('<article class="panel article__text" lang="en"');
    expect((await page('/nb/faq')).main).toContain('Spørsmål');
    expect((await page('/faq')).main).toContain('Questions');
    expect((await page('/blogs/sjanser')).status).toBe(404);
  });
});

const linksOf = async (path: string) =>
  Array.from((await page(path)).text.matchAll(/href="([^"#]*)[^"]*"/g), ([, href]) => href);

// The menu requests missing texts again in the background. This test is last, because these requests would disturb the
// tests that count requests.
describe('menu of a site whose content host is WordPress', () => {
  it('links to a text only if an editor has published this text in WordPress', async () => {
    const texts = ['faq', 'healthyplay', 'legal'].map((slug, index) => ({
      id: 40 + index,
      slug,
      title: slug,
      parent: 0,
    }));
    wordPress.publish({ pages: entries(...groupPages, ...texts) });
    await site.deps.menuTexts.readAll();
    const before = await linksOf('/legal-and-compliance');
    expect(before).toEqual(
      expect.arrayContaining(['/faq', '/healthyplay', '/legal', '/contactus', '/results']),
    );
    for (const path of ['/media', '/aboutus', '/privacypolicy', '/winnerstories'])
      expect(before).not.toContain(path);
    expect(await linksOf('/nb/no-such-page')).not.toContain('/nb/media');

    wordPress.publish({
      pages: entries(...groupPages, ...texts.slice(1), { id: 50, slug: 'media', title: 'Media', parent: 0 }),
    });
    await site.purge(['cms'], { hard: true });
    await site.deps.menuTexts.readAll();
    const after = await linksOf('/legal');
    expect(after).toContain('/media');
    expect(after).not.toContain('/faq');
  });
});
