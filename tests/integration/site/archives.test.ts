import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createContentFolder } from '../../helpers/content-folder.ts';
import { type Answer, ask } from '../../helpers/http.ts';
import { byTag, elementsOf, parseMarkup } from '../../helpers/markup.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../../helpers/upstream-proxy.ts';

const siteUrl = 'https://lotto.example';
const languages = ['en', 'hi', 'pt', 'nb'] as const;
const prefixOf = (lang: string): string => (lang === 'en' ? '' : `/${lang}`);
/** The blog of this test has the three oldest shipped articles, and 22 generated articles of two earlier months. */
const kept = new Set(['how-a-draw-is-made.md', 'keeping-it-a-game.md', 'odds-explained.md']);
const texts = createContentFolder(languages, (file) => kept.has(file));
for (let day = 1; day <= 22; day++) {
  const month = day <= 12 ? '2026-03' : '2026-02';
  texts.write({
    slug: `post-${day}`,
    date: `${month}-${String(day).padStart(2, '0')}`,
    title: `Post ${day}`,
  });
}

let platform: TestPlatform;
let proxy: UpstreamProxy;
let site: TestSite;

beforeAll(async () => {
  platform = await startPlatform({
    now: new Date('2026-11-21T12:02:00Z'),
    config: { contentDir: texts.path },
  });
  proxy = await startUpstreamProxy(platform.url);
  site = await startSite({
    platform: proxy,
    clock: platform.clock,
    env: { SITE_URL: siteUrl },
    warm: false,
    live: false,
  });
});
afterAll(async () => {
  await site?.close();
  await proxy?.close();
  await platform?.stop();
  texts.remove();
});

const get = (path: string) => ask(site.origin, path);
const shownIn = ({ status, text }: Answer) => {
  const root = parseMarkup(text);
  // Search only the main part, because the footer also has headings with links.
  const main = byTag(root, 'main')[0] ?? root;
  const links = byTag(root, 'a');
  const hrefOf = (rel: string) =>
    links.find(({ attributes }) => attributes['rel'] === rel)?.attributes['href']?.replaceAll('&amp;', '&');
  const tagWith = (tag: string, name: string, value: string) =>
    byTag(root, tag).find(({ attributes }) => attributes[name] === value)?.attributes;
  const teasersUnder = (level: string) =>
    byTag(main, level).flatMap((heading) => byTag(heading, 'a')[0]?.attributes['href'] ?? []);
  return {
    status,
    items: teasersUnder('h2'),
    recent: teasersUnder('h3'),
    next: hrefOf('next'),
    previous: hrefOf('prev'),
    months: links.filter(({ attributes }) => attributes['class'] === 'game-selector__link'),
    heading: byTag(root, 'h1')[0]?.text ?? '',
    title: byTag(root, 'title')[0]?.text ?? '',
    description: tagWith('meta', 'name', 'description')?.['content'] ?? '',
    canonical: tagWith('link', 'rel', 'canonical')?.['href'],
    hindi: elementsOf(root).find(({ attributes }) => attributes['hrefLang'] === 'hi')?.attributes['href'],
  };
};
const shownAt = async (path: string) => shownIn(await get(path));

