import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { startWordPressApi, type WordPressApi, wordPressErrors } from '../../helpers/wordpress-api.ts';
import {
  type EntryDraft,
  recordedCategory,
  recordedEntry,
  recordedMedia,
} from '../../helpers/wordpress-data.ts';

let platform: TestPlatform;
let wordPress: WordPressApi;
let site: TestSite;

const entries = (...drafts: EntryDraft[]) => drafts.map(recordedEntry);
const groupPages: EntryDraft[] = [
  { id: 10, slug: 'blogs', title: 'News', parent: 0 },
  { id: 20, slug: 'promotions', title: 'Offers', parent: 0 },
  { id: 30, slug: 'games', title: 'Our games', parent: 0 },
];
/** Returns the requests that WordPress has received for this endpoint of its REST API. */
const requestsFor = (endpoint: string) =>
  wordPress.received.filter(({ pathname }) => pathname === `/wp-json/wp/v2/${endpoint}`);
const page = async (path: string) => {
  const { status, text } = await ask(site.origin, path);
  return { status, text, main: /<main.*<\/main>/s.exec(text)?.[0] ?? '' };
};
const titleOf = (text: string) => /<title>(.*?)<\/title>/s.exec(text)?.[1];
const both = (en: number, nb: number) => ({ en, nb });
const noindex = /<meta name="robots" content="noindex/;

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
/** Makes a call as a browser does. */
const call = async (
  name: string,
  data: unknown,
): Promise<{ success: boolean; data: Record<string, unknown> }> => {
  const headers = { 'content-type': 'application/json' };
  const { text } = await ask(site.origin, `/api/${name}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ data }),
  });
  return JSON.parse(text);
};

const searched = async (data: object) => (await call('common-search', data)).data;

beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), historyDays: 1 });
  await platform.deps.engine.tick();
  wordPress = await startWordPressApi();
  site = await startSite({
    platform,
    clock: platform.clock,
    warm: false,
    live: false,
    env: {
      CMS_URL: wordPress.origin,
      CMS_KIND: 'wordpress',
      CMS_NAMES: 'cms.example',
      SITE_URL: 'https://lotto.example',
    },
  });
});
beforeEach(async () => {
  wordPress.fail(null);
  wordPress.slow(0);
  wordPress.received.length = 0;
  await site.purge(['cms', 'games'], { hard: true });
});
afterAll(async () => {
  await site?.close();
  await wordPress?.stop();
  await platform?.stop();
});

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

  it('shows an excerpt below the title if an editor wrote it, but not if WordPress generated it', async () => {
    const html = '<p>Set a limit before you play.</p>\n<h2>Why?</h2>\n<p>Nobody wins for ever.</p>';
    wordPress.publish({
      pages: entries(
        { id: 50, slug: 'healthyplay', title: 'Play', parent: 0, html, excerpt: 'How to stay in control' },
        {
          id: 51,
          slug: 'legal',
          title: 'Legal',
          parent: 0,
          html,
          excerpt: 'Set a limit before you play. Why? Nobody',
        },
      ),
    });
    expect((await page('/healthyplay')).main).toContain(
      '<p class="page-head__lead">How to stay in control…</p>',
    );
    const legal = await page('/legal');
    expect(legal.main).not.toContain('page-head__lead');
    expect(legal.text).toContain(
      '<meta name="description" content="Set a limit before you play. Why? Nobody…"/>',
    );
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

  it('never shows a child page at the path of a top-level page', async () => {
    wordPress.publish({
      pages: entries(
        { id: 70, slug: 'faq', title: 'Questions of a child', parent: 5 },
        { id: 71, slug: 'legal', title: 'Legal of a child', parent: 5 },
        { id: 72, slug: 'legal', title: 'Legal at the top', parent: 0 },
      ),
    });
    expect((await page('/faq')).status).toBe(404);
    expect((await page('/legal')).main).toContain('Legal at the top');
  });

  it('hides password-protected pages and `noindex` pages from search engines', async () => {
    wordPress.publish({
      pages: entries(
        ...groupPages,
        { id: 11, slug: 'secret', title: 'Members', parent: 10, isProtected: true },
        { id: 12, slug: 'open', title: 'Open', parent: 10 },
        { id: 31, slug: 'golden-keno', title: 'Keno', parent: 30, isProtected: true },
        {
          id: 13,
          slug: 'hidden',
          title: 'Hidden',
          parent: 10,
          robots: { index: 'noindex', follow: 'follow' },
          yoast: { description: 'x'.repeat(5000), og_type: ['article'] },
        },
      ),
    });
    const secret = await page('/blogs/secret');
    expect(secret.status).toBe(200);
    expect(secret.text).toMatch(noindex);
    expect(secret.main).toContain('protected by a password');
    const game = await page('/games/golden-keno');
    expect(game.text).toMatch(noindex);
    expect(game.main).toContain('protected by a password');
    expect((await page('/blogs/hidden')).text).toMatch(noindex);
    expect((await page('/blogs/open')).text).not.toMatch(noindex);
    const sitemap = (await ask(site.origin, '/sitemap-pages.xml')).text;
    expect(sitemap).toContain('/blogs/open<');
    expect(sitemap).not.toMatch(/blogs\/(?:secret|hidden)</);
  });

  it('lists in the sitemap only static pages that exist and may be indexed', async () => {
    wordPress.publish({
      pages: entries(
        { id: 50, slug: 'faq', title: 'Questions', parent: 0 },
        { id: 51, slug: 'legal', title: 'Legal', parent: 0, robots: { index: 'noindex' } },
        { id: 52, slug: 'aboutus', title: 'About us', parent: 0, isProtected: true },
      ),
    });
    const sitemap = (await ask(site.origin, '/sitemap-pages.xml')).text;
    expect(sitemap).toContain('<loc>https://lotto.example/faq</loc>');
    // The page of the contact form exists, although WordPress has no text for it.
    expect(sitemap).toContain('<loc>https://lotto.example/contactus</loc>');
    expect((await page('/contactus')).status).toBe(200);
    for (const slug of ['legal', 'aboutus', 'termsandconditions']) expect(sitemap).not.toContain(`/${slug}<`);
    expect((await page('/termsandconditions')).status).toBe(404);
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

  it('searches both the texts of WordPress and the games of the platform', async () => {
    const many = Array.from({ length: 25 }, (_, at) => ({
      id: 1000 + at,
      slug: `tip-${at}`,
      title: `Tip ${at}`,
      parent: 10,
      html: '<p>A syndicate buys tickets together.</p>',
    }));
    const html = '<p>Each syndicate is welcome.</p>';
    wordPress.publish({
      pages: entries(
        ...groupPages,
        ...many,
        {
          id: 21,
          slug: 'welcome',
          title: 'Welcome',
          parent: 20,
          html,
          lang: 'en',
          translations: both(21, 121),
        },
        {
          id: 121,
          slug: 'velkommen',
          title: 'Velkommen',
          parent: 120,
          html: '<p>Tipping sammen.</p>',
          lang: 'nb',
        },
        { id: 22, slug: 'hidden', title: 'Hidden syndicate', parent: 20, robots: { index: 'noindex' } },
        { id: 40, slug: 'faq', title: 'Questions', parent: 0, html },
        { id: 43, slug: 'photo', title: 'Photograph', parent: 10, picture: 90 },
        { id: 41, slug: 'shop', title: 'A syndicate shop that is no page of this site', parent: 0 },
        { id: 42, slug: 'faq', title: 'A syndicate question of the shop', parent: 41 },
      ).map((entry) => (entry.id === 121 ? Object.assign(entry, { translations: both(21, 121) }) : entry)),
      media: [recordedMedia(90, 'triforce.jpg')],
    });
    expect(await searched({ keyword: ' Syndicate ' })).toMatchObject({
      games: { total_count: 0 },
      blogs: {
        total_count: 25,
        cursor: '20',
      },
      promotions: { total_count: 1, result: [{ title: 'Welcome', read_more_path: '/promotions/welcome' }] },
      pages: { total_count: 1, result: [{ title: 'Questions', read_more_path: '/faq' }] },
    });
    const second = await searched({ keyword: 'syndicate', category: 'blogs', cursor: '20' });
    expect(second).toMatchObject({ blogs: { total_count: 25, cursor: null }, pages: { total_count: 0 } });
    expect(second['blogs']).toMatchObject({
      result: many.slice(20).map(({ slug }) => ({ read_more_path: `/blogs/${slug}` })),
    });
    for (const cursor of ['7', '40', '-20', 'x'])
      expect(await call('common-search', { keyword: 'syndicate', category: 'blogs', cursor })).toMatchObject({
        success: false,
        firstCode: '10400',
      });
    expect(await searched({ keyword: "% -' <script>" })).toMatchObject({ blogs: { total_count: 0 } });
    expect(await searched({ keyword: 'sammen', userLanguge: 'nb' })).toMatchObject({
      promotions: { total_count: 1, result: [{ title: 'Velkommen', read_more_path: '/promotions/welcome' }] },
    });
    expect(await searched({ keyword: 'keno' })).toMatchObject({ games: { total_count: 1 } });
    // Search hits show only thumbnails, so the site chooses a small size of each picture.
    expect(await searched({ keyword: 'photograph' })).toMatchObject({
      blogs: { result: [{ featured_image: expect.stringMatching(/\/triforce-300x200\.jpg$/) }] },
    });
    const shown = await page('/search?keyword=syndicate&category=promotions');
    expect(shown.main).toContain('href="/promotions/welcome"');
    // While WordPress fails, a search covers only the cached titles and excerpts.
    wordPress.fail(() => wordPressErrors.htmlPage);
    expect(await searched({ keyword: 'tip 24' })).toMatchObject({ blogs: { total_count: 1 } });
    expect(await searched({ keyword: 'syndicate' })).toMatchObject({ blogs: { total_count: 0 } });
  });

  it.each(Object.entries(wordPressErrors).filter(([name]) => name !== 'invalidPage'))(
    'serves cached content while WordPress returns the error %s',
    async (_name, answer) => {
      wordPress.publish({ pages: entries({ id: 40, slug: 'faq', title: 'Questions', parent: 0 }) });
      expect((await page('/faq')).main).toContain('Questions');
      wordPress.fail(() => answer);
      await site.purge(['cms']);
      expect((await page('/faq')).main).toContain('Questions');
      expect((await page('/legal')).status).toBe(503);
    },
  );
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
