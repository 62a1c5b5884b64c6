import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { wordPressErrors } from '../../helpers/wordpress-api.ts';
import { recordedMedia } from '../../helpers/wordpress-data.ts';
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

const noindex = /<meta name="robots" content="noindex/;

const searched = async (data: object) => (await call('common-search', data)).data;

describe('site whose content host is WordPress', () => {
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