describe('blog archive', () => {
  it('lists each article once, newest first, on pages that link to the previous and the next page', async () => {
    for (const lang of languages) {
      const seen: string[] = [];
      const titles = new Set<string>();
      let path: string | undefined = `${prefixOf(lang)}/blogs`;
      let before: string | undefined;
      while (path !== undefined) {
        const shown = await shownAt(path);
        expect([shown.status, shown.previous]).toEqual([200, before]);
        seen.push(...shown.items);
        titles
          .add(shown.title)
          .add(shown.description)
          .add(shown.canonical ?? '');
        expect(shown.title.length).toBeLessThanOrEqual(70);
        expect(shown.canonical).toBe(siteUrl + path);
        [before, path] = [path, shown.next];
      }
      expect([seen.length, new Set(seen).size, titles.size]).toEqual([25, 25, 9]);
      expect(seen[0]).toBe(`${prefixOf(lang)}/blogs/keeping-it-a-game`);
      expect(seen[3]).toBe(`${prefixOf(lang)}/blogs/post-12`);
    }
  });

  it('links to each month, and names the month in the language of the page', async () => {
    const { months, items } = await shownAt('/blogs');
    expect(items).toHaveLength(10);
    expect(
      months.map(({ text, attributes }) => [text, attributes['href'], attributes['aria-current']]),
    ).toEqual([
      ['All articles', '/blogs', 'true'],
      ['November 2026 (3)', '/blogs?month=2026-11', undefined],
      ['March 2026 (12)', '/blogs?month=2026-03', undefined],
      ['February 2026 (10)', '/blogs?month=2026-02', undefined],
    ]);
    const headings = {
      en: /: March 2026$/,
      hi: /: मार्च 2026$/,
      pt: /: março de 2026$/,
      nb: /: mars 2026$/,
    };
    for (const lang of languages) {
      const month = await shownAt(`${prefixOf(lang)}/blogs?month=2026-03`);
      expect(month.heading).toMatch(headings[lang]);
      expect(month.items).toHaveLength(10);
      expect(month.items[0]).toBe(`${prefixOf(lang)}/blogs/post-12`);
      const current = month.months.filter(({ attributes }) => attributes['aria-current'] === 'true');
      expect(current.map(({ text }) => text)).toEqual([expect.stringMatching(/\(12\)$/)]);
      expect(month.next).toBe(`${prefixOf(lang)}/blogs?month=2026-03&page=2`);
    }
    const second = await shownAt('/blogs?month=2026-03&page=2');
    expect([second.items.length, second.next, second.previous]).toEqual([
      2,
      undefined,
      '/blogs?month=2026-03',
    ]);
    expect(second.hindi).toBe(`${siteUrl}/hi/blogs?month=2026-03&page=2`);
  });

  it('links to the newest articles even from later pages, whose lists do not contain them', async () => {
    expect((await shownAt('/blogs')).recent).toEqual([]);
    const newest = ['keeping-it-a-game', 'odds-explained', 'how-a-draw-is-made'];
    expect((await shownAt('/blogs?page=2')).recent).toEqual(newest.map((slug) => `/blogs/${slug}`));
  });

  it('shows the article that the parameter `blog` names, and redirects page 1 to the URL without a page number', async () => {
    const { status, canonical } = await shownAt('/blogs?blog=/odds-explained/&page=2');
    expect([status, canonical]).toEqual([200, `${siteUrl}/blogs/odds-explained`]);
    const first = await get('/pt/blogs?page=1&month=2026-02');
    expect([first.status, first.headers.location]).toEqual([301, '/pt/blogs?month=2026-02']);
  });

  it.each([
    'month=2026-01',
    'month=2026-13',
    'month=202603',
    'month=2026-03&page=3',
    'month=%E2%80%AE2026-03',
    'page=4',
    'page=0',
    'page=1000',
    'page=-1',
    'page=1e1',
    'page=<script>',
  ])('returns 404 for a month or page that it does not have: %s', async (query) => {
    const answer = await get(`/nb/blogs?${query}`);
    expect([answer.status, answer.text.includes('<script>alert')]).toEqual([404, false]);
    expect(answer.text).toContain('lang="nb"');
  });

  it('is cached with the tag of the blog, and is loaded again after a purge', async () => {
    const path = '/blogs?month=2026-02';
    const { headers } = await get(path);
    expect(headers['cache-tag']).toBe('cms:blogs,cms:*');
    const before = proxy.count('news-and-trends');
    await expect.poll(async () => (await get(path)).headers['cache-status']).toContain('hit');
    expect(proxy.count('news-and-trends')).toBe(before);
    await site.purge(['cms:blogs']);
    await get(path);
    await expect.poll(() => proxy.count('news-and-trends')).toBeGreaterThan(before);
  });
});

describe('promotions archive', () => {
  it('lists the promotions of a month in the order and with the links of the full list', async () => {
    for (const lang of languages) {
      const prefix = `${prefixOf(lang)}/promotions`;
      const all = await shownAt(prefix);
      const month = await shownAt(`${prefix}?month=2026-11`);
      expect([all.status, month.status]).toEqual([200, 200]);
      expect(all.items[0]).toBe(`${prefix}/welcome-bonus`);
      expect(month.items).toEqual(all.items);
      expect(month.title).not.toBe(all.title);
      expect(month.canonical).toBe(`${siteUrl}${prefix}?month=2026-11`);
    }
    expect((await get('/promotions?month=2025-11')).status).toBe(404);
  });
});

describe('blog list while the platform calls for news fail', () => {
  it('shows all articles without links to months', async () => {
    proxy.treat(({ url }) => (/news-and-trends|monthwise/.test(url) ? 'fail' : 'pass'));
    await site.purge(['cms:blogs', 'cms:promotions'], { hard: true });
    const list = await shownAt('/blogs');
    expect([list.status, list.items.length, list.months.length]).toEqual([200, 25, 0]);
    expect((await get('/blogs?month=2026-03')).status).toBe(503);
    proxy.treat(() => 'pass');
  });
});
